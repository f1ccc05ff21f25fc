import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { cleanUp } from "./platform-process.ts";
import { cpuShare } from "./process-cpu.ts";
import { allBackends, sharedBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { countRunning, createBatch } from "./queue-facts.ts";
import { isSoak } from "./soak-rounds.ts";

const patience = 90;
/** While it is young, a process still compiles what it has used. */
const settlingInMilliseconds = 15_000;

describe.skipIf(!existsSync("/proc/self/stat"))("A process that has nothing to do", { concurrent: true }, () => {
  afterAll(cleanUp);

  for (const backend of allBackends) {
    test.skipIf(backend.isMissing || (backend.isShared && !isSoak))(
      `costs less than 2 % of a core with five queues on ${backend.name}`,
      async ({ annotate, onTestFinished }) => {
        const deployment = await QueueDeployment.open(backend);
        onTestFinished(() => deployment.discard());
        const { pid } = await deployment.startServer("start");

        await wait(settlingInMilliseconds);
        const share = await cpuShare(pid, 10);

        await annotate(`${backend.name}: ${share.toFixed(1)} % with five queues that are idle`);
        expect(share).toBeLessThan(2);
      },
    );
  }

  for (const backend of sharedBackends) {
    test.skipIf(backend.isMissing || (backend.name === "Redis" && !isSoak))(
      `because its queue is at its limit costs no more, with 100 jobs waiting on ${backend.name}`,
      async ({ annotate, onTestFinished }) => {
        const deployment = await QueueDeployment.open(backend);
        onTestFinished(() => deployment.discard());
        const worker = await deployment.startServer("start");
        const { url } = worker;
        await createBatch(url, { queue: "narrow", size: 103, work: { milliseconds: 120_000 } });
        await eventually(async () => (await countRunning(url, worker.pid)) === 3, patience);
        // It takes jobs too, and finds that all places are taken.
        const other = await deployment.startWorker("narrow");

        await wait(settlingInMilliseconds);
        const shares = await Promise.all([worker, other].map(({ pid }) => cpuShare(pid, 10)));

        await annotate(`${backend.name}: ${shares.map((share) => share.toFixed(1)).join(" % and ")} % at the limit`);
        expect(Math.max(...shares)).toBeLessThan(2);
      },
    );
  }
});
