import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

/** Remembers that the first start was seen to. False when it was before: of two processes at once, the second waits for the first. */
export async function claimFirstSeed(database: Database, { hasSeed }: { readonly hasSeed: boolean }): Promise<boolean> {
  const inserted = await database.query(sql`
    insert into platform_state (key, value)
    values ('seeded', case when ${hasSeed}::boolean then to_jsonb(now()) else 'null'::jsonb end)
    on conflict (key) do nothing returning key`);
  return inserted.length > 0;
}

/** Remembers that the seed runs now, in this transaction. */
export async function markSeeded(database: Database): Promise<void> {
  await database.query(sql`
    insert into platform_state (key, value) values ('seeded', to_jsonb(now()))
    on conflict (key) do update set value = excluded.value`);
}

/** When the seed ran last; undefined when it never did. */
export async function findSeededAt(database: Database): Promise<string | undefined> {
  const [row] = await database.query<{ at: string | null }>(
    sql`select value #>> '{}' as at from platform_state where key = 'seeded'`,
  );
  return row?.at ?? undefined;
}

export interface SeededRecords {
  readonly resource: string;
  readonly action: string;
  readonly count: number;
}

/** What the last run of the seed wrote: its entries in the audit log bear the time of its transaction, to the millisecond. */
export function countSeeded(database: Database): Promise<readonly SeededRecords[]> {
  return database.query<SeededRecords>(sql`
    select resource, action, count(*)::int as count from platform_audit_log
    where "createdAt" = (select (value #>> '{}')::timestamptz(3) from platform_state where key = 'seeded')
    group by resource, action order by resource, action`);
}
