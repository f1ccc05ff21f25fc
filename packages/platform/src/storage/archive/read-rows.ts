import type { Database } from "../database.ts";
import { join, literal, name, type SqlFragment, sql } from "../sql.ts";
import { type ArchivedTable, keyOf } from "./archived-table.ts";

/** Every row as one line of JSON: the values of its columns, as PostgreSQL writes them. */
type RowLines = readonly string[];

const cursor = name("archive_rows");
const mostRows = 100;
/** Of one portion, in characters. Rows may be a few bytes or some megabytes long, and how long the next are nobody knows. */
const wantedLength = 1024 * 1024;

/** The rows of a table in the order of their keys, portion by portion. Only inside a transaction. */
export async function* readRows(
  database: Database,
  table: Pick<ArchivedTable, "name" | "columns">,
): AsyncGenerator<RowLines> {
  await database.query(sql`
    declare ${cursor} no scroll cursor for
    select array_to_json(array[${valuesOf(table)}])::text as line from ${name(table.name)}
    order by ${orderOf(table)}`);
  let size = 10;
  for (;;) {
    const rows = await database.query<{ line: string }>(sql`fetch forward ${literal(String(size))} from ${cursor}`);
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => line);
    yield lines;
    const length = lines.reduce((sum, line) => sum + line.length, 0);
    size = Math.max(1, Math.min(mostRows, size * 2, Math.ceil((wantedLength / length) * rows.length)));
  }
  await database.query(sql`close ${cursor}`);
}

function valuesOf({ columns }: Pick<ArchivedTable, "columns">): SqlFragment {
  return join(
    columns.map((column) => sql`${name(column.name)}::text`),
    ", ",
  );
}

/** Texts byte by byte: in which order a language puts them is different from server to server. */
function orderOf(table: Pick<ArchivedTable, "columns">): SqlFragment {
  const key = keyOf(table);
  const isText = table.columns.find(({ name }) => name === key)?.type === "text";
  return isText ? sql`${name(key)} collate "C"` : name(key);
}
