import { createPostgresBackend, Queue } from "bullmq";
import { Redis } from "ioredis";
import type { JobCounts } from "../definitions/queue.ts";
import type { Database } from "../storage/database.ts";
import { sql } from "../storage/sql.ts";
import { databasePool } from "./database-pool.ts";
import { countJobs, oldestWaiting } from "./list-jobs.ts";
import type { BullQueue } from "./queue-engine.ts";
import { queueSchema } from "./queue-schema.ts";
import { readQueueStatements } from "./queue-statements.ts";
import { redisPrefix, unusableRedis } from "./redis-engine.ts";
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
  return lookAt(names, { database, redis }, (queue) => stateOf(queue, workers.get(queue.name) ?? 0));
}

/** The queues among these that hold jobs, ended ones included, and how many. */
export async function countHeldJobs(
  names: readonly string[],
  { database, redisUrl }: { readonly database: Database; readonly redisUrl: string | undefined },
): Promise<readonly { readonly queue: string; readonly jobs: number }[]> {
  if (redisUrl === undefined && !(await hasQueueTables(database))) return [];
  const redis = redisUrl === undefined ? undefined : redisForALook(redisUrl);
  try {
    await redis?.connect();
    const held = await lookAt(names, { database, redis }, async (queue) => {
      const counts = await countJobs(queue);
      return { queue: queue.name, jobs: Object.values<number>(counts).reduce((sum, count) => sum + count, 0) };
    });
    return held.filter(({ jobs }) => jobs > 0);
  } catch (error) {
    throw redisUrl === undefined ? error : unusableRedis(redisUrl, error);
  } finally {
    redis?.disconnect();
  }
}

async function lookAt<Result>(
  names: readonly string[],
  { database, redis }: { readonly database: Database; readonly redis: Redis | undefined },
  look: (queue: BullQueue) => Promise<Result>,
): Promise<readonly Result[]> {
  const open = redis ? redisQueue(redis) : await databaseQueue(database);
  const seen: Result[] = [];
  for (const name of names) {
    const queue = open(name);
    // Whoever asks is told.
    queue.on("error", () => undefined);
    try {
      seen.push(await look(queue));
    } finally {
      await queue.close();
    }
  }
  return seen;
}

const longestInMilliseconds = 3000;

/** A connection that gives up at once, for a single look. */
export function redisForALook(url: string): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: longestInMilliseconds,
    commandTimeout: longestInMilliseconds,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on("error", () => undefined);
  return redis;
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
