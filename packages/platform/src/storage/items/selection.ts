import type { Resource } from "../../definitions/resource.ts";
import { type Grant, type RightsGrants, rightsModes } from "../../definitions/rights.ts";
import { chunksField, relevanceFields, selectItemChunks } from "../chunks/item-chunks.ts";
import type { Row } from "../database.ts";
import { join, name, type SqlFragment, sql } from "../sql.ts";
import { rightsColumns } from "../tables/table-model.ts";

/** The pseudo-field that stands for the rights on an item. */
export const rightsField = "RBAC";

const known = new WeakMap<readonly string[], { readonly resource: Resource; readonly selection: SqlFragment }>();

/** The columns behind the selected fields; the id when nothing else is wanted. Remembered for each list of fields. */
export function selectColumns(resource: Resource, fields: readonly string[]): SqlFragment {
  const remembered = known.get(fields);
  if (remembered?.resource === resource) return remembered.selection;
  const columns = fields.filter(isStored).flatMap((field) => {
    if (field === rightsField) return rightsSelection;
    return [field === chunksField && resource.search ? selectItemChunks(resource.id) : name(field)];
  });
  const selection = columns.length === 0 ? name("id") : join(columns, ", ");
  known.set(fields, { resource, selection });
  return selection;
}

function isStored(field: string): boolean {
  return !relevanceFields.includes(field);
}

/** The same columns by the names that `selectColumns` gives them, to select them out of a wrapped statement. */
export function selectedNames(fields: readonly string[]): SqlFragment {
  const { mode, readers, writers } = rightsColumns;
  const names = fields
    .filter(isStored)
    .flatMap((field) => (field === rightsField ? [mode, readers, writers] : [field]));
  return join(
    (names.length === 0 ? ["id"] : names).map((each) => name(each)),
    ", ",
  );
}

/** Rows as items: the rights columns become one `RBAC` object. */
export function toItems(rows: readonly Row[], fields: readonly string[]): readonly Row[] {
  return fields.includes(rightsField) ? rows.map((row) => ({ ...row, RBAC: rightsOf(row) })) : rows;
}

const rightsSelection: readonly SqlFragment[] = [
  name(rightsColumns.mode),
  // As JSON, because the two drivers read arrays differently.
  sql`to_jsonb(${name(rightsColumns.readers)}) as ${name(rightsColumns.readers)}`,
  sql`to_jsonb(${name(rightsColumns.writers)}) as ${name(rightsColumns.writers)}`,
];

function rightsOf(row: Row): RightsGrants {
  const readers = texts(row[rightsColumns.readers]);
  const writers = new Set(texts(row[rightsColumns.writers]));
  const grants = (kind: "user" | "role"): Grant[] =>
    readers
      .filter((reader) => reader.startsWith(`${kind}:`))
      .map((reader) => ({ id: reader.slice(kind.length + 1), rights: writers.has(reader) ? "write" : "read" }));
  const mode = rightsModes.find((each) => each === row[rightsColumns.mode]);
  return { type: mode ?? "private", users: grants("user"), roles: grants("role") };
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
