import type { Database } from "../database.ts";
import { name, type SqlFragment, sql } from "../sql.ts";
import type { Change, Plan, UnusedTable } from "./change.ts";
import { vectorColumns } from "./chunk-tables.ts";
import { columnDefinition, createIndex, createTable } from "./column-sql.ts";
import { planChunks } from "./plan-chunks.ts";
import { planColumn } from "./plan-column.ts";
import { planLanguages } from "./plan-languages.ts";
import { type ExistingTable, readTables } from "./read-tables.ts";
import type { ColumnModel, IndexModel, TableModel } from "./table-model.ts";

/** Compares the tables with the definitions. Changes nothing. */
export async function planChanges(database: Database, models: readonly TableModel[]): Promise<Plan> {
  const existing = await readTables(database);
  const changes: Change[] = [...(await planLanguages(database, models))];
  for (const model of models) {
    const table = existing.get(model.name);
    changes.push(...(table ? await planTable(database, model, table) : [newTable(model)]));
  }
  const declared = new Set(models.map((model) => model.name));
  const unused = [...existing.values()].filter((table) => table.isManaged && !declared.has(table.name));
  return { changes, unusedTables: unusedTables(unused) };
}

/** A table that belongs to another unused one goes with it, and before it. */
function unusedTables(unused: readonly ExistingTable[]): readonly UnusedTable[] {
  const partsOf = (owner: string): readonly string[] =>
    unused.filter((table) => table.belongsTo.includes(owner)).flatMap((table) => [...partsOf(table.name), table.name]);
  const names = new Set(unused.map((table) => table.name));
  const whole = unused.filter((table) => !table.belongsTo.some((owner) => names.has(owner)));
  return whole.map(({ name: table }) => ({ name: table, parts: partsOf(table) }));
}

function newTable(model: TableModel): Change {
  return {
    id: `create:${model.name}`,
    kind: "safe",
    summary: `create the table ${model.name}`,
    statements: createTable(model),
  };
}

async function planTable(database: Database, model: TableModel, table: ExistingTable): Promise<readonly Change[]> {
  if (!table.isManaged) return [foreignTable(model)];
  const changes: Change[] = [];
  const claimed = new Set<string>([
    ...model.columns.map((column) => column.name),
    ...(model.chunks ? vectorColumns : []),
  ]);

  for (const column of model.columns) {
    const former = column.renamedFrom === undefined ? undefined : table.columns.get(column.renamedFrom);
    const current = table.columns.get(column.name);
    if (current && isMadeByPlatform(model, column)) continue;
    if (current) changes.push(...(await planColumn(database, model.name, column, current, table.enumValues)));
    else if (former) {
      claimed.add(former.name);
      changes.push(renamedColumn(model.name, former.name, column.name));
      const moved = { ...former, name: column.name };
      changes.push(...(await planColumn(database, model.name, column, moved, table.enumValues, former.name)));
    } else changes.push(await newColumn(database, model, column));
  }
  for (const column of table.columns.keys()) {
    if (!claimed.has(column)) changes.push(removedColumn(model.name, column));
  }
  if (model.chunks) changes.push(...(await planChunks(database, model.chunks, table)));
  for (const index of model.indexes) {
    if (table.indexes.get(index.name)?.isUnique === index.isUnique) continue;
    changes.push(await newIndex(database, model, table, index));
  }
  changes.push(...unusedIndexes(model, table));
  return changes;
}

/** Its type and values follow from what chunks are made with, which is planned as a whole. */
function isMadeByPlatform(model: TableModel, column: ColumnModel): boolean {
  return model.chunks !== undefined && ["embedding", "search"].includes(column.name);
}

function foreignTable(model: TableModel): Change {
  return {
    id: `foreign:${model.name}`,
    kind: "blocked",
    summary: `a table ${model.name} is there already, and the platform did not make it`,
    resolution: "give the context another id, or use another database or schema",
    statements: [],
  };
}

