import type { Database } from "../storage/database.ts";
import { array, sql } from "../storage/sql.ts";

export interface Presence {
  stop(): Promise<void>;
}

const beatInMilliseconds = 5000;
/** A worker that was not heard of for so long counts no more. */
const absentAfterInSeconds = 15;

/** Makes it known, from now on, that a process works on these queues. */
export async function announceWorker(database: Database, id: string, queues: readonly string[]): Promise<Presence> {
  const beat = () =>
    database.query(sql`
    insert into platform_workers (id, queues, seen_at) values (${id}::uuid, ${array(queues, "text")}, now())
    on conflict (id) do update set seen_at = now()`);
  const forget = (condition = sql`id = ${id}::uuid`) =>
    database.query(sql`delete from platform_workers where ${condition}`);
  await forget(sql`seen_at < now() - interval '1 day'`);
  await beat();
  // While the database is away, so is the news.
  const timer = setInterval(() => beat().catch(() => undefined), beatInMilliseconds).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await forget().catch(() => undefined);
    },
  };
}

/** How many processes work on each queue. */
export async function countWorkers(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ queue: string; count: number }>(sql`
    select queue, count(*) from platform_workers, unnest(queues) as queue
    where seen_at > now() - make_interval(secs => ${absentAfterInSeconds}) group by queue`);
  return new Map(rows.map(({ queue, count }) => [queue, count]));
}
