import type { AppServices } from "../../definitions/app-services.ts";
import type { Json } from "../../definitions/json.ts";
import type { Resource } from "../../definitions/resource.ts";
import type { SourceDefinition } from "../../definitions/source.ts";
import { newId } from "../../foundation/ids.ts";
import { inBatches } from "../../foundation/in-batches.ts";
import { equals } from "../../query/condition.ts";
import { readItem } from "../../storage/items/read-items.ts";
import { forgetUnseen, markSeen } from "../../storage/items/source-items.ts";
import type { Call } from "../call.ts";
import { removeItemById } from "../items/remove-item.ts";
import type { SourceTally } from "./source-tally.ts";
import { storeBatch } from "./store-batch.ts";

export interface SourceRunOptions {
  readonly inputs: Readonly<Record<string, Json>>;
  readonly services: AppServices;
  readonly tally: SourceTally;
  readonly signal: AbortSignal;
  log(line: string): Promise<void>;
  progress(counts: Readonly<Record<string, Json>>): Promise<void>;
}

/** Large enough for the round trips not to matter, small enough to hold up nobody. */
const batchSize = 200;

/** Brings in what a source has, portion by portion, and counts. What is stored stays, whatever happens after. */
export async function runSource(
  call: Call,
  resource: Resource,
  source: SourceDefinition,
  { inputs, services, tally, signal, log, progress }: SourceRunOptions,
): Promise<void> {
  const key = { context: resource.id, source: source.id };
  const run = newId();
  const isFull = source.config?.onMissing === "delete";
  let seen = 0;
  const items = iterableItems(await source.execute({ ...services, inputs, signal, log }));
  for await (const batch of inBatches(items, batchSize)) {
    signal.throwIfAborted();
    const externalIds = await storeBatch(call, resource, batch, tally);
    seen += externalIds.length;
    if (isFull && externalIds.length > 0) await markSeen(call.database, key, { run, externalIds });
    await progress(tally.counts());
  }
  signal.throwIfAborted();
  if (!isFull) return;
  if (seen === 0) await log("The source has brought nothing, so nothing is removed.");
  else if (tally.nameless > 0) await log("Some items have no external_id and could be any, so nothing is removed.");
  else await removeUnseen(call, resource, { key, run, tally, signal });
}

/** A text could be gone through as well, letter by letter: that is never meant. */
function iterableItems(items: unknown): Iterable<unknown> | AsyncIterable<unknown> {
  if (typeof items === "object" && items !== null && (Symbol.asyncIterator in items || Symbol.iterator in items)) {
    return items as Iterable<unknown> | AsyncIterable<unknown>;
  }
  throw new Error("What the source gave back is neither a list nor an async iterable.");
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
    const removed = await call.database.transaction(async () => {
      const forgotten = await forgetUnseen(call.database, key, { run, limit: batchSize });
      if (forgotten.length === 0) return undefined;
      let count = 0;
      for (const { externalId } of forgotten.filter(({ isShared }) => !isShared)) {
        const item = await readItem(call.database, resource, equals("external_id", externalId), ["id"]);
        if (!item) continue;
        await removeItemById(call, resource, String(item.id), ["id"]);
        count += 1;
      }
      return count;
    });
    if (removed === undefined) return;
    tally.removed += removed;
  }
}
