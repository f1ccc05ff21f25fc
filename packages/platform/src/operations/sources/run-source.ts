import type { AppServices } from "../../definitions/app-services.ts";
import type { Json } from "../../definitions/json.ts";
import type { Resource } from "../../definitions/resource.ts";
import type { SourceDefinition } from "../../definitions/source.ts";
import { newId } from "../../foundation/ids.ts";
import { inBatches } from "../../foundation/in-batches.ts";
import { equals } from "../../query/condition.ts";
import { readItem } from "../../storage/items/read-items.ts";
import { forgetSeen, markSeen, readUnseen } from "../../storage/items/source-items.ts";
import type { Call } from "../call.ts";
import { removeItemById } from "../items/remove-item.ts";
import { SourceTally } from "./source-tally.ts";
import { storeBatch } from "./store-batch.ts";

export interface SourceRunOptions {
  readonly inputs: Readonly<Record<string, Json>>;
  readonly services: AppServices;
  readonly signal: AbortSignal;
  log(line: string): Promise<void>;
  progress(counts: Readonly<Record<string, Json>>): Promise<void>;
}

/** Large enough for the round trips not to matter, small enough to hold up nobody. */
const batchSize = 200;

/** Brings in what a source has, portion by portion. What is stored stays, whatever happens after. */
export async function runSource(
  call: Call,
  resource: Resource,
  source: SourceDefinition,
  { inputs, services, signal, log, progress }: SourceRunOptions,
): Promise<SourceTally> {
  const key = { context: resource.id, source: source.id };
  const run = newId();
  const tally = new SourceTally();
  const isFull = source.config?.onMissing === "delete";
  const items = await source.execute({ ...services, inputs, signal, log });
  for await (const batch of inBatches<unknown>(items, batchSize)) {
    signal.throwIfAborted();
    const externalIds = await storeBatch(call, resource, batch, tally);
    if (isFull && externalIds.length > 0)
      await markSeen(call.database, key, { run, externalIds: [...new Set(externalIds)] });
    await progress(tally.counts());
  }
  if (isFull && tally.seen > 0) await removeUnseen(call, resource, { key, run, tally, signal });
  else if (isFull) await log("The source has brought nothing, so nothing is removed.");
  return tally;
}

async function removeUnseen(
  call: Call,
  resource: Resource,
  options: {
    readonly key: { readonly context: string; readonly source: string };
    readonly run: string;
    readonly tally: SourceTally;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { key, run, tally, signal } = options;
  for (;;) {
    signal.throwIfAborted();
    const externalIds = await readUnseen(call.database, key, { run, limit: batchSize });
    if (externalIds.length === 0) return;
    const removed = await call.database.transaction(async () => {
      let count = 0;
      for (const externalId of externalIds) {
        const item = await readItem(call.database, resource, equals("external_id", externalId), ["id"]);
        if (!item) continue;
        await removeItemById(call, resource, String(item.id), ["id"]);
        count += 1;
      }
      await forgetSeen(call.database, key, externalIds);
      return count;
    });
    tally.removed += removed;
  }
}
