import { PlatformApp } from "../../src/definitions/app.ts";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import type { FieldDefinition } from "../../src/definitions/field-definition.ts";
import { newId } from "../../src/foundation/ids.ts";
import type { Database, Row } from "../../src/storage/database.ts";
import { join, name, quotedText, sql } from "../../src/storage/sql.ts";
import { chunkTableNames } from "../../src/storage/tables/chunk-tables.ts";
import { type TableModel, tableModels } from "../../src/storage/tables/table-model.ts";

/** The tables of the contexts alone: the core types would only make the tests slow. */
export function tablesOf(...contexts: readonly PlatformContext[]): readonly TableModel[] {
  const own = contexts.flatMap(({ id }) => [id, ...Object.values(chunkTableNames(id))]);
  return tableModels(checkDefinitions(new PlatformApp({ contexts }))).filter((table) => own.includes(table.name));
}

/** One context, `notes`, with these fields. */
export function notes(...fields: readonly FieldDefinition[]): readonly TableModel[] {
  return tablesOf(new PlatformContext({ id: "notes", fields }));
}

/** Puts an item into a table, past the platform. Without parameters, whose types a connection would remember. */
export async function insertItem(database: Database, table: string, values: Readonly<Record<string, string>>) {
  const columns = ["id", ...Object.keys(values)].map((column) => name(column));
  const row = [newId(), ...Object.values(values)].map(quotedText);
  await database.query(sql`insert into ${name(table)} (${join(columns, ", ")}) values (${join(row, ", ")})`);
}

/** The declared values of every item, oldest first. */
export async function itemsOf(database: Database, table: string): Promise<readonly Row[]> {
  const rows = await database.query<{ item: Row }>(sql`
    select to_jsonb(items) - 'id' - 'createdAt' - 'updatedAt' as item from ${name(table)} as items order by id`);
  return rows.map((row) => row.item);
}

export async function dropAllTables(database: Database): Promise<void> {
  const objects = await database.query<{ kind: string; name: string }>(sql`
    select case relkind when 'v' then 'view' else 'table' end as kind, relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v')`);
  for (const object of objects) await database.run(`drop ${object.kind} if exists "${object.name}" cascade`);
}

/** Everything about the tables that a migration could change, and what is in them: equal before and after means untouched. */
export async function snapshot(database: Database): Promise<unknown> {
  const catalog = await database.query(sql`
    select relname as name, relkind::text as kind, obj_description(pg_class.oid, 'pg_class') as comment,
      (select jsonb_agg(jsonb_build_array(attnum, attname, format_type(atttypid, atttypmod), attnotnull,
        attisdropped, pg_get_expr(adbin, adrelid)) order by attnum)
       from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where attrelid = pg_class.oid and attnum > 0) as columns,
      (select jsonb_agg(jsonb_build_array(conname, pg_get_constraintdef(pg_constraint.oid),
        obj_description(pg_constraint.oid, 'pg_constraint')) order by conname)
       from pg_constraint where conrelid = pg_class.oid) as constraints,
      (select jsonb_agg(pg_get_indexdef(indexrelid) order by indexrelid::regclass::text)
       from pg_index where indrelid = pg_class.oid) as indexes
    from pg_class where relnamespace = current_schema()::regnamespace order by relname`);
  const tables = catalog.filter((each) => each.kind === "r");
  const contents = await Promise.all(
    tables.map((table) =>
      database.query(
        sql`select to_jsonb(items) as item from ${name(String(table.name))} as items order by items::text`,
      ),
    ),
  );
  return { catalog, contents };
}
