import type { Resource } from "../../definitions/resource.ts";
import type { Database } from "../database.ts";
import { literal, name, quotedName, quotedText, type SqlFragment, sql } from "../sql.ts";
import { chunkTableNames, type VectorColumn, vectorColumns, vectorIndex } from "../tables/chunk-tables.ts";
import { createIndex } from "../tables/column-sql.ts";

/** The vectors of a context's chunks. While it moves from one model to another, it has two sets of them. */
export interface VectorSets {
  /** Those that are searched. Every chunk has one. */
  readonly active: VectorColumn;
  /** Those that are being made; absent: none. */
  readonly building: VectorColumn | undefined;
  /** The ids of the models that they are made with. */
  readonly models: ReadonlyMap<VectorColumn, string>;
}

export async function readVectorSets(database: Database, { id }: Pick<Resource, "id">): Promise<VectorSets> {
  const rows = await database.query<{ column: VectorColumn; model: string; state: StoredState | null }>(sql`
    select attname::text as column, col_description(attrelid, attnum) as model, ${storedState(id)} as state
    from pg_attribute
    where attrelid = to_regclass(${quotedName(chunkTableNames(id).chunks)}) and not attisdropped
      and attname in (${vectorColumns[0]}, ${vectorColumns[1]})`);
  const state = rows[0]?.state;
  return {
    active: state?.active ?? vectorColumns[0],
    building: state?.building ?? undefined,
    models: new Map(rows.map(({ column, model }) => [column, model])),
  };
}

interface StoredState {
  readonly active: VectorColumn;
  readonly building: VectorColumn | null;
}

/** Null for a context that has never moved. */
function storedState(contextId: string): SqlFragment {
  return sql`(select value from platform_state where key = ${vectorsKey(contextId)})`;
}

export function vectorsKey(contextId: string): string {
  return `vectors:${contextId}`;
}

/** The column of the vectors that are searched, as an expression. */
export function activeColumn(contextId: string): SqlFragment {
  return sql`coalesce(${storedState(contextId)} ->> 'active', ${vectorColumns[0]})`;
}

export async function writeVectorSets(
  database: Database,
  { id }: Pick<Resource, "id">,
  { active, building }: Pick<VectorSets, "active" | "building">,
): Promise<void> {
  const state = JSON.stringify({ active, building: building ?? null } satisfies StoredState);
  await database.query(sql`
    insert into platform_state (key, value) values (${vectorsKey(id)}, ${state}::jsonb)
    on conflict (key) do update set value = excluded.value`);
}

/**
 * Who writes chunks holds this until the end of the transaction, and so nobody changes meanwhile which vectors are
 * searched: a chunk would come too late for the one set and not be in the other.
 */
export async function holdVectorSets(database: Database, { id }: Pick<Resource, "id">): Promise<void> {
  await database.query(sql`select pg_advisory_xact_lock_shared(hashtextextended(${vectorsKey(id)}, 0))`);
}

/** Waits for everyone who writes chunks, and keeps them out until the end of the transaction. */
export async function lockVectorSets(database: Database, { id }: Pick<Resource, "id">): Promise<void> {
  await database.query(sql`select pg_advisory_xact_lock(hashtextextended(${vectorsKey(id)}, 0))`);
}

/** Makes an empty column for the vectors of a model. What was in it before is not in use. */
export async function prepareVectorColumn(
  database: Database,
  { id }: Pick<Resource, "id">,
  { column, model }: { readonly column: VectorColumn; readonly model: VectorModel },
): Promise<void> {
  const { chunks } = chunkTableNames(id);
  const table = name(chunks);
  const other = vectorColumns.find((each) => each !== column) ?? column;
  const statements = [
    sql`alter table ${table} drop column if exists ${name(column)}`,
    sql`alter table ${table} add column ${name(column)} ${literal(`vector(${model.dimensions})`)}`,
    sql`alter table ${table} alter column ${name(column)} set storage plain`,
    // Chunks that are written after the move have vectors of the new model only.
    sql`alter table ${table} alter column ${name(other)} drop not null`,
    sql`comment on column ${name(chunks, column)} is ${quotedText(model.id)}`,
    createIndex(chunks, vectorIndex(chunkTableNames(id), column)),
  ];
  for (const statement of statements) await database.query(statement);
}

interface VectorModel {
  readonly id: string;
  readonly dimensions: number;
}
