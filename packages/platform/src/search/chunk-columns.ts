import type { Resource } from "../definitions/resource.ts";
import type { SearchMethod } from "../definitions/search.ts";
import type { Condition } from "../query/condition.ts";
import { whereClause } from "../storage/compile-condition.ts";
import { join, literal, name, type SqlFragment, sql } from "../storage/sql.ts";

/** The columns of a `SearchChunk` but for its scores, out of `chunk` and `item`. */
export const chunkColumns = literal(`
  chunk.id as chunk_id, chunk.index as chunk_index, chunk.content as chunk_content, chunk.source as chunk_source,
  chunk.metadata as chunk_metadata, chunk."createdAt" as chunk_created_at, chunk."updatedAt" as chunk_updated_at,
  item.id as item_id, item.name as item_name, item.external_id as item_external_id,
  item."createdAt" as item_created_at, item."updatedAt" as item_updated_at`);

/** The scores of a hit: those that the method has worked out. */
export function scoreColumns(method: SearchMethod): SqlFragment {
  return sql`
    hit.distance as chunk_cosine_distance, hit.rank as chunk_fts_rank,
    ${literal(method === "hybridSearch" ? "hit.relevance" : "null::float8")} as chunk_hybrid_score`;
}

/** A chunk that came along has none. */
export const noScores = literal(`
  null::float8 as chunk_cosine_distance, null::float8 as chunk_fts_rank, null::float8 as chunk_hybrid_score`);

/** What is shown of an item beside its chunks, as `item`, of the items that a condition leaves. */
export function shownItems(resource: Resource, condition: Condition): SqlFragment {
  const { titleField, fields } = resource;
  const title = titleField ? sql`coalesce(${name(titleField)}, '')` : literal("''");
  const hasExternalId = fields.some((field) => field.name === "external_id" && !field.secret);
  const columns = [
    literal(`id, "createdAt", "updatedAt"`),
    sql`${title} as name`,
    sql`${hasExternalId ? literal("external_id::text") : literal("null::text")} as external_id`,
  ];
  return sql`(select ${join(columns, ", ")} from ${name(resource.id)}${whereClause(resource, condition)}) as item`;
}
