import { fieldTypes } from "../../definitions/field-types.ts";
import type { Resource } from "../../definitions/resource.ts";
import { and, type Condition } from "../../query/condition.ts";
import { type AuditEntry, audited, entryValues, recordColumn } from "../audit/audit-log.ts";
import { compileCondition } from "../compile-condition.ts";
import type { Database, Row } from "../database.ts";
import { join, literal, name, type SqlFragment, SqlShape, type SqlValue, sql } from "../sql.ts";
import { rightsColumns } from "../tables/table-model.ts";
import { markStale, type StaleMark } from "./mark-stale.ts";
import { selectColumns, selectedNames, toItems } from "./selection.ts";

/** What a write sets, by column. */
export type ColumnValues = ReadonlyMap<string, SqlValue>;

export interface WriteOptions {
  /** The fields to give back. */
  readonly fields: readonly string[];
  /** What the audit log is told. */
  readonly entry: AuditEntry;
  /** Whether the item's chunks are now behind it; undefined when they are not. */
  readonly stale: StaleMark | undefined;
}

export async function insertItem(
  database: Database,
  resource: Resource,
  values: ColumnValues,
  { fields, entry, stale }: WriteOptions,
): Promise<Row> {
  const shape = insertShape(resource, values, { fields, stale });
  const [row] = await database.query(shape.with([...values.values(), ...entryValues(entry)]));
  if (!row) throw new Error("An insert gave nothing back.");
  return only(row, fields);
}

/** Undefined when another row has one of the unique values; waits for one that is just being inserted. */
export function insertItemIfFree(
  database: Database,
  resource: Resource,
  values: ColumnValues,
  options: WriteOptions,
): Promise<Row | undefined> {
  return write(database, resource, sql`${insertInto(resource, values)} on conflict do nothing`, options);
}

/** Inserts, or updates the row that holds the same value of `key` already; undefined when that one is not `writable`. */
export function upsertItem(
  database: Database,
  resource: Resource,
  values: ColumnValues,
  options: WriteOptions & { readonly key: string; readonly writable: Condition },
): Promise<Row | undefined> {
  const update = updates(resource, without(values, ["id", rightsColumns.creator]));
  const statement = sql`
    ${insertInto(resource, values)}
    on conflict (${name(options.key)}) do update set ${update}
    where ${compileQualified(resource, options.writable)}`;
  return write(database, resource, statement, options);
}

/** Undefined when no row satisfies the condition. */
export function updateItem(
  database: Database,
  resource: Resource,
  values: ColumnValues,
  options: WriteOptions & { readonly condition: Condition },
): Promise<Row | undefined> {
  const statement = sql`
    update ${name(resource.id)} set ${updates(resource, values)}
    where ${compileCondition(resource, options.condition)}`;
  return write(database, resource, statement, options);
}

/** Undefined when no row satisfies the condition. */
export function deleteItem(
  database: Database,
  resource: Resource,
  condition: Condition,
  options: WriteOptions,
): Promise<Row | undefined> {
  const statement = sql`delete from ${name(resource.id)} where ${compileCondition(resource, condition)}`;
  return write(database, resource, statement, options);
}

/** The ids of at most two matching rows, locked until the transaction ends: enough to tell one from many. */
export async function lockMatches(
  database: Database,
  resource: Resource,
  ...conditions: readonly Condition[]
): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(sql`
    select id from ${name(resource.id)} where ${compileCondition(resource, and(...conditions))}
    order by id limit 2 for update`);
  return rows.map((row) => row.id);
}

/** The ids of at most two matching rows, as they are now. */
export async function findMatches(
  database: Database,
  resource: Resource,
  condition: Condition,
): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(sql`
    select id from ${name(resource.id)} where ${compileCondition(resource, condition)} order by id limit 2`);
  return rows.map((row) => row.id);
}

