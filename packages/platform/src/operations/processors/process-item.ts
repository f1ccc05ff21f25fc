import { servicePrincipal } from "../../access/principal.ts";
import type { ProcessorDefinition } from "../../definitions/processor.ts";
import type { Resource } from "../../definitions/resource.ts";
import { and, equals } from "../../query/condition.ts";
import type { Row } from "../../storage/database.ts";
import { readItem } from "../../storage/items/read-items.ts";
import { updateItem } from "../../storage/items/write-items.ts";
import type { SqlValue } from "../../storage/sql.ts";
import type { Call } from "../call.ts";
import { applyEffects, hasEffects } from "../items/effects.ts";
import { makeSearchable, makeSearchableAsItIs, noEffects } from "../items/make-searchable.ts";
import { writeOptions } from "../items/write-options.ts";
import { processBeforeWrite, unchangedSince } from "./inline-processors.ts";
import { type ProcessorRunOptions, runProcessor } from "./run-processor.ts";

/** The names of the fields that changed; undefined when the item is gone. */
export type Processed = readonly string[] | undefined;

/** So often a run begins anew because the item changed in the meantime. */
const mostAttempts = 5;

export interface ProcessItemOptions extends ProcessorRunOptions {
  readonly id: string;
  /** Whether the processors that run before every write see the changes too. Not when all of them run anyway. */
  readonly isFollowed: boolean;
}

/**
 * Runs one processor on one item, stores what it gives back, and makes the item searchable where the processor or the
 * context says so; when it fails and others wait for that, as the item is.
 */
export async function processItem(
  call: Call,
  resource: Resource,
  processor: ProcessorDefinition,
  options: ProcessItemOptions,
): Promise<Processed> {
  const embed = async () => {
    if (processor.config?.generateEmbeddings) await makeSearchableAsItIs(call, resource, options.id);
  };
  const changed = await processAndWrite(call, resource, processor, options).catch(async (error: unknown) => {
    await embed();
    throw error;
  });
  if (changed?.length === 0) await embed();
  return changed;
}

/**
 * When somebody else has written the item meanwhile, it
 * runs again: what it made of the old one must not cover up the new one.
 */
async function processAndWrite(
  call: Call,
  resource: Resource,
  processor: ProcessorDefinition,
  { id, isFollowed, ...options }: ProcessItemOptions,
): Promise<Processed> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const item = await readItem(call.database, resource, equals("id", id), [...resource.readable.keys()]);
    if (!item) return undefined;
    const values = new Map(await runProcessor(resource, processor, item, options));
    if (values.size === 0) return [];
    const changed = [...values.keys()];
    if (isFollowed) await processBeforeWrite(call, resource, "update", { item, values, except: processor });
    if (await writeProcessed(call, resource, processor, { item, values, changed })) return changed;
  }
  throw new Error(`The item was changed while it was processed, ${mostAttempts} times in a row.`);
}

async function writeProcessed(
  call: Call,
  resource: Resource,
  processor: ProcessorDefinition,
  write: { readonly item: Row; readonly values: ReadonlyMap<string, SqlValue>; readonly changed: readonly string[] },
): Promise<boolean> {
  const { item, values, changed } = write;
  const id = String(item.id);
  const program: Call = { ...call, principal: servicePrincipal("program") };
  const generatesEmbeddings = processor.config?.generateEmbeddings ?? false;
  const options = writeOptions(program, resource, { action: "process", changed, generatesEmbeddings, fields: ["id"] });
  const { stale } = options;
  const written = await call.database.transaction(async () => {
    const condition = and(equals("id", id), unchangedSince(item));
    const row = await updateItem(call.database, resource, values, { ...options, condition });
    if (!row || !hasEffects(resource)) return row && { item: row, ...noEffects };
    const effects = await applyEffects(program, resource, { action: "process", id, changed, stale });
    return { item: row, ...effects };
  });
  if (written) await makeSearchable(program, resource, written, { stale, fields: ["id"] });
  return written !== undefined;
}
