import type { Resource } from "../definitions/resource.ts";
import { type IndexingContext, indexItem } from "./index-item.ts";

export interface IndexItemsOptions {
  /** Hears of items that could not be indexed. */
  report(error: unknown, resource: Resource, itemId: string): void;
  /** Hears how many have been gone through. */
  done?(count: number): Promise<void>;
}

/** While the chunks of some are written, the model works on those of others. */
const atOnce = 4;

/** Indexes many items, several at a time; says how many were there and are searchable now. */
export async function indexItems(
  indexing: IndexingContext,
  resource: Resource,
  ids: AsyncIterable<string> | Iterable<string>,
  { report, done }: IndexItemsOptions,
): Promise<number> {
  const iterator = Symbol.asyncIterator in ids ? ids[Symbol.asyncIterator]() : ids[Symbol.iterator]();
  let indexed = 0;
  let tried = 0;
  const work = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      const id = next.value;
      try {
        if ((await indexItem(indexing, resource, id)) === "indexed") indexed += 1;
      } catch (error) {
        indexing.signal?.throwIfAborted();
        report(error, resource, id);
      }
      tried += 1;
      await done?.(tried);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return indexed;
}
