import type { Logger } from "pino";
import type { Database } from "../storage/database.ts";
import { sql } from "../storage/sql.ts";
import { countJobs } from "./list-jobs.ts";
import type { BullQueue } from "./queue-engine.ts";
import type { QueueRegistry } from "./queue-registry.ts";

/** About how many finished jobs of a queue are kept. */
export interface JobRetention {
  /** Default 1,000. */
  readonly completed?: number | undefined;
  /** Default: all of them. */
  readonly failed?: number | undefined;
}

interface PruningOptions {
  readonly database: Database;
  readonly retention: JobRetention;
  readonly logger: Logger;
}

const lockKey = 5_208_113_703;
const pauseInMilliseconds = 15_000;
const batch = 1000;

/**
 * Removes the oldest finished jobs, now and then. The library could do it with every job that ends; on PostgreSQL those
 * deletes then wait for one another and end in deadlocks, some twenty in a run of 6,000 jobs.
 */
export function startPruning(queues: QueueRegistry, { database, retention, logger }: PruningOptions): () => void {
  const prune = async () => {
    for (const { queue } of queues.queues) {
      const { bull } = queues.opened(queue.name);
      if (!(await hasTooMany(bull, retention))) continue;
      await database.transaction(async () => {
        // Two processes that count at the same time would each remove what is too many, and so twice as much.
        if (await isAlone(database)) await pruneJobs(bull, retention);
      });
    }
  };
  const timer = setInterval(() => {
    prune().catch((error: unknown) => logger.warn({ err: error }, "old jobs could not be removed; it is tried again"));
  }, pauseInMilliseconds).unref();
  return () => clearInterval(timer);
}

async function hasTooMany(
  queue: BullQueue,
  { completed = 1000, failed = Number.POSITIVE_INFINITY }: JobRetention,
): Promise<boolean> {
  const counts = await countJobs(queue);
  return counts.completed > completed || counts.failed > failed;
}

async function isAlone(database: Database): Promise<boolean> {
  const [lock] = await database.query<{ isMine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockKey}::bigint) as "isMine"`,
  );
  return lock?.isMine ?? false;
}

export async function pruneJobs(queue: BullQueue, { completed = 1000, failed }: JobRetention): Promise<void> {
  const counts = await countJobs(queue);
  await removeOldest(queue, "completed", counts.completed - completed);
  if (failed !== undefined) await removeOldest(queue, "failed", counts.failed - failed);
}

async function removeOldest(queue: BullQueue, state: "completed" | "failed", count: number): Promise<void> {
  for (let left = count; left > 0; left -= batch) await queue.clean(0, Math.min(left, batch), state);
}
