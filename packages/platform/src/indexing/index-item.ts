import type { Resource } from "../definitions/resource.ts";
import { activeVectors, forgetActiveVectors } from "../storage/chunks/active-vectors.ts";
import { readChunkHashes, readVersionedItem } from "../storage/chunks/read-for-indexing.ts";
import { replaceChunks } from "../storage/chunks/replace-chunks.ts";
import type { Database } from "../storage/database.ts";
import { chunkItem } from "./chunk-item.ts";
import { embedChunks } from "./embed-chunks.ts";

/** What indexing works in. */
export interface IndexingContext {
  readonly database: Database;
  readonly signal?: AbortSignal;
}

/** `gone`: there is no such item (any more). */
export type IndexOutcome = "indexed" | "gone";

/** Each attempt makes the chunks of the version that is there; somebody who changes the item this often indexes it too. */
const mostAttempts = 10;

/**
 * Makes an item searchable, as it is now: chunks that are the same stay, with their vectors, and the others are replaced
 * in one transaction. It may be called at any time, by anyone, more than once: however late it comes, older chunks
 * never take the place of newer ones.
 */
export async function indexItem(indexing: IndexingContext, resource: Resource, itemId: string): Promise<IndexOutcome> {
  const { database, signal } = indexing;
  const { search } = resource;
  if (!search) throw new Error(`${resource.id} has no embedder.`);
  const { embedder, language } = search;

  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    signal?.throwIfAborted();
    // Before the item is read: between that and the end as little as possible should happen to it.
    const { model, column } = await activeVectors(database, resource);
    const found = await readVersionedItem(database, resource, itemId);
    if (!found) return "gone";
    const texts = await chunkItem(resource, embedder, found.item);
    const stored = await readChunkHashes(database, resource, itemId);
    const chunks = await embedChunks(model, texts, { stored, ...(signal && { signal }) });
    const { version } = found;
    const replaced = await replaceChunks(database, resource, {
      itemId,
      version,
      chunks,
      source: embedder.id,
      language,
      column,
    });
    if (replaced === "moved") forgetActiveVectors(database, resource);
    else if (replaced !== "outdated") return replaced === "gone" ? "gone" : "indexed";
  }
  throw new Error(`${resource.id} ${itemId} was changed ${mostAttempts} times while it was being indexed.`);
}
