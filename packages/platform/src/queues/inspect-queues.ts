import { createPostgresBackend, Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { JobCounts } from "../definitions/queue.ts";
import type { Database } from "../storage/database.ts";
import { sql } from "../storage/sql.ts";
import { databasePool } from "./database-pool.ts";
import { countJobs, oldestWaiting } from "./list-jobs.ts";
import type { BullQueue } from "./queue-engine.ts";
import { queueSchema } from "./queue-schema.ts";
import { readQueueStatements } from "./queue-statements.ts";
import { redisPrefix } from "./redis-engine.ts";
import { countWorkers } from "./worker-presence.ts";

export interface QueueState {
  readonly name: string;
  readonly isPaused: boolean;
  readonly counts: JobCounts;
  readonly oldestWaitingInSeconds: number | null;
  /** Processes that work on it. */
  readonly workers: number;
}

/** Looks at queues without opening them, and writes nothing. Redis absent: they are kept in the database. */
export async function inspectQueues(
  names: readonly string[],
  { database, redis }: { readonly database: Database; readonly redis: Redis | undefined },
): Promise<readonly QueueState[]> {
  if (!redis && !(await hasQueueTables(database))) return [];
  const workers = await countWorkers(database);
  const open = redis ? redisQueue(redis) : await databaseQueue(database);
  const states: QueueState[] = [];
  for (const name of names) {
    const queue = open(name);
    // Whoever asks is told.
    queue.on("error", () => undefined);
    try {
      states.push(await stateOf(queue, workers.get(name) ?? 0));
    } finally {
      await queue.close();
    }
  }
  return states;
}

/** To look at a queue; it would be told who uses it otherwise. */
const onlyLooking = { skipMetasUpdate: true };

function redisQueue(connection: Redis): (name: string) => BullQueue {
  return (name) => new Queue(name, { ...onlyLooking, connection, prefix: redisPrefix }) as unknown as BullQueue;
}

async function databaseQueue(database: Database): Promise<(name: string) => BullQueue> {
  const connection = databasePool(database, await readQueueStatements(database));
  return (name) => new Queue(name, { ...onlyLooking, connection }, createPostgresBackend) as unknown as BullQueue;
}

async function stateOf(queue: BullQueue, workers: number): Promise<QueueState> {
  const oldest = await oldestWaiting(queue);
  return {
    name: queue.name,
    isPaused: await queue.isPaused(),
    counts: await countJobs(queue),
    oldestWaitingInSeconds: oldest && Math.max(0, (Date.now() - oldest.timestamp) / 1000),
    workers,
  };
}

async function hasQueueTables(database: Database): Promise<boolean> {
  const [row] = await database.query<{ isThere: boolean }>(
    sql`select to_regnamespace(${queueSchema}) is not null as "isThere"`,
  );
  return row?.isThere === true;
}
