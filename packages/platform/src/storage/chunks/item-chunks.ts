import { name, type SqlFragment, sql } from "../sql.ts";
import { chunkTableNames } from "../tables/chunk-tables.ts";

/** The pseudo-field that stands for the chunks of an item. */
export const chunksField = "chunks";

/** Pseudo-fields that have a value only on the items of a ranked list. */
export const relevanceFields: readonly string[] = ["averageRelevance", "totalRelevance"];

/** The chunks of each row of a context's table, in the order of the text, as JSON. Whoever may read the row may read them. */
export function selectItemChunks(contextId: string): SqlFragment {
  const chunks = name(chunkTableNames(contextId).chunks);
  return sql`(
    select coalesce(jsonb_agg(${chunkObject} order by chunk.index), '[]') from ${chunks} as chunk
    where chunk.item_id = ${name(contextId, "id")}
  ) as ${name(chunksField)}`;
}

function isoTime(column: SqlFragment): SqlFragment {
  return sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** What is shown of a `chunk` beside its item. */
export const chunkObject: SqlFragment = sql`jsonb_build_object(
  'chunk_id', chunk.id, 'chunk_index', chunk.index, 'chunk_content', chunk.content, 'chunk_source', chunk.source,
  'chunk_metadata', chunk.metadata, 'chunk_created_at', ${isoTime(sql`chunk."createdAt"`)},
  'chunk_updated_at', ${isoTime(sql`chunk."updatedAt"`)})`;