function renamedColumn(table: string, from: string, to: string): Change {
  return {
    id: `rename:${table}.${to}`,
    kind: "safe",
    summary: `rename ${table}.${from} to ${to}, with its data`,
    statements: [
      sql`alter table ${name(table)} rename column ${name(from)} to ${name(to)}`,
      sql`alter table ${name(table)} drop constraint if exists ${name(`${from}_values`)}`,
    ],
  };
}

async function newColumn(
  database: Database,
  { name: table, indexes }: TableModel,
  column: ColumnModel,
): Promise<Change> {
  const change = { id: `add:${table}.${column.name}`, summary: `add the column ${table}.${column.name}` };
  const isUnique = indexes.some((index) => index.isUnique && index.columns.includes(column.name));
  if (column.isRequired && !column.default && (await hasRows(database, table, 1))) {
    return {
      ...change,
      kind: "blocked",
      summary: `${table}.${column.name} is new and required, but ${table} has items without a value for it`,
      resolution: `declare a default on the field, or make it optional; if it is an old field under a new name, declare renamedFrom`,
      statements: [],
    };
  }
  if (isUnique && column.default && (await hasRows(database, table, 2))) {
    return {
      ...change,
      kind: "blocked",
      summary: `${table}.${column.name} is new and unique, but all items of ${table} would share its default`,
      resolution: "remove the default, or unique, from the field",
      statements: [],
    };
  }
  const add = sql`alter table ${name(table)} add column ${columnDefinition(column)}`;
  return { ...change, kind: "safe", statements: [add, ...enumStatements(table, column)] };
}

function enumStatements(table: string, column: ColumnModel): readonly SqlFragment[] {
  if (!column.enumValues) return [];
  return createTable({ name: table, columns: [column], indexes: [] }).slice(2);
}

function removedColumn(table: string, column: string): Change {
  return {
    id: `drop:${table}.${column}`,
    kind: "accept",
    summary: `${table}.${column} is no longer declared; dropping it loses its data`,
    resolution: `declare it again; if it was renamed, declare renamedFrom: "${column}" on the new field`,
    acceptance: "drop it for good",
    statements: [sql`alter table ${name(table)} drop column ${name(column)}`],
  };
}

async function newIndex(
  database: Database,
  model: TableModel,
  table: ExistingTable,
  index: IndexModel,
): Promise<Change> {
  const change = { id: `index:${index.name}`, summary: `create the index ${index.name}` };
  const column = model.columns.find((each) => each.name === index.columns[0]);
  const storedAs = [column?.name, column?.renamedFrom].find((each) => each !== undefined && table.columns.has(each));
  if (index.isUnique && storedAs && (await hasDuplicates(database, model.name, storedAs))) {
    return {
      ...change,
      kind: "blocked",
      summary: `${model.name}.${column?.name} is now unique, but some items share a value`,
      resolution: "change those items first, or remove unique from the field",
      statements: [],
    };
  }
  return { ...change, kind: "safe", statements: [createIndex(model.name, index)] };
}

/** Only indexes with names of ours: one that somebody else made stays. */
function unusedIndexes(model: TableModel, table: ExistingTable): Change[] {
  const declared = new Set(model.indexes.map((index) => index.name));
  return [...table.indexes.keys()]
    .filter((index) => !declared.has(index) && /_(sorted|unique)(_[0-9a-f]{8})?$/.test(index))
    .filter((index) => index.startsWith(`${model.name}_`))
    .map((index) => ({
      id: `unindex:${index}`,
      kind: "safe" as const,
      summary: `drop the index ${index}, which no field asks for`,
      // It may be gone already, with the column it was on.
      statements: [sql`drop index if exists ${name(index)}`],
    }));
}

async function hasRows(database: Database, table: string, atLeast: number): Promise<boolean> {
  const rows = await database.query(sql`select 1 from ${name(table)} limit ${atLeast}`);
  return rows.length >= atLeast;
}

async function hasDuplicates(database: Database, table: string, column: string): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 from ${name(table)} where ${name(column)} is not null
    group by ${name(column)} having count(*) > 1 limit 1`);
  return rows.length > 0;
}
