import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** A table as it is. */
export interface ExistingTable {
  readonly name: string;
  /** Whether the platform made it for a definition, as opposed to somebody else's table in the same schema. */
  readonly isManaged: boolean;
  readonly columns: ReadonlyMap<string, ExistingColumn>;
  readonly indexes: ReadonlyMap<string, ExistingIndex>;
  /** The values that each enum column may hold, by column. */
  readonly enumValues: ReadonlyMap<string, readonly string[]>;
  /** The tables that its rows belong to. */
  readonly belongsTo: readonly string[];
}

export interface ExistingColumn {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly default: string | null;
  /** What its values were made with. */
  readonly note: string | null;
}

interface ExistingIndex {
  readonly name: string;
  readonly isUnique: boolean;
}

/** Marks the tables and constraints that the platform made. */
export const managedMark = "platform";

export async function readTables(database: Database): Promise<ReadonlyMap<string, ExistingTable>> {
  const [tables, columns, indexes, enums, references] = await Promise.all([
    readTableNames(database),
    readColumns(database),
    readIndexes(database),
    readEnumValues(database),
    readReferences(database),
  ]);
  return new Map(
    tables.map(({ table, mark }) => [
      table,
      {
        name: table,
        isManaged: mark === managedMark,
        columns: byName(columns.filter((column) => column.table === table)),
        indexes: byName(indexes.filter((index) => index.table === table)),
        enumValues: new Map(enums.filter((each) => each.table === table).map((each) => [each.column, each.values])),
        belongsTo: references.filter((each) => each.table === table).map((each) => each.owner),
      },
    ]),
  );
}

function byName<Entry extends { readonly name: string }>(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [entry.name, entry]));
}

/** Views, indexes and the like are read too: they share their names with tables, and are somebody else's. */
function readTableNames(database: Database) {
  return database.query<{ table: string; mark: string | null }>(sql`
    select relname::text as table, case relkind when 'r' then obj_description(oid, 'pg_class') end as mark
    from pg_class
    where relnamespace = current_schema()::regnamespace
    order by relname`);
}

function readColumns(database: Database) {
  return database.query<ExistingColumn & { table: string }>(sql`
    select relname::text as table, attname::text as name, format_type(atttypid, atttypmod) as type,
      attnotnull as "isRequired", pg_get_expr(adbin, adrelid) as default,
      col_description(attrelid, attnum) as note
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
    order by attnum`);
}

function readIndexes(database: Database) {
  return database.query<ExistingIndex & { table: string }>(sql`
    select tables.relname::text as table, indexes.relname::text as name, indisunique as "isUnique"
    from pg_index
    join pg_class as tables on tables.oid = indrelid
    join pg_class as indexes on indexes.oid = indexrelid
    where tables.relnamespace = current_schema()::regnamespace and tables.relkind = 'r' and not indisprimary`);
}

/** The platform writes the values of an enum column on its check constraint, as JSON. */
function readEnumValues(database: Database) {
  return database.query<{ table: string; column: string; values: readonly string[] }>(sql`
    select relname::text as table, attname::text as column,
      obj_description(pg_constraint.oid, 'pg_constraint')::jsonb as values
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where relnamespace = current_schema()::regnamespace and contype = 'c'
      and obj_description(pg_constraint.oid, 'pg_constraint') like '[%'`);
}

function readReferences(database: Database) {
  return database.query<{ table: string; owner: string }>(sql`
    select tables.relname::text as table, owners.relname::text as owner
    from pg_constraint
    join pg_class as tables on tables.oid = conrelid
    join pg_class as owners on owners.oid = confrelid
    where tables.relnamespace = current_schema()::regnamespace and contype = 'f'`);
}
