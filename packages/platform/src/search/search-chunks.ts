import type { SearchChunk } from "../definitions/search.ts";
import { and } from "../query/condition.ts";
import type { Database } from "../storage/database.ts";
import { literal, name, sql } from "../storage/sql.ts";
import { chunkColumns, scoreColumns, shownItems } from "./chunk-columns.ts";
import { withHits } from "./hits-sql.ts";
import type { Ranking } from "./ranking.ts";

/** The best chunks, best first. The limit is written out: without knowing it, PostgreSQL would plan each search anew. */
export function searchChunks(database: Database, ranking: Ranking, limit: number): Promise<readonly SearchChunk[]> {
  const { resource, tables, method, readable, filter } = ranking;
  return database.query<SearchChunk>(sql`
    ${withHits(ranking)}
    select ${chunkColumns}, ${scoreColumns(method)}
    from (select * from hits order by relevance desc, number limit ${literal(String(limit))}) as hit
    join ${name(tables.chunks)} as chunk using (number)
    join ${shownItems(resource, and(readable, filter))} on item.id = chunk.item_id
    order by hit.relevance desc, hit.number`);
}
