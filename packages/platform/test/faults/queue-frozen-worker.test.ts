import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { cleanUp } from "./platform-process.ts";
import { allBackends, sharedBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { countEffects, countRunning, createBatch, findJob, findJobs, findRuns, untilQuiet } from "./queue-facts.ts";
import { isSoak } from "./soak-rounds.ts";

const patience = 90;

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
        const done = await createBatch(url, { queue: "wide", size: 5, work: { milliseconds: 3000, again: 10 } });
        const running = await createBatch(url, { queue: "wide", size: 5, work: { milliseconds: 3000, again: 15_000 } });
        const failing = await createBatch(url, {
          ...{ queue: "wide", size: 5 },
          work: { milliseconds: 3000, again: 15_000, isFailing: true },
        });
        await eventually(async () => (await countRunning(url, frozen.pid)) === 15, patience);

        frozen.kill("SIGSTOP");
        const other = await deployment.startWorker("wide");
        const upAt = Date.now();
        await eventually(async () => (await countRunning(url, other.pid)) === 10, patience);
        await eventually(async () => (await countEffects(url, done)) === 5, patience);
        const takenOver = Date.now() - upAt;
        const jobsOf = (batch: string) =>
          Promise.all([0, 1, 2, 3, 4].map((each) => findJob(url, "wide", `${batch}-${each}`)));
        await eventually(async () => (await jobsOf(done)).every(({ state }) => state === "completed"), patience);
        const before = await jobsOf(done);
        frozen.kill("SIGCONT");
        await wait(3000);
        const after = await jobsOf(done);
        const during = [...(await jobsOf(running)), ...(await jobsOf(failing))];
        await untilQuiet(url, "wide", patience);
        const next = await createBatch(url, { queue: "wide", size: 100, work: { milliseconds: 500 } });
        await eventually(async () => (await countEffects(url, next)) === 100, patience);

        const runsOfOther = await findRuns(url, { process: other.pid });
        const resultsOfOther = (batch: string) =>
          Array.from({ length: 5 }, (_, number) => `${batch}-${number}`).map((job) => ({
            ...{ id: job, state: "completed", attemptsMade: 1 },
            returnvalue: { process: other.pid },
            ended: runsOfOther.some((run) => run.job === job && run.ended !== null),
          }));
        expect(after).toEqual(before);
        expect(new Set(during.map(({ state }) => state))).toEqual(new Set(["active"]));
        for (const batch of [done, running, failing]) {
          const ended = (await jobsOf(batch)).map(({ id, state, attemptsMade, returnvalue }) => ({
            ...{ id, state, attemptsMade, returnvalue },
            ended: true,
          }));
          expect(ended).toEqual(resultsOfOther(batch));
        }
        const goesOn = (await findRuns(url, { batch: next })).some((run) => run.process === frozen.pid);
        expect(goesOn).toBe(true);
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
        const batch = await createBatch(url, { queue: "wide", size: 20, work: { milliseconds: 9000 } });
        await eventually(async () => (await countRunning(url, pid)) === 20, patience);

        deployment.server.kill("SIGSTOP");
        await wait(10_000);
        deployment.server.kill("SIGCONT");
        await untilQuiet(url, "wide", patience);

        const ended = await findJobs(url, "wide", []);
        const runs = await findRuns(url, { batch });
        await annotate(`${backend.name}: 20 jobs, ${runs.length} runs`);
        expect(ended.map(({ state }) => state)).toEqual(Array.from({ length: 20 }, () => "completed"));
        expect(await countEffects(url, batch)).toBe(20);
      },
    );
  }
});
