import { pino } from "pino";
import { openDatabaseEngine } from "../../../packages/platform/src/queues/database-engine.ts";
import { JobWorker } from "../../../packages/platform/src/queues/job-worker.ts";
import type { QueueEngine } from "../../../packages/platform/src/queues/queue-engine.ts";
import { QueueRegistry } from "../../../packages/platform/src/queues/queue-registry.ts";
import { migrateQueues } from "../../../packages/platform/src/queues/queue-schema.ts";
import { openRedisEngine } from "../../../packages/platform/src/queues/redis-engine.ts";
import type { Database } from "../../../packages/platform/src/storage/database.ts";
import { openInMemory } from "../../../packages/platform/src/storage/embedded/open-embedded.ts";
import { openPostgres } from "../../../packages/platform/src/storage/postgres/open-postgres.ts";
import { internalTables } from "../../../packages/platform/src/storage/tables/internal-tables.ts";
import { migrate } from "../../../packages/platform/src/storage/tables/migrate.ts";
import { concurrency, payload, type QueueCandidate } from "./queue-candidate.ts";

const name = "bench-ours";
const logger = pino({ level: "error" });

export async function ourPostgres(url: string): Promise<QueueCandidate> {
  const database = await openPostgres({ url });
  await migrateQueues(database);
  return candidate(database, await openDatabaseEngine(database));
}

export async function ourEmbedded(): Promise<QueueCandidate> {
  const database = await openInMemory();
  await migrateQueues(database);
  return candidate(database, await openDatabaseEngine(database));
}

export async function ourRedis(url: string, databaseUrl: string): Promise<QueueCandidate> {
  const database = await openPostgres({ url: databaseUrl });
  await migrate(database, internalTables);
  return candidate(database, await openRedisEngine({ url, database, logger }));
}

async function candidate(database: Database, engine: QueueEngine): Promise<QueueCandidate> {
  const queues = new QueueRegistry();
  const configuration = await queues
    .register(name, { worker: concurrency, queue: 1000 }, Number.POSITIVE_INFINITY)
    .use();
  await queues.attach(engine);
  const { queue } = configuration;
  return {
    name: "ours",
    add: async (index) => {
      await queue.add("work", payload(index));
    },
    addBulk: async (from, count) => {
      await queue.addBulk(Array.from({ length: count }, (_, index) => ({ name: "work", data: payload(from + index) })));
    },
    process: async (count) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      let done = 0;
      const worker = new JobWorker(configuration, {
        logger,
        handlers: new Map([["work", { run: () => null }]]),
        onFinished: () => {
          done += 1;
          if (done === count) resolve();
        },
      });
      await worker.start(engine);
      await promise;
      await worker.close(1000);
    },
    empty: () => queues.opened(name).bull.obliterate({ force: true }),
    close: async () => {
      await queues.detach();
      await engine.close();
      await database.close();
    },
  };
}
