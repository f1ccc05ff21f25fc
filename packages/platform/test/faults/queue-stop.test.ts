import { afterAll, describe, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { cleanUp } from "./platform-process.ts";
import { testedBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { countEffects, countRunning, createBatch, findJobs, findRuns, untilQuiet } from "./queue-facts.ts";

const patience = 90;

describe("A worker that is told to stop", { concurrent: true }, () => {
  afterAll(cleanUp);

  for (const backend of testedBackends) {
    test.skipIf(backend.isMissing)(
      `on ${backend.name} ends what it can within the grace and hands the rest back, with the attempt not counted`,
      async ({ annotate, onTestFinished }) => {
        const deployment = await QueueDeployment.open(backend, { SHUTDOWN_GRACE_SECONDS: "3" });
        onTestFinished(() => deployment.discard());
        await deployment.startServer();
        const worker = backend.isShared ? await deployment.startWorker("intake", "wide") : deployment.server;
        const short = await createBatch(deployment.url, { queue: "wide", size: 10, work: { milliseconds: 2000 } });
        const long = await createBatch(deployment.url, {
          ...{ queue: "wide", size: 10 },
          work: { milliseconds: 60_000, again: 10 },
        });
        const { url } = deployment;
        await eventually(async () => (await countRunning(url, worker.pid)) >= 18, patience);

        worker.kill("SIGTERM");
        const toldAt = Date.now();
        const { code, complaint } = await worker.ended;
        const stopTime = Date.now() - toldAt;
        if (backend.isShared) await deployment.startWorker("wide");
        else await deployment.startServer();
        const startedAgainAt = Date.now();
        await eventually(async () => (await countEffects(deployment.url, long)) === 10, patience);
        const handedOver = Date.now() - startedAgainAt;
        await untilQuiet(deployment.url, "wide", patience);

        expect({ code, complaint }).toEqual({ code: 0, complaint: "" });
        expect(stopTime).toBeLessThan(15_000);
        const shortRuns = await findRuns(deployment.url, { batch: short });
        expect(shortRuns.map((run) => ({ process: run.process, isEnded: run.ended !== null }))).toEqual(
          Array.from({ length: 10 }, () => ({ process: worker.pid, isEnded: true })),
        );
        const longRuns = await findRuns(deployment.url, { batch: long });
        expect(longRuns.filter((run) => run.process === worker.pid && run.ended !== null)).toEqual([]);
        expect(longRuns.filter((run) => run.process !== worker.pid)).toHaveLength(10);
        const ended = await findJobs(deployment.url, "wide", []);
        expect(ended.map(({ state, attemptsMade }) => ({ state, attemptsMade }))).toEqual(
          Array.from({ length: 20 }, () => ({ state: "completed", attemptsMade: 1 })),
        );
        await annotate(
          `${backend.name}: stopped after ${(stopTime / 1000).toFixed(1)} s with a grace of 3 s; what was handed back was done ${(handedOver / 1000).toFixed(1)} s after the next one was up`,
        );
      },
    );
  }
});
