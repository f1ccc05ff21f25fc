import { Queue, QueueEvents, Worker } from "bullmq";
import { Redis } from "ioredis";
import type { Logger } from "pino";
import { StartRefusedError } from "../foundation/errors.ts";
import type { Database } from "../storage/database.ts";
import { insertOutbox } from "./outbox.ts";
import { startRelay } from "./outbox-relay.ts";
import { addNow, type BullQueue, type BullWorker, type QueueEngine } from "./queue-engine.ts";
import { watchJobs } from "./watch-jobs.ts";

export interface RedisEngineOptions {
  readonly url: string;
  readonly database: Database;
  readonly logger: Logger;
}

/** Every key starts with it. */
export const redisPrefix = "platform";

/** Jobs in Redis. What is added in a transaction goes through a table of the database, the outbox. */
export async function openRedisEngine({ url, database, logger }: RedisEngineOptions): Promise<QueueEngine> {
  // A caller waits for an answer; a worker waits for Redis to come back.
  // With a retry, the library forgets what was under way when a server hangs: neither done nor failed.
  const asking = new Redis(url, { maxRetriesPerRequest: 0 });
  const working = new Redis(url, { maxRetriesPerRequest: null });
  let isTold = true;
  let trouble: Error | undefined;
  for (const connection of [asking, working]) {
    connection.on("error", (error) => {
      trouble = error;
      if (!isTold) logger.error({ err: error }, "Redis does not answer: jobs wait until it does");
      isTold = true;
    });
    connection.on("ready", () => {
      isTold = false;
    });
  }
  // From the beginning: a server may take the connection, and then say nothing.
  const stopAsking = breakWhenSilent(asking);
  try {
    await asking.ping();
  } catch (error) {
    stopAsking();
    asking.disconnect();
    working.disconnect();
    throw unusableRedis(url, trouble ?? error);
  }
  const queues = new Map<string, BullQueue>();
  const relay = await startRelay(database, { queues, logger });

  return {
    kind: "redis",
    openQueue: async (name) => {
      const queue = new RedisQueue(name, { connection: asking, prefix: redisPrefix }) as unknown as BullQueue;
      await queue.waitUntilReady();
      queues.set(name, queue);
      relay.wake();
      return queue;
    },
    openWorker: async (name, processor, options) => {
      const settings = { ...options, connection: working, prefix: redisPrefix, autorun: false };
      const worker = new Worker(name, processor, settings) as unknown as BullWorker;
      await worker.waitUntilReady();
      return worker;
    },
    watch: (name, hear) => watchJobs(name, new QueueEvents(name, { connection: working, prefix: redisPrefix }), hear),
    add: (queue, jobs) => (database.isInTransaction() ? insertOutbox(database, queue.name, jobs) : addNow(queue, jobs)),
    isInTransaction: () => database.isInTransaction(),
    isReady: async () => (await asking.ping()) === "PONG",
    close: async () => {
      await relay.stop();
      stopAsking();
      asking.disconnect();
      working.disconnect();
    },
  };
}

const patience = { betweenQuestions: 1000, forAnAnswer: 5000 };

/** Ends a connection over which nothing comes any more. The library's own timeout costs a timer for every answer. */
function breakWhenSilent(connection: Redis): () => void {
  let asked: number | undefined;
  const settle = () => {
    asked = undefined;
  };
  const timer = setInterval(() => {
    if (asked === undefined) {
      asked = Date.now();
      connection.ping().then(settle, settle);
    } else if (Date.now() - asked > patience.forAnAnswer) {
      asked = undefined;
      connection.stream.destroy(new Error(`Nothing came from Redis for ${patience.forAnAnswer / 1000} s.`));
    }
  }, patience.betweenQuestions);
  timer.unref();
  return () => clearInterval(timer);
}

const day = 86_400_000;
/** What the library removes in one go. */
const cleanBatch = 10_000;

class RedisQueue extends Queue {
  /** The library's own way loses the run of a schedule that waits among other jobs. */
  override async drain(): Promise<void> {
    for (const part of ["wait", "prioritized"] as const) {
      // The clocks of other processes may be ahead. Runs of schedules are left out, and would make a batch look like the last.
      while ((await this.clean(-day, 0, part)).length > cleanBatch / 2);
    }
  }
}

/** Names the server, never the password in its address. */
export function unusableRedis(url: string, error: unknown): StartRefusedError {
  const { hostname, port } = new URL(url);
  const reason = error instanceof Error ? error.message : String(error);
  return new StartRefusedError(`Redis at ${hostname || "localhost"}:${port || 6379} can't be used:`, [
    `${reason}; check REDIS_URL, and that the server is running`,
  ]);
}
