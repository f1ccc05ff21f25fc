import type { Database } from "../../src/storage/database.ts";
import { name, sql } from "../../src/storage/sql.ts";

/** Which processes work, and what is on its way to Redis, is not the same twice. */
const passing = new Set(["platform_workers", "platform_outbox"]);

/** The rows of every table, counted and summed up in a way that depends on no order: equal on any two databases, or something differs. */
export async function tableSums(database: Database): Promise<Readonly<Record<string, string>>> {
  return database.transaction(async () => {
    await database.run("set local timezone to 'UTC'; set local statement_timeout to 0");
    const tables = await database.query<{ table: string }>(sql`
      select relname::text as table from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`);
    const sums: Record<string, string> = {};
    for (const { table } of tables.filter((each) => !passing.has(each.table))) {
      const [row] = await database.query<{ sum: string }>(sql`
        select count(*) || ' ' || coalesce(sum(('x' || left(md5(to_jsonb(each)::text), 15))::bit(60)::bigint), 0) as sum
        from ${name(table)} as each`);
      sums[table] = row?.sum ?? "";
    }
    return sums;
  });
}

/** The indexes and constraints of every table, as the database would make them. */
export function tableShape(database: Database): Promise<readonly object[]> {
  return database.query(sql`
    select indexname::text as name, indexdef as definition from pg_indexes where schemaname = current_schema()
    union all
    select conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = current_schema()::regnamespace
    order by name`);
}
