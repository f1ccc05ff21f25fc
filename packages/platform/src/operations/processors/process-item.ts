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
 * Runs one processor on one item, and stores what it gives back. When somebody else has written the item meanwhile, it
 * runs again: what it made of the old one must not cover up the new one.
 */
export async function processItem(
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
    if (await writeProcessed(call, resource, { item, values, changed })) return changed;
  }
  throw new Error(`The item was changed while it was processed, ${mostAttempts} times in a row.`);
}

async function writeProcessed(
  call: Call,
  resource: Resource,
  write: { readonly item: Row; readonly values: ReadonlyMap<string, SqlValue>; readonly changed: readonly string[] },
): Promise<boolean> {
  const { item, values, changed } = write;
  const id = String(item.id);
  const program: Call = { ...call, principal: servicePrincipal("program") };
  return call.database.transaction(async () => {
    const options = writeOptions(program, resource, { action: "process", changed, fields: ["id"] });
    const condition = and(equals("id", id), unchangedSince(item));
    const row = await updateItem(call.database, resource, values, { ...options, condition });
    if (row && hasEffects(resource)) await applyEffects(program, resource, { action: "process", id, changed });
    return row !== undefined;
  });
}
