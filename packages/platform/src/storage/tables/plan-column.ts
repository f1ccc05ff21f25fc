import type { Database } from "../database.ts";
import { array, literal, name, type SqlFragment, sql } from "../sql.ts";
import type { Change } from "./change.ts";
import { defaultExpression, hasSameDefault, setEnumValues } from "./column-sql.ts";
import type { ExistingColumn } from "./read-tables.ts";
import type { ColumnModel } from "./table-model.ts";

/** What differs between a column as declared and as stored. `storedAs` is its name today, when it is being renamed. */
export async function planColumn(
  database: Database,
  table: string,
  column: ColumnModel,
  existing: ExistingColumn,
  enumValues: ReadonlyMap<string, readonly string[]>,
  storedAs: string = column.name,
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  if (existing.type !== column.type) changes.push(convertedColumn(table, column, existing));
  else if (!hasSameDefault(existing, column)) changes.push(changedDefault(table, column));
  if (existing.isRequired && !column.isRequired) changes.push(nowOptional(table, column));
  if (!existing.isRequired && column.isRequired) changes.push(await nowRequired(database, table, column, storedAs));
  const allowed = enumValues.get(storedAs);
  if (column.enumValues && !allowed) changes.push(await nowEnum(database, table, column, storedAs));
  else if (column.enumValues && allowed) changes.push(...enumChange(table, column, allowed, storedAs));
  else if (enumValues.has(column.name)) changes.push(noLongerEnum(table, column));
  return changes;
}

function convertedColumn(table: string, column: ColumnModel, existing: ExistingColumn): Change {
  const alter = sql`alter table ${name(table)}`;
  const stored = name(column.name);
  const type = literal(column.type);
  const text = existing.type === "jsonb" ? sql`(${stored} #>> '{}')` : sql`${stored}::text`;
  return {
    id: `convert:${table}.${column.name}`,
    kind: "accept",
    summary: `${table}.${column.name} changes its type from ${existing.type} to ${column.type}; values that don't fit make it fail`,
    resolution: "declare the old type again",
    acceptance: "convert it",
    statements: [
      // Neither the old default nor the check of an enum's values would fit the new type.
      sql`${alter} alter column ${stored} drop default`,
      sql`${alter} drop constraint if exists ${name(`${column.name}_values`)}`,
      sql`${alter} alter column ${stored} type ${type} using ${text}::${type}`,
      setDefault(table, column),
    ],
  };
}

function changedDefault(table: string, column: ColumnModel): Change {
  return {
    id: `default:${table}.${column.name}`,
    kind: "safe",
    summary: `change the default of ${table}.${column.name}`,
    statements: [setDefault(table, column)],
  };
}

function setDefault(table: string, column: ColumnModel): SqlFragment {
  const alter = sql`alter table ${name(table)} alter column ${name(column.name)}`;
  return column.default
    ? sql`${alter} set default ${defaultExpression(column.default, column.type)}`
    : sql`${alter} drop default`;
}

function nowOptional(table: string, column: ColumnModel): Change {
  return {
    id: `optional:${table}.${column.name}`,
    kind: "safe",
    summary: `make ${table}.${column.name} optional`,
    statements: [sql`alter table ${name(table)} alter column ${name(column.name)} drop not null`],
  };
}

async function nowRequired(database: Database, table: string, column: ColumnModel, storedAs: string): Promise<Change> {
  const [empty] = await database.query<{ count: number }>(
    sql`select count(*)::int as count from ${name(table)} where ${name(storedAs)} is null`,
  );
  const id = `require:${table}.${column.name}`;
  const require = sql`alter table ${name(table)} alter column ${name(column.name)} set not null`;
  if (!empty || empty.count === 0) {
    return { id, kind: "safe", summary: `make ${table}.${column.name} required`, statements: [require] };
  }
  const summary = `${table}.${column.name} is now required, but ${empty.count} of its items have no value`;
  if (!column.default) {
    const resolution = "fill them first, declare a default on the field, or make it optional again";
    return { id, kind: "blocked", summary, resolution, statements: [] };
  }
  const filled = sql`update ${name(table)} set ${name(column.name)} = ${defaultExpression(column.default, column.type)} where ${name(column.name)} is null`;
  return {
    id,
    kind: "accept",
    summary,
    resolution: "make it optional again",
    acceptance: "fill them with the default",
    statements: [filled, require],
  };
}

/** A column of another type that becomes an enum: what it holds must be among the values. */
async function nowEnum(database: Database, table: string, column: ColumnModel, storedAs: string): Promise<Change> {
  const declared = column.enumValues ?? [];
  const id = `values:${table}.${column.name}`;
  const [other] = await database.query<{ count: number }>(sql`
    select count(*) from ${name(table)} where ${name(storedAs)}::text <> all(${array(declared, "text")})`);
  if (other && other.count > 0) {
    return {
      id,
      kind: "blocked",
      summary: `${table}.${column.name} now takes only ${declared.join(", ")}, but ${other.count} of its items hold something else`,
      resolution: "change those items first, or declare their values too",
      statements: [],
    };
  }
  return { id, kind: "safe", summary: takes(table, column), statements: setEnumValues(table, column) };
}

function enumChange(table: string, column: ColumnModel, allowed: readonly string[], storedAs: string): Change[] {
  const declared = column.enumValues ?? [];
  const removed = allowed.filter((value) => !declared.includes(value));
  if (removed.length === 0 && allowed.length === declared.length && storedAs === column.name) return [];
  const change = { id: `values:${table}.${column.name}`, statements: setEnumValues(table, column) };
  if (removed.length === 0) return [{ ...change, kind: "safe", summary: takes(table, column) }];
  return [
    {
      ...change,
      kind: "accept",
      summary: `${table}.${column.name} no longer takes ${removed.join(", ")}; items that hold them make it fail`,
      resolution: "declare them again",
      acceptance: "change those items and then go on",
    },
  ];
}

function takes(table: string, column: ColumnModel): string {
  return `let ${table}.${column.name} take ${(column.enumValues ?? []).join(", ")}`;
}

function noLongerEnum(table: string, column: ColumnModel): Change {
  return {
    id: `values:${table}.${column.name}`,
    kind: "safe",
    summary: `let ${table}.${column.name} take any value`,
    statements: [sql`alter table ${name(table)} drop constraint if exists ${name(`${column.name}_values`)}`],
  };
}
