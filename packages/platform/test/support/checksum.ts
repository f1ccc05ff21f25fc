import type { GraphQLFormattedError } from "graphql";
import { expect } from "vitest";
import type { Database } from "../../src/storage/database.ts";
import { join, name, quotedText, sql } from "../../src/storage/sql.ts";
import type { TestPlatform } from "./test-platform.ts";

/** A fingerprint of the rows of every table: two that are equal mean that nothing changed. Workers report all the time. */
export async function checksum(database: Database): Promise<Readonly<Record<string, string>>> {
  const tables = await database.query<{ table: string }>(sql`
    select relname::text as table from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'platform_workers'
    order by relname`);
  const sums = tables.map(
    ({ table }) => sql`
      select ${quotedText(table)} as table, md5(coalesce(string_agg(each::text, E'\\n' order by each::text), '')) as sum
      from ${name(table)} as each`,
  );
  const rows = await database.query<{ table: string; sum: string }>(join(sums, " union all "));
  return Object.fromEntries(rows.map(({ table, sum }) => [table, sum]));
}

/** What of an error is the same every time. */
interface Refusal {
  readonly message: string;
  readonly code: unknown;
}

export function told({ message, extensions }: GraphQLFormattedError): Refusal {
  return { message, code: extensions?.code };
}

/** The one error of an operation that must fail, after which every table must be as it was. */
export async function refusal(
  platform: TestPlatform,
  query: string,
  variables?: Record<string, unknown>,
): Promise<Refusal> {
  const before = await checksum(platform.database);

  const error = await platform.error(query, variables);

  expect(await checksum(platform.database)).toEqual(before);
  return told(error);
}
