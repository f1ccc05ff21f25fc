import { servicePrincipal } from "../../access/principal.ts";
import type { ProcessorDefinition } from "../../definitions/processor.ts";
import type { Resource } from "../../definitions/resource.ts";
import { equals } from "../../query/condition.ts";
import type { Row } from "../../storage/database.ts";
import { readItem } from "../../storage/items/read-items.ts";
import { updateItem } from "../../storage/items/write-items.ts";
import type { Call } from "../call.ts";
import { applyEffects, hasEffects } from "../items/effects.ts";
import { writeOptions } from "../items/write-options.ts";
import { type ProcessorRunOptions, runProcessor } from "./run-processor.ts";

/** The names of the fields that changed; undefined when the item is gone. */
export type Processed = readonly string[] | undefined;

/** Runs one processor on one item, and stores what it gives back. */
export async function processItem(
  call: Call,
  resource: Resource,
  processor: ProcessorDefinition,
  { id, ...options }: ProcessorRunOptions & { readonly id: string },
): Promise<Processed> {
  const program: Call = { ...call, principal: servicePrincipal("program") };
  const item = await readItem(call.database, resource, equals("id", id), [...resource.readable.keys()]);
  if (!item) return undefined;
  const changes = await runProcessor(resource, processor, item, options);
  const changed = [...changes.keys()];
  if (changed.length === 0) return [];
  const written = await call.database.transaction(async () => {
    const write = writeOptions(program, resource, { action: "process", changed, fields: ["id"] });
    const row: Row | undefined = await updateItem(call.database, resource, changes, {
      ...write,
      condition: equals("id", id),
    });
    if (row && hasEffects(resource)) await applyEffects(program, resource, { action: "process", id, changed });
    return row;
  });
  return written && changed;
}
