import type { GraphQLFormattedError } from "graphql";
import { expect } from "vitest";
import { queueSchema } from "../../src/queues/queue-schema.ts";
import type { Database } from "../../src/storage/database.ts";
import { join, name, quotedText, sql } from "../../src/storage/sql.ts";
import type { TestPlatform } from "./test-platform.ts";

/** A fingerprint of the rows of every table, those of the queues included: two that are equal mean that nothing changed. */
export async function checksum(database: Database): Promise<Readonly<Record<string, string>>> {
  // platform_workers: they report all the time.
  const tables = await database.query<{ schema: string; table: string }>(sql`
    select nspname::text as schema, relname::text as table
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in (current_schema(), ${queueSchema}) and relkind = 'r' and relname <> 'platform_workers'
    order by nspname, relname`);
  // Workers look after one another's jobs all the time: they say when (a row), and what they have looked at (a column).
  // Requests, searches and jobs are counted a little later than they happen.
  const sums = tables.map(
    ({ schema, table }) => sql`
      select ${quotedText(`${schema}.${table}`)} as table,
        md5(coalesce(string_agg(row::text, E'\\n' order by row::text), '')) as sum
      from (select to_jsonb(each) - 'stalled_marked' as row from ${name(schema, table)} as each) as rows
      where row ->> 'field' is distinct from 'stalled-check'
        and not (${quotedText(table)} = 'statistics' and row ->> 'type' in ('request', 'search', 'job'))`,
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
