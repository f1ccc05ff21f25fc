import type { Resource } from "../../definitions/resource.ts";
import type { Database } from "../database.ts";
import { name, sql } from "../sql.ts";
import { chunkTableNames } from "../tables/chunk-tables.ts";

/** So long other processes leave alone what one has taken: it may have been killed meanwhile. */
export const claimInSeconds = 30;

/**
 * Takes some items whose chunks have been behind for a while, the longest first. They count as marked just now: when
 * indexing them fails, they have to wait for their next turn.
 */
export async function claimStaleItems(
  database: Database,
  { id }: Resource,
  options: { readonly olderThanInSeconds: number; readonly limit: number },
): Promise<readonly string[]> {
  const indexed = name(chunkTableNames(id).indexed);
  // skip locked: whoever is just being changed is marked again, or about to be indexed.
  const rows = await database.query<{ id: string }>(sql`
    update ${indexed} set stale_since = now(), claimed_until = now() + make_interval(secs => ${claimInSeconds})
    where id = any(array(
      select id from ${indexed}
      where stale_since <= now() - make_interval(secs => ${options.olderThanInSeconds})
        and (claimed_until is null or claimed_until < now())
      order by stale_since limit ${options.limit} for update skip locked
    ))
    returning id`);
  return rows.map((row) => row.id);
}

/** Says, once the transaction around has committed, that items of a context wait to be indexed. */
export const staleChannel = "platform_stale_items";

export async function announceStaleItems(database: Database, { id }: Resource): Promise<void> {
  await database.notify(staleChannel, id);
}
