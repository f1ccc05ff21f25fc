import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { cleanUp } from "./platform-process.ts";
import { allBackends, sharedBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { countEffects, countRunning, createBatch, findJob, findJobs, findRuns, untilQuiet } from "./queue-facts.ts";
import { isSoak } from "./soak-rounds.ts";

const patience = 120;
const size = 5;

describe("A worker that is frozen for longer than its lease", { concurrent: true }, () => {
  afterAll(cleanUp);

  for (const backend of sharedBackends) {
    test.skipIf(backend.isMissing)(
      `can't change what another one has made of its jobs on ${backend.name}, and goes on with others`,
      async ({ annotate, onTestFinished }) => {
        const deployment = await QueueDeployment.open(backend);
        onTestFinished(() => deployment.discard());
        const { url } = await deployment.startServer();
        const frozen = await deployment.startWorker("intake", "wide");
        // The other one is done with these, or still runs, when the frozen one comes back to give a result, or to fail.
        const work = { milliseconds: 15_000, again: 20_000 };
        const batches = {
          done: await createBatch(url, { queue: "wide", size, work: { ...work, again: 10 } }),
          running: await createBatch(url, { queue: "wide", size, work }),
          failing: await createBatch(url, { queue: "wide", size, work: { ...work, isFailing: true } }),
        };
        const jobsOf = (batch: string) =>
          Promise.all(Array.from({ length: size }, (_, number) => findJob(url, "wide", `${batch}-${number}`)));
        await eventually(async () => (await countRunning(url, frozen.pid)) === 3 * size, patience);

        frozen.kill("SIGSTOP");
        const other = await deployment.startWorker("wide");
        const upAt = Date.now();
        await eventually(async () => (await findRuns(url, { process: other.pid })).length === 3 * size, patience);
        const takenOver = Date.now() - upAt;
        await eventually(
          async () => (await jobsOf(batches.done)).every(({ state }) => state === "completed"),
          patience,
        );
        const before = await jobsOf(batches.done);
        frozen.kill("SIGCONT");
        await wait(5000);
        const during = [...(await jobsOf(batches.running)), ...(await jobsOf(batches.failing))];
        await untilQuiet(url, "wide", patience);
        const next = await createBatch(url, { queue: "wide", size: 100, work: { milliseconds: 500 } });
        await eventually(async () => (await countEffects(url, next)) === 100, patience);

        expect(await jobsOf(batches.done)).toEqual(before);
        expect(during.filter(({ state }) => state !== "active" && state !== "completed")).toEqual([]);
        for (const batch of Object.values(batches)) {
          const ended = (await jobsOf(batch)).map(({ state, attemptsMade, returnvalue }) => ({
            ...{ state, attemptsMade, returnvalue },
          }));
          const result = { state: "completed", attemptsMade: 1, returnvalue: { process: other.pid } };
          expect(ended).toEqual(Array.from({ length: size }, () => result));
        }
        const { length: more } = (await findRuns(url, { batch: next })).filter((run) => run.process === frozen.pid);
        expect(more).toBeGreaterThan(0);
        await annotate(`${backend.name}: all taken over ${(takenOver / 1000).toFixed(1)} s after another one was up`);
      },
    );
  }

  for (const backend of allBackends) {
    test.skipIf(backend.isMissing || (backend.isShared && !isSoak))(
      `and is alone on ${backend.name}: its jobs end once it is back, each with one result`,
      async ({ annotate, onTestFinished }) => {
        const deployment = await QueueDeployment.open(backend);
        onTestFinished(() => deployment.discard());
        const { url, pid } = await deployment.startServer("start");
        // A second run takes longer than the lease as well, and has to keep it up while the first one ends.
        const batch = await createBatch(url, { queue: "wide", size, work: { milliseconds: 9000 } });
        await eventually(async () => (await countRunning(url, pid)) === size, patience);

        deployment.server.kill("SIGSTOP");
        await wait(10_000);
        deployment.server.kill("SIGCONT");
        await untilQuiet(url, "wide", patience);

        const ended = await findJobs(url, "wide", []);
        const runs = await findRuns(url, { batch });
        await annotate(`${backend.name}: ${size} jobs, ${runs.length} runs`);
        expect(ended.map(({ state }) => state)).toEqual(Array.from({ length: size }, () => "completed"));
        expect(await countEffects(url, batch)).toBe(size);
      },
    );
  }
});
