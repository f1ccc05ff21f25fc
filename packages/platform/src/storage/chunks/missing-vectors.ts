import type { Resource } from "../../definitions/resource.ts";
import type { Database } from "../database.ts";
import { name, sql } from "../sql.ts";
import { chunkTableNames, type VectorColumn } from "../tables/chunk-tables.ts";
import { vectorText } from "./replace-chunks.ts";

/** A chunk that has no vector of a model yet. */
export interface MissingVector {
  readonly number: number;
  readonly title: string;
  readonly content: string;
}

/** The next chunks after a number. The text of a chunk never changes: another text is another chunk. */
export function readMissingVectors(
  database: Database,
  { id }: Resource,
  options: { readonly column: VectorColumn; readonly after: number; readonly limit: number },
): Promise<readonly MissingVector[]> {
  return database.query<MissingVector>(sql`
    select number::float8 as number, title, content from ${name(chunkTableNames(id).chunks)}
    where ${name(options.column)} is null and number > ${options.after}::bigint
    order by number limit ${options.limit}`);
}

export async function writeMissingVectors(
  database: Database,
  { id }: Resource,
  options: {
    readonly column: VectorColumn;
    readonly vectors: readonly { readonly number: number; readonly vector: Float32Array }[];
  },
): Promise<void> {
  const column = name(options.column);
  const given = options.vectors.map(({ number, vector }) => ({ number, vector: vectorText(vector) }));
  await database.query(sql`
    update ${name(chunkTableNames(id).chunks)} as chunk set ${column} = given.vector::vector
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (number bigint, vector text)
    where chunk.number = given.number and chunk.${column} is null`);
}

export interface VectorCount {
  readonly made: number;
  readonly total: number;
}

/** How many chunks have a vector in a column. */
export async function countVectors(database: Database, { id }: Resource, column: VectorColumn): Promise<VectorCount> {
  const [row] = await database.query<VectorCount>(sql`
    select count(${name(column)})::int as made, count(*)::int as total from ${name(chunkTableNames(id).chunks)}`);
  return row ?? { made: 0, total: 0 };
}
