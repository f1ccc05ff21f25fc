import type { Database } from "../database.ts";
import { array, sql } from "../sql.ts";

export interface DailySum {
  /** `2026-01-31`, in UTC. */
  readonly day: string;
  readonly type: string;
  readonly count: number;
}

/** What was counted on each of the last days, whoever caused it. A day without events has no sum. */
export async function dailySums(
  database: Database,
  { days, types }: { readonly days: number; readonly types: readonly string[] },
): Promise<readonly DailySum[]> {
  const today = new Date().toISOString().slice(0, 10);
  return database.query<{ readonly day: string; readonly type: string; readonly count: number }>(sql`
    select to_char(day at time zone 'UTC', 'YYYY-MM-DD') as day, type, sum(count)::double precision as count
    from statistics
    where type = any(${array(types, "text")}) and day > ${today}::timestamptz - make_interval(days => ${days}::int)
    group by 1, 2`);
}