/** Copies the matching row, with some columns set to new values; undefined when no row matches. */
export function copyItem(
  database: Database,
  resource: Resource,
  options: WriteOptions & {
    readonly condition: Condition;
    readonly replaced: ColumnValues;
    /** The column that gets a suffix, and the suffix. */
    readonly suffixed: { readonly column: string; readonly suffix: string } | undefined;
  },
): Promise<Row | undefined> {
  const { condition, replaced, suffixed } = options;
  const columns = ["id", ...resource.fields.map((field) => field.name), ...(resource.rbac ? rightsList : [])];
  const values = columns.map((column) => {
    const value = replaced.get(column);
    if (value !== undefined) return typed(resource, column, value);
    return column === suffixed?.column ? sql`${name(column)} || ${suffixed.suffix}` : name(column);
  });
  const statement = sql`
    insert into ${name(resource.id)} (${columnList(columns)})
    select ${join(values, ", ")} from ${name(resource.id)} where ${compileCondition(resource, condition)}`;
  return write(database, resource, statement, options);
}

/** Runs a statement that writes one row or none, together with its entry in the audit log. */
async function write(
  database: Database,
  resource: Resource,
  statement: SqlFragment,
  { fields, entry, stale }: WriteOptions,
): Promise<Row | undefined> {
  const reading = { columns: selectedNames(fields), also: stale && markStale(stale) };
  const rows = await database.query(audited(returning(resource, statement, fields), entry, reading));
  return rows[0] && only(rows[0], fields);
}

function returning(resource: Resource, statement: SqlFragment, fields: readonly string[]): SqlFragment {
  return sql`${statement} returning id as ${name(recordColumn)}, ${selectColumns(resource, fields)}`;
}

const insertShapes = new WeakMap<readonly string[], Map<string, SqlShape>>();

/** Creating is the write that is made most often. Its text depends on the columns that are set and the fields wanted. */
function insertShape(
  resource: Resource,
  values: ColumnValues,
  { fields, stale }: Pick<WriteOptions, "fields" | "stale">,
): SqlShape {
  const shapes = insertShapes.get(fields) ?? new Map<string, SqlShape>();
  insertShapes.set(fields, shapes);
  const key = `${resource.id}:${stale !== undefined}:${[...values.keys()].join()}`;
  const known = shapes.get(key);
  if (known) return known;
  const reading = { columns: selectedNames(fields), also: stale && markStale(stale) };
  const insert = returning(resource, insertInto(resource, values), fields);
  const shape = new SqlShape(audited(insert, noEntry, reading));
  shapes.set(key, shape);
  return shape;
}

const noEntry: AuditEntry = { actor: { kind: "", userId: null, apiKeyId: null }, action: "", resource: "", fields: [] };

const rightsList: readonly string[] = Object.values(rightsColumns);

/** Under its own name the table could be mistaken for `excluded`, as PostgreSQL calls the new row of an upsert. */
const inserted = name("platform_stored");

function insertInto(resource: Resource, values: ColumnValues): SqlFragment {
  const columns = [...values.keys()];
  const row = [...values].map(([column, value]) => typed(resource, column, value));
  return sql`insert into ${name(resource.id)} as ${inserted} (${columnList(columns)}) values (${join(row, ", ")})`;
}

function updates(resource: Resource, values: ColumnValues): SqlFragment {
  const assignments = [...values].map(([column, value]) => sql`${name(column)} = ${typed(resource, column, value)}`);
  return join([...assignments, literal(`"updatedAt" = now()`)], ", ");
}

function columnList(columns: readonly string[]): SqlFragment {
  return join(
    columns.map((column) => name(column)),
    ", ",
  );
}

function typed(resource: Resource, column: string, value: SqlValue): SqlFragment {
  return sql`${value}::${literal(columnType(resource, column))}`;
}

function columnType(resource: Resource, column: string): string {
  const field = resource.fields.find((each) => each.name === column);
  if (field) return fieldTypes[field.type].column;
  if (column === rightsColumns.readers || column === rightsColumns.writers) return "text[]";
  return column === rightsColumns.mode ? "text" : "uuid";
}

function without(values: ColumnValues, columns: readonly string[]): ColumnValues {
  return new Map([...values].filter(([column]) => !columns.includes(column)));
}

/** In `on conflict do update`, a bare column name could mean the new row as well as the stored one. */
function compileQualified(resource: Resource, condition: Condition): SqlFragment {
  return sql`exists (select 1 from (select ${inserted}.*) as stored where ${compileCondition(resource, condition)})`;
}

function only(row: Row, fields: readonly string[]): Row {
  return toItems([row], fields)[0] ?? row;
}
