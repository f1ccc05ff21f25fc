import { prepareVectorColumn } from "../chunks/vector-sets.ts";
import type { Database } from "../database.ts";
import { name, sql } from "../sql.ts";
import { chunkTableNames, vectorColumns } from "../tables/chunk-tables.ts";
import { hasTable } from "../tables/has-table.ts";
import { migrate } from "../tables/migrate.ts";
import { readTables } from "../tables/read-tables.ts";
import type { TableModel } from "../tables/table-model.ts";
import type { ArchivedChunks, ArchivedTable } from "./archived-table.ts";

/** The tables among these that have rows, and how many. */
export async function filledTables(
  database: Database,
  tables: readonly Pick<TableModel, "name">[],
): Promise<readonly { readonly name: string; readonly rows: number }[]> {
  const filled: { name: string; rows: number }[] = [];
  for (const { name: table } of tables) {
    if (!(await hasTable(database, table))) continue;
    const [counted] = await database.query<{ count: number }>(sql`select count(*) from ${name(table)}`);
    if (counted && counted.count > 0) filled.push({ name: table, rows: counted.count });
  }
  return filled;
}

/**
 * Makes the tables of the definitions, with vectors of those models that the archive has vectors of. What is there already stays; indexes that
 * are missing are not made here.
 */
export async function prepareTables(
  database: Database,
  models: readonly TableModel[],
  archived: readonly ArchivedTable[],
): Promise<void> {
  const existing = await readTables(database);
  const chunksOf = new Map(archived.flatMap(({ chunks }) => (chunks ? [[chunks.context, chunks] as const] : [])));
  await migrate(
    database,
    models.map((model) => ({
      ...withArchivedVectors(model, chunksOf.get(model.chunks?.context ?? "")),
      indexes: model.indexes.filter(
        (index) => index.isUnique || existing.get(model.name)?.indexes.has(index.name) === true,
      ),
    })),
  );
  for (const { context, vectors } of chunksOf.values()) {
    const hasSecond = existing.get(chunkTableNames(context).chunks)?.columns.has(second) === true;
    for (const { column, model, dimensions } of vectors.filter((each) => each.column === second && !hasSecond)) {
      await prepareVectorColumn(database, { id: context }, { column, model: { id: model, dimensions } });
    }
  }
}

const [first, second] = vectorColumns;

function withArchivedVectors(model: TableModel, archived: ArchivedChunks | undefined): TableModel {
  const made = archived?.vectors.find(({ column }) => column === first);
  const other = archived?.vectors.find(({ column }) => column === second);
  if (!model.chunks || !made) return model;
  return {
    ...model,
    chunks: {
      ...{ ...model.chunks, model: made.model, dimensions: made.dimensions },
      // It may be the one that is searched.
      ...(other && { previous: { model: other.model, dimensions: other.dimensions } }),
    },
    columns: model.columns.map((column) =>
      column.name === first ? { ...column, type: `vector(${made.dimensions})` } : column,
    ),
  };
}

/** For whoever plans statements: a table that was filled at once says nothing of what is in it until then. */
export async function analyzeTables(database: Database): Promise<void> {
  await database.transaction(async () => {
    await database.run("set local statement_timeout to 0; analyze");
  });
}
