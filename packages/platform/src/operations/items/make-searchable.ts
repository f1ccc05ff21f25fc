import type { Resource } from "../../definitions/resource.ts";
import { indexItem } from "../../indexing/index-item.ts";
import { equals } from "../../query/condition.ts";
import { chunksField } from "../../storage/chunks/item-chunks.ts";
import { announceStaleItems } from "../../storage/chunks/stale-items.ts";
import type { Row } from "../../storage/database.ts";
import type { StaleMark } from "../../storage/items/mark-stale.ts";
import { readItem } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";
import { addIndexJob } from "./add-index-job.ts";
import type { Effects } from "./effects.ts";
import { isMarked } from "./stale-mark.ts";

/** What a write gives back. */
export interface Written extends Effects {
  readonly item: Row;
}

/** A write that has brought about nothing else. */
export const noEffects: Effects = { job: null, isSearchableLater: false };

/** What the statement of a write can give back: chunks come later, and the id is needed to make them. */
export function writtenFields({ search }: Resource, fields: readonly string[]): readonly string[] {
  if (!search) return fields;
  const known = rememberedFields.get(fields);
  if (known) return known;
  const written = [...new Set(["id", ...fields.filter((field) => field !== chunksField)])];
  rememberedFields.set(fields, written);
  return written;
}

const rememberedFields = new WeakMap<readonly string[], readonly string[]>();

/**
 * The one place that decides when a written item becomes searchable. With a queue, a job was added in the transaction of
 * the write. Without one it happens here and now, after the write has committed; inside a transaction it is left to
 * whoever looks after marked items, because nobody should wait for a model there. What fails is reported and tried again
 * later: the write stands.
 */
export async function makeSearchable(
  call: Call,
  resource: Resource,
  written: Written,
  { stale, fields }: { readonly stale: StaleMark | undefined; readonly fields: readonly string[] },
): Promise<Written> {
  const { search } = resource;
  if (!search) return written;
  const { item, isSearchableLater } = written;
  const id = String(item.id);
  if (!search.queue && isMarked(stale, id) && !isSearchableLater) {
    if (call.database.isInTransaction()) await announceStaleItems(call.database, resource);
    else await indexNow(call, resource, id);
  }
  if (!fields.includes(chunksField)) return written;
  const read = await readItem(call.database, resource, equals("id", id), [chunksField]);
  return { ...written, item: { ...item, ...read } };
}

/** Makes an item searchable that nobody has changed just now: on the queue for it, or at once. */
export async function makeSearchableAsItIs(call: Call, resource: Resource, id: string): Promise<void> {
  if (!resource.search) return;
  if (resource.search.queue)
    await addIndexJob(call, resource, { action: "process", id, changed: [], stale: { contextId: resource.id } });
  else await indexNow(call, resource, id);
}

async function indexNow(call: Call, resource: Resource, id: string): Promise<void> {
  await indexItem(call, resource, id).catch((error: unknown) =>
    call.report(error, `${resource.id} ${id} is not searchable yet`),
  );
}
