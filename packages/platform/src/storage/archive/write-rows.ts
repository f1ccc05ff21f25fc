import { insertPostings } from "../chunks/full-text-sql.ts";
import type { Database } from "../database.ts";
import { join, literal, name, quotedName, sql } from "../sql.ts";
import { chunkTableNames } from "../tables/chunk-tables.ts";
import type { ArchivedTable } from "./archived-table.ts";

/** Stores rows as `readRows` gave them; chunks together with their postings. */
export async function writeRows(
  database: Database,
  { name: table, columns, chunks }: ArchivedTable,
  lines: readonly string[],
): Promise<void> {
  const names = columns.map((column) => name(column.name));
  const values = columns.map((column, index) => sql`(line ->> ${literal(String(index))})::${literal(column.type)}`);
  const insert = sql`
    insert into ${name(table)} (${join(names, ", ")})
    select ${join(values, ", ")} from jsonb_array_elements(${`[${lines.join(",")}]`}::jsonb) as line`;
  if (!chunks) await database.query(insert);
  else {
    await database.query(sql`
      with inserted as (${insert} returning number, search, length)
      ${insertPostings(chunkTableNames(chunks.context), "inserted")}`);
  }
}

/** The next chunk gets a number that none of those that were stored has. */
export async function continueNumbers(database: Database, { name: table, chunks }: ArchivedTable): Promise<void> {
  if (!chunks) return;
  await database.query(sql`
    select setval(pg_get_serial_sequence(${quotedName(table)}, 'number'), coalesce(max(number), 0) + 1, false)
    from ${name(table)}`);
}
