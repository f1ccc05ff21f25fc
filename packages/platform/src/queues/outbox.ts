import { newId } from "../foundation/ids.ts";
import type { Database } from "../storage/database.ts";
import { array, sql } from "../storage/sql.ts";
import type { ReadyJob } from "./queue-engine.ts";

/** Tells the relays of all processes that there is something to pass on. */
export const outboxChannel = "platform_outbox";

export interface OutboxEntry extends ReadyJob {
  readonly id: string;
  readonly queue: string;
}

/** Keeps jobs in the transaction around, to be passed on to Redis once it has committed. */
export async function insertOutbox(database: Database, queue: string, jobs: readonly ReadyJob[]): Promise<void> {
  const entries = jobs.map(({ name, data, options }) => ({ id: newId(), name, data, options }));
  await database.query(sql`
    insert into platform_outbox (id, queue, name, data, options)
    select (entry->>'id')::uuid, ${queue}, entry->>'name', entry->'data', entry->'options'
    from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) as entry`);
  await database.notify(outboxChannel, queue);
}

/** The oldest entries for these queues, locked against other relays until the transaction ends. */
export function lockOutbox(
  database: Database,
  queues: readonly string[],
  limit: number,
): Promise<readonly OutboxEntry[]> {
  // skip locked: two relays must not wait for the same entries
  return database.query<OutboxEntry>(sql`
    select id, queue, name, data, options from platform_outbox
    where queue = any(${array(queues, "text")})
    order by id limit ${limit} for update skip locked`);
}

export async function deleteOutbox(database: Database, ids: readonly string[]): Promise<void> {
  await database.query(sql`delete from platform_outbox where id = any(${array(ids, "uuid")})`);
}

/** Those of the jobs that are not passed on yet. */
export async function waitingInOutbox(database: Database, jobs: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ job: string }>(sql`
    select options->>'jobId' as job from platform_outbox where options->>'jobId' = any(${array(jobs, "text")})`);
  return new Set(rows.map(({ job }) => job));
}

const pageSize = 200;

/** All of a queue's that are not passed on yet, the oldest first, a page at a time. */
export async function* readOutbox(database: Database, queue: string): AsyncGenerator<readonly ReadyJob[]> {
  let last: string | null = null;
  for (;;) {
    const page: readonly (ReadyJob & { id: string })[] = await database.query(sql`
      select id, name, data, options from platform_outbox
      where queue = ${queue} and (${last}::uuid is null or id > ${last}::uuid) order by id limit ${pageSize}`);
    yield page.map(({ id: _, ...job }) => job);
    last = page.at(-1)?.id ?? null;
    if (page.length < pageSize) return;
  }
}
