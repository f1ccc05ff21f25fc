import { createPostgresBackend, Queue, QueueEvents, Worker } from "bullmq";
import type { Database } from "../storage/database.ts";
import { databasePool } from "./database-pool.ts";
import { addNow, type BullQueue, type BullWorker, type QueueEngine } from "./queue-engine.ts";
import { readQueueStatements } from "./queue-statements.ts";
import { watchJobs } from "./watch-jobs.ts";

/** Jobs beside the data: one database, one transaction. Its tables must be there already. */
export async function openDatabaseEngine(database: Database): Promise<QueueEngine> {
  // How long a worker sleeps unless it hears of a job. Over a connection that can go unheard; inside a process it can't, and
  // every look of an idle queue costs the embedded database four statements.
  const drainDelay = database.kind === "embedded" ? 30 : 5;
  const connection = databasePool(database, await readQueueStatements(database));
  return {
    kind: "database",
    openQueue: async (name) => {
      const queue = new Queue(name, { connection }, createPostgresBackend) as unknown as BullQueue;
      await queue.waitUntilReady();
      return queue;
    },
    openWorker: async (name, processor, options) => {
      const settings = { ...options, connection, drainDelay, autorun: false };
      const worker = new Worker(name, processor, settings, createPostgresBackend) as unknown as BullWorker;
      await worker.waitUntilReady();
      return worker;
    },
    watch: (name, hear) => watchJobs(name, new QueueEvents(name, { connection }, createPostgresBackend), hear),
    add: addNow,
    isInTransaction: () => database.isInTransaction(),
    // It is ready whenever the database is.
    isReady: async () => true,
    close: async () => undefined,
  };
}
