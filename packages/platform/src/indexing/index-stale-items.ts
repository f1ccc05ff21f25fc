import type { Resource } from "../definitions/resource.ts";
import { claimStaleItems } from "../storage/chunks/stale-items.ts";
import type { IndexingContext } from "./index-item.ts";
import { type IndexItemsOptions, indexItems } from "./index-items.ts";

export interface StaleOptions extends IndexItemsOptions {
  /** How long an item must have been waiting: whoever changed it is given this time to index it. */
  readonly olderThanInSeconds: number;
}

const batchSize = 50;

/** Indexes what was written by a process that ended, or failed, before it came to that. What fails stays marked. */
export async function indexStaleItems(
  indexing: IndexingContext,
  resource: Resource,
  { olderThanInSeconds, report }: StaleOptions,
): Promise<void> {
  const seen = new Set<string>();
  while (!indexing.signal?.aborted) {
    const claimed = await claimStaleItems(indexing.database, resource, { olderThanInSeconds, limit: batchSize });
    const fresh = claimed.filter((id) => !seen.has(id));
    // Only what failed a moment ago is left.
    if (fresh.length === 0) return;
    for (const id of fresh) seen.add(id);
    await indexItems(indexing, resource, fresh, { report });
  }
}
