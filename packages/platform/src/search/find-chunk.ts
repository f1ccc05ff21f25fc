import type { SearchChunk } from "../definitions/search.ts";
import type { Condition } from "../query/condition.ts";
import type { Database } from "../storage/database.ts";
import { name, sql } from "../storage/sql.ts";
import { chunkTableNames } from "../storage/tables/chunk-tables.ts";
import { chunkColumns, noScores, shownItems } from "./chunk-columns.ts";
import type { SearchedResource } from "./ranking.ts";

/** A chunk of an item that the condition leaves; undefined when there is none with this id. */
export async function findChunk(
  database: Database,
  resource: SearchedResource,
  { id, readable }: { readonly id: string; readonly readable: Condition },
): Promise<SearchChunk | undefined> {
  const [chunk] = await database.query<SearchChunk>(sql`
    select ${chunkColumns}, ${noScores}
    from ${name(chunkTableNames(resource.id).chunks)} as chunk
    join ${shownItems(resource, readable)} on item.id = chunk.item_id
    where chunk.id = ${id}::uuid`);
  return chunk;
}
