import type { Database } from "../database.ts";
import { name, sql } from "../sql.ts";

/** The tokens that were used today for one user, API key or agent. Days are those of UTC. */
export async function tokensOfToday(
  database: Database,
  column: "user" | "trigger" | "name",
  value: string,
): Promise<number> {
  const [row] = await database.query<{ readonly tokens: number }>(sql`
    select coalesce(sum(count), 0) as tokens from statistics
    where type = 'tokens' and day = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
      and ${name(column)} = ${value}`);
  return Number(row?.tokens ?? 0);
}
