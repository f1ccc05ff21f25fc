import { readVectorSets } from "../chunks/vector-sets.ts";
import type { Database } from "../database.ts";
import { name, quotedName, sql } from "../sql.ts";
import { type ChunkFacts, type VectorColumn, vectorColumns } from "../tables/chunk-tables.ts";
import { column } from "../tables/internal-tables.ts";
import type { TableModel } from "../tables/table-model.ts";

/** A table as an archive describes it. */
export interface ArchivedTable {
  readonly name: string;
  /** In the order in which its rows have their values. */
  readonly columns: readonly ArchivedColumn[];
  readonly rows: number;
  /** Only of a table of chunks: what they are made with. */
  readonly chunks?: ArchivedChunks;
}

export interface ArchivedColumn {
  readonly name: string;
  readonly type: string;
  readonly enumValues?: readonly string[];
  /** Absent, as the next: not known, in an archive of an older platform. */
  readonly isRequired?: boolean;
  readonly isUnique?: boolean;
}

export interface ArchivedChunks {
  readonly context: string;
  readonly language: string;
  /** The column that is searched. */
  readonly active: VectorColumn;
  readonly vectors: readonly ArchivedVectors[];
}

interface ArchivedVectors {
  readonly column: VectorColumn;
  /** The id of the embedding model. */
  readonly model: string;
  readonly dimensions: number;
}

const stateTable: TableModel = {
  name: "platform_state",
  columns: [
    { ...column("key", "text"), isRequired: true },
    { ...column("value", "jsonb"), isRequired: true },
  ],
  indexes: [],
};

/** Workers that run; jobs on their way to Redis, which are kept as jobs. */
const leftOut = new Set(["platform_workers", "platform_outbox"]);

/** The tables whose rows are kept, each after those that it points to. Postings are made anew from their chunks. */
export function keptTables(models: readonly TableModel[]): readonly TableModel[] {
  const derived = new Set(models.flatMap(({ chunks }) => (chunks ? [chunks.tables.postings] : [])));
  return [stateTable, ...models.filter(({ name }) => !leftOut.has(name) && !derived.has(name))];
}

/** A table as it is now. */
export async function describeTable(database: Database, model: TableModel): Promise<ArchivedTable> {
  const [counted] = await database.query<{ count: number }>(sql`select count(*) from ${name(model.name)}`);
  const chunks = model.chunks && (await describeChunks(database, model.chunks));
  const vectors = (chunks?.vectors ?? []).map((each) => ({
    name: each.column,
    type: `vector(${each.dimensions})`,
  }));
  const plain = model.columns
    .filter((each) => !chunks || !isVectorColumn(each.name))
    .map(({ name, type, isRequired, enumValues }) => ({
      ...{ name, type, isRequired, isUnique: isUniqueAlone(model, name) },
      ...(enumValues && { enumValues }),
    }));
  return { name: model.name, columns: [...plain, ...vectors], rows: counted?.count ?? 0, ...(chunks && { chunks }) };
}

export function isVectorColumn(column: string): column is VectorColumn {
  return vectorColumns.some((each) => each === column);
}

/** Whether no two rows may have the same value in the column. */
export function isUniqueAlone({ indexes }: Pick<TableModel, "indexes">, column: string): boolean {
  const isOwn = (columns: readonly string[]) => columns.length === 1 && columns[0] === column;
  return column === "id" || indexes.some(({ isUnique, columns }) => isUnique && isOwn(columns));
}

/** What tells a row apart, and puts rows into the same order on every database. */
export function keyOf({ columns }: Pick<ArchivedTable, "columns">): string {
  return columns[0]?.name ?? "id";
}

async function describeChunks(database: Database, facts: ChunkFacts): Promise<ArchivedChunks> {
  const { active, models } = await readVectorSets(database, { id: facts.context });
  const sizes = await database.query<{ column: string; dimensions: number }>(sql`
    select attname::text as column, atttypmod as dimensions from pg_attribute
    where attrelid = to_regclass(${quotedName(facts.tables.chunks)}) and not attisdropped`);
  const dimensions = new Map(sizes.map((each) => [each.column, each.dimensions]));
  return {
    context: facts.context,
    language: facts.language,
    active,
    vectors: vectorColumns.flatMap((each) => {
      const model = models.get(each);
      return model === undefined ? [] : [{ column: each, model, dimensions: dimensions.get(each) ?? 0 }];
    }),
  };
}
