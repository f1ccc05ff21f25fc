import { performance } from "node:perf_hooks";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import { openRedisEngine } from "../../src/queues/redis-engine.ts";
import { openInMemory } from "../../src/storage/embedded/open-embedded.ts";
import { internalTables } from "../../src/storage/tables/internal-tables.ts";
import { migrate } from "../../src/storage/tables/migrate.ts";
import { eventually } from "./eventually.ts";
import { hasRedis, PrivateRedis } from "./private-redis.ts";

describe.skipIf(!hasRedis)("A Redis that hangs", () => {
  test("does not keep whoever starts waiting for ever", { timeout: 60_000 }, async ({ onTestFinished }) => {
    const redis = await PrivateRedis.start();
    onTestFinished(() => redis.discard());
    const database = await openInMemory();
    onTestFinished(() => database.close());
    redis.hang();

    const opening = openRedisEngine({ url: redis.url, database, logger: pino({ level: "silent" }) });
    await expect(opening).rejects.toThrow(/Redis at 127.0.0.1:\d+ can't be used/);
    redis.wakeUp();
  });

  test("does not keep whoever adds a job waiting for ever; awake again, it takes jobs", { timeout: 60_000 }, async ({
    onTestFinished,
  }) => {
    const redis = await PrivateRedis.start();
    onTestFinished(() => redis.discard());
    const database = await openInMemory();
    onTestFinished(() => database.close());
    await migrate(database, internalTables);
    const engine = await openRedisEngine({ url: redis.url, database, logger: pino({ level: "silent" }) });
    onTestFinished(() => engine.close());
    const queues = new QueueRegistry();
    const { queue } = await queues.register("hanging", { worker: 1, queue: 1 }).use();
    await queues.attach(engine);
    await queue.add("work", { before: true });

    redis.hang();
    const began = performance.now();
    await expect(queue.add("work", { meanwhile: true })).rejects.toThrow();
    const waited = performance.now() - began;
    redis.wakeUp();

    expect(waited).toBeLessThan(30_000);
    await eventually(async () => {
      const { id } = await queue.add("work", { after: true });
      return (await queue.getJob(id)) !== undefined;
    }, 20);
  });
});
