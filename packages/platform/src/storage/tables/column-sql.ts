import { isDeepStrictEqual } from "node:util";
import { isoTimestamp } from "../row-values.ts";
import { join, literal, name, quotedText, type SqlFragment, sql } from "../sql.ts";
import type { ExistingColumn } from "./read-tables.ts";
import { managedMark } from "./read-tables.ts";
import type { ColumnDefault, ColumnModel, IndexModel, TableModel } from "./table-model.ts";

export function createTable(table: TableModel): readonly SqlFragment[] {
  const columns = table.columns.map((column) =>
    column.name === "id" ? sql`${name("id")} uuid primary key` : columnDefinition(column),
  );
  return [
    sql`create table ${name(table.name)} (${join(columns, ", ")})`,
    sql`comment on table ${name(table.name)} is ${quotedText(managedMark)}`,
    ...table.columns.flatMap((column) => (column.enumValues ? setEnumValues(table.name, column) : [])),
    ...table.indexes.map((index) => createIndex(table.name, index)),
  ];
}

export function columnDefinition(column: ColumnModel): SqlFragment {
  const parts = [name(column.name), literal(column.type)];
  if (column.default) parts.push(sql`default ${defaultExpression(column.default, column.type)}`);
  if (column.isRequired) parts.push(literal("not null"));
  return join(parts, " ");
}

export function defaultExpression(value: ColumnDefault, type: string): SqlFragment {
  return value.kind === "now" ? literal("now()") : sql`${quotedText(value.text)}::${literal(type)}`;
}

export function createIndex(table: string, index: IndexModel): SqlFragment {
  const kind = literal(index.isUnique ? "unique index" : "index");
  const include = index.include ? sql` include (${columnList(index.include)})` : literal("");
  return sql`create ${kind} ${name(index.name)} on ${name(table)} using ${literal(index.method)} (${columnList(index.columns)})${include}`;
}

function columnList(columns: readonly string[]): SqlFragment {
  return join(
    columns.map((column) => name(column)),
    ", ",
  );
}

/** The values are written on the constraint, to be compared with the definition at the next start. */
export function setEnumValues(table: string, column: ColumnModel): readonly SqlFragment[] {
  const constraint = name(`${column.name}_values`);
  const values = (column.enumValues ?? []).map(quotedText);
  return [
    sql`alter table ${name(table)} drop constraint if exists ${constraint}`,
    sql`alter table ${name(table)} add constraint ${constraint} check (${name(column.name)} in (${join(values, ", ")}))`,
    sql`comment on constraint ${constraint} on ${name(table)} is ${quotedText(JSON.stringify(column.enumValues))}`,
  ];
}

/** PostgreSQL gives back a default as an expression: `'open'::text`, `E'back\\slash'::text`, `now()`, `false`. */
export function hasSameDefault(existing: ExistingColumn, column: ColumnModel): boolean {
  if (existing.default === null || column.default === undefined) {
    return existing.default === null && column.default === undefined;
  }
  if (column.default.kind === "now") return existing.default === "now()";
  const stored = unquoted(existing.default);
  const declared = column.default.text;
  if (column.type === "jsonb") return sameJson(stored, declared);
  if (column.type === "double precision") return Number(stored) === Number(declared);
  if (column.type.startsWith("timestamp")) return isoTimestamp(stored) === declared;
  return stored === declared;
}

/** The text inside the quotes and casts, or the expression itself when it has none. */
function unquoted(expression: string): string {
  const [, escapes, text] = expression.match(/^\(*(E?)'(.*)'::/s) ?? [];
  if (text === undefined) return expression;
  const withoutQuotes = text.replaceAll("''", "'");
  return escapes ? withoutQuotes.replaceAll("\\\\", "\\") : withoutQuotes;
}

/** Stored JSON has its members in another order. */
function sameJson(one: string, other: string): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(one), JSON.parse(other));
  } catch {
    return false;
  }
}
