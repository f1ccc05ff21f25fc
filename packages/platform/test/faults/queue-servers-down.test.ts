import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { createPostgresDatabase, postgresUrl } from "../support/test-database.ts";
import { eventually } from "./eventually.ts";
import { OrderWriters } from "./order-writers.ts";
import { cleanUp, queuesDeployment, run } from "./platform-process.ts";
import { hasPrograms, PrivateCluster } from "./private-cluster.ts";
import { hasRedis, PrivateRedis } from "./private-redis.ts";
import type { Backend } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { countEffects, countRunning, createBatch, findEffects, findJobs, untilQuiet } from "./queue-facts.ts";
import { isSoak } from "./soak-rounds.ts";

const patience = 120;
const crashes = isSoak ? 5 : 1;
const jobs = isSoak ? 1000 : 200;

interface CrashingServer {
  crash(): Promise<void>;
  comeBack(): Promise<void>;
}

describe("A server that crashes under load", { concurrent: true }, () => {
  afterAll(cleanUp);

  test.skipIf(!hasPrograms)(
    `and comes back: with jobs on PostgreSQL, work goes on by itself and all jobs end`,
    { timeout: 240_000 * crashes },
    async ({ annotate, onTestFinished }) => {
      const cluster = await PrivateCluster.start();
      const backend: Backend = {
        ...{ name: "PostgreSQL", isShared: true, isMissing: false },
        open: async () => ({ environment: { DATABASE_URL: cluster.url }, discard: () => cluster.discard() }),
      };
      const deployment = await QueueDeployment.open(backend, { JOBS_KEEP_COMPLETED: "100000" });
      onTestFinished(() => deployment.discard());

      const { writers, acknowledgedMeanwhile } = await workThroughCrashes(deployment, cluster);

      expect(writers.refusals.filter((message) => !clearMessage.test(message))).toEqual([]);
      await annotate(
        `PostgreSQL: ${crashes} ${crashes === 1 ? "crash" : "crashes"}, ${crashes * jobs} jobs and ${writers.acknowledged.size} acknowledged writes, all of their jobs done; ${acknowledgedMeanwhile} acknowledged while it was away`,
      );
    },
  );

  test.skipIf(postgresUrl === undefined || !hasRedis)(
    `and comes back: with jobs on Redis, mutations that add jobs succeed meanwhile, and all jobs end`,
    { timeout: 240_000 * crashes },
    async ({ annotate, onTestFinished }) => {
      const redis = await PrivateRedis.start();
      const deployment = await QueueDeployment.open(await onRedis(redis), { JOBS_KEEP_COMPLETED: "100000" });
      onTestFinished(() => deployment.discard());

      const { writers, acknowledgedMeanwhile } = await workThroughCrashes(deployment, redis);

      expect(writers.refusals).toEqual([]);
      expect(acknowledgedMeanwhile).toBeGreaterThan(10);
      await annotate(
        `Redis: ${crashes} ${crashes === 1 ? "crash" : "crashes"}, ${crashes * jobs} jobs and ${writers.acknowledged.size} acknowledged writes, all of their jobs done; ${acknowledgedMeanwhile} acknowledged while it was away`,
      );
    },
  );

  test.skipIf(postgresUrl === undefined || !hasRedis)(
    "and does not come back: a worker with jobs on Redis that is told to stop gives up, and they go on elsewhere",
    async ({ annotate, onTestFinished }) => {
      const redis = await PrivateRedis.start();
      const deployment = await QueueDeployment.open(await onRedis(redis), { SHUTDOWN_GRACE_SECONDS: "1" });
      onTestFinished(() => deployment.discard());
      const { url } = await deployment.startServer();
      const worker = await deployment.startWorker("intake", "wide");
      const batch = await createBatch(url, { queue: "wide", size: 10, work: { milliseconds: 60_000, again: 10 } });
      await eventually(async () => (await countRunning(url, worker.pid)) === 10, patience);

      await redis.crash();
      worker.kill("SIGTERM");
      const toldAt = Date.now();
      const { code } = await worker.ended;
      const stopTime = Date.now() - toldAt;
      const refused = await run(["worker", queuesDeployment], deployment.environment);
      await redis.comeBack();
      await deployment.startWorker("wide");
      await eventually(async () => (await countEffects(url, batch)) === 10, patience);

      expect(code).toBe(0);
      expect(stopTime).toBeLessThan(20_000);
      expect(refused).toEqual({
        code: 1,
        output: "",
        complaint: `Redis at 127.0.0.1:${redis.port} can't be used:\n  - connect ECONNREFUSED 127.0.0.1:${redis.port}; check REDIS_URL, and that the server is running\n`,
      });
      await annotate(`stopped after ${(stopTime / 1000).toFixed(1)} s with a grace of 1 s`);
    },
  );
});

async function onRedis(redis: PrivateRedis): Promise<Backend> {
  const { url, drop } = await createPostgresDatabase();
  return {
    ...{ name: "Redis", isShared: true, isMissing: false },
    open: async () => ({
      environment: { DATABASE_URL: url, REDIS_URL: redis.url },
      discard: async () => {
        await redis.discard();
        await drop();
      },
    }),
  };
}

const clearMessage = /^The database is unavailable\. Nothing was confirmed; try again shortly\.$/;

/** Writes orders and runs jobs while the server crashes and comes back, and checks that everything was done. */
async function workThroughCrashes(deployment: QueueDeployment, server: CrashingServer) {
  const { url } = await deployment.startServer();
  const worker = await deployment.startWorker("intake", "wide");
  const writers = new OrderWriters();
  const written = writers.run(url, 4);
  const batches: string[] = [];
  let acknowledgedMeanwhile = 0;

  for (let crash = 1; crash <= crashes; crash++) {
    const batch = await createBatch(url, { queue: "wide", size: jobs, work: { milliseconds: 1000 } });
    batches.push(batch);
    await eventually(async () => (await countRunning(url, worker.pid)) > 0, patience);
    await server.crash();
    const before = writers.acknowledged.size;
    await wait(3000);
    acknowledgedMeanwhile += writers.acknowledged.size - before;
    await server.comeBack();
    await eventually(async () => (await countEffects(url, batch)) === jobs, patience);
  }
  writers.stop();
  await written;
  await eventually(async () => (await countEffects(url, "orders")) >= writers.acknowledged.size, patience);
  for (const queue of ["intake", "wide"]) await untilQuiet(url, queue, patience);

  const effects = new Set(await findEffects(url, "orders"));
  expect([...writers.acknowledged.keys()].filter((item) => !effects.has(item))).toEqual([]);
  const ended = await findJobs(url, "wide", []);
  expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(["completed"]));
  expect(new Set(ended.map(({ id }) => id)).size).toBe(crashes * jobs);
  expect(process.kill(worker.pid, 0), "it is the same process all the time").toBe(true);
  return { writers, acknowledgedMeanwhile };
}
