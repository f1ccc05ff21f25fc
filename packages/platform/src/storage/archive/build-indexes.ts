import type { Database } from "../database.ts";
import { name, sql } from "../sql.ts";
import { type ChunkFacts, vectorColumns, vectorIndex } from "../tables/chunk-tables.ts";
import { createIndex } from "../tables/column-sql.ts";
import { type ExistingTable, readTables } from "../tables/read-tables.ts";
import type { IndexModel, TableModel } from "../tables/table-model.ts";
import type { ArchivedTable } from "./archived-table.ts";

interface LateIndex {
  readonly table: string;
  readonly index: IndexModel;
  /** Whether there is one of this name. */
  readonly isThere: boolean;
}

/** Takes away what would have to be kept up to date with every row. Indexes that refuse a second row of the same value stay. */
export async function dropLateIndexes(database: Database, models: readonly TableModel[]): Promise<void> {
  for (const { index, isThere } of await lateIndexes(database, models)) {
    if (isThere) await database.query(sql`drop index ${name(index.name)}`);
  }
}

export interface BuildOptions {
  /** What the tables hold by now. */
  readonly archived: readonly ArchivedTable[];
  progress?(what: string, done: number, total: number): void;
}

/** Makes those that are missing, each at once from all rows: row by row, that of vectors takes many times as long. */
export async function buildIndexes(
  database: Database,
  models: readonly TableModel[],
  { archived, progress }: BuildOptions,
): Promise<void> {
  const late = await lateIndexes(database, models);
  const tables = new Map(archived.map((table) => [table.name, table]));
  const missing = late.filter(({ isThere }) => !isThere);
  for (const [done, { table, index }] of missing.entries()) {
    progress?.("indexes", done, missing.length);
    await database.transaction(async () => {
      // Several workers share memory in a file system that containers have little of.
      await database.run(`
        set local statement_timeout to 0;
        set local max_parallel_maintenance_workers to 0;
        set local maintenance_work_mem to '${memoryFor(database, index, tables.get(table))}MB'`);
      await database.query(createIndex(table, index));
    });
  }
  progress?.("indexes", missing.length, missing.length);
}

async function lateIndexes(database: Database, models: readonly TableModel[]): Promise<readonly LateIndex[]> {
  const existing = await readTables(database);
  return models.flatMap((model) => {
    const table = existing.get(model.name);
    const second = model.chunks && table ? secondVectors(model.chunks, table) : [];
    return [...model.indexes.filter(({ isUnique }) => !isUnique), ...second].map((index) => ({
      table: model.name,
      index,
      isThere: table?.indexes.has(index.name) === true,
    }));
  });
}

/** Definitions know only the first set of vectors. */
function secondVectors({ tables }: ChunkFacts, { columns }: ExistingTable): readonly IndexModel[] {
  const [, second] = vectorColumns;
  return columns.has(second) ? [vectorIndex(tables, second)] : [];
}

const leastMemory = 64;
const mostMemory = { embedded: 256, postgres: 512 };
/** In bytes, beside the vector itself: what it is linked to. */
const linksOfVector = 1024;

/** In MB. What does not fit is much slower: the graph of an index of vectors is then built on the disk. */
function memoryFor({ kind }: Database, { method, columns }: IndexModel, table: ArchivedTable | undefined): number {
  if (method !== "hnsw" || !table) return leastMemory;
  const dimensions = table.chunks?.vectors.find(({ column }) => column === columns[0])?.dimensions ?? 0;
  const wanted = Math.ceil((table.rows * (dimensions * 4 + linksOfVector)) / 1024 / 1024);
  return Math.min(mostMemory[kind], Math.max(leastMemory, wanted));
}
