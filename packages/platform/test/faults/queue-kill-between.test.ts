import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { OrderWriters } from "./order-writers.ts";
import { cleanUp } from "./platform-process.ts";
import { testedBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { countEffects, findEffects, findJobs, findOrders, untilQuiet } from "./queue-facts.ts";
import { faultRounds, isSoak } from "./soak-rounds.ts";

const rounds = faultRounds(100);
const patience = isSoak ? 600 : 120;
const timeout = 120_000 + rounds * 60_000;

describe("An API that is killed between a write and its job", { concurrent: true }, () => {
  afterAll(cleanUp);

  for (const backend of testedBackends) {
    test.skipIf(backend.isMissing)(
      `${rounds} times with kill -9 on ${backend.name}: no item is without its job, and no job without its item`,
      { timeout },
      async ({ annotate, onTestFinished }) => {
        const deployment = await QueueDeployment.open(backend, { JOBS_KEEP_COMPLETED: "1000000" });
        onTestFinished(() => deployment.discard());
        await deployment.startServer();
        if (backend.isShared) await deployment.startWorker("intake");
        const writers = new OrderWriters();

        for (let round = 1; round <= rounds; round++) {
          const before = writers.acknowledged.size;
          const written = writers.run(deployment.url, 8);
          const enough = before + 1 + Math.random() * 60;
          while (writers.acknowledged.size < enough) await wait(1);
          deployment.server.kill("SIGKILL");
          await Promise.all([deployment.server.ended, written]);
          await deployment.startServer();
        }

        const { url } = deployment;
        const orders = await findOrders(url);
        await eventually(async () => (await countEffects(url, "orders")) >= orders.length, patience);
        await untilQuiet(url, "intake", patience);
        const jobs = await findJobs(url, "intake", []);
        const jobOf = new Map(jobs.map(({ id, data }) => [(data as { item: string }).item, id]));
        const effects = await findEffects(url, "orders");

        expect(writers.refusals).toEqual([]);
        expect(new Set(jobs.map(({ state }) => state))).toEqual(new Set(["completed"]));
        expect(jobs).toHaveLength(jobOf.size);
        expect([...jobOf.keys()].toSorted()).toEqual(orders.toSorted());
        expect(effects.toSorted()).toEqual(orders.toSorted());
        expect([...writers.acknowledged].filter(([item, job]) => jobOf.get(item) !== job)).toEqual([]);
        const unanswered = orders.length - writers.acknowledged.size;
        await annotate(
          `${backend.name}: ${rounds} kills, ${writers.acknowledged.size} acknowledged writes, ${unanswered} more without an answer; every one of the ${orders.length} items has its job, and no job is without its item`,
        );
      },
    );
  }
});
