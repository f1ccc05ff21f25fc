import type pg from "pg";
import { itemFilters } from "./compare-searches.ts";
import { type Ask, inParallel } from "./graphql-client.ts";
import { textVector } from "./hashed-words.ts";
import { type Method, rawSql, type Scope } from "./raw-sql.ts";

const search = `query ($query: String!, $method: VectorMethodEnum!, $itemFilters: [FilterPassages]) {
  passagesVectorSearch(query: $query, method: $method, itemFilters: $itemFilters) { chunks { chunk_id } }
}`;

/** The share of the ten best chunks that our search finds, on average: the best by comparing with every chunk. */
export async function measureRecall(
  ask: Ask,
  client: pg.Client,
  options: { readonly method: Method; readonly scope: Scope; readonly queries: readonly string[] },
): Promise<number> {
  const { method, scope, queries } = options;
  const exact = rawSql(method, scope, true);
  let found = 0;
  let wanted = 0;
  // With rights, the planner takes what was found by words for a few rows, and would go through them for every chunk.
  await client.query(`set enable_nestloop to ${scope === "rights" ? "off" : "on"}`);
  await inParallel(queries, 1, async (query) => {
    const { passagesVectorSearch } = await ask<{
      passagesVectorSearch: { chunks: readonly { chunk_id: string }[] };
    }>(search, { query, method, itemFilters: itemFilters[scope] });
    const { rows } = await client.query<{ chunk_id: string }>(exact, [query, `[${textVector(query).join(",")}]`]);
    const ids = new Set(passagesVectorSearch.chunks.map((chunk) => chunk.chunk_id));
    found += rows.filter((row) => ids.has(row.chunk_id)).length;
    wanted += rows.length;
  });
  return found / wanted;
}
