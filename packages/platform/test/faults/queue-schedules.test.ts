import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { cleanUp, scheduleDeployment } from "./platform-process.ts";
import { sharedBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { findRuns } from "./queue-facts.ts";
import { isSoak } from "./soak-rounds.ts";

const seconds = isSoak ? 60 : 10;

describe("A job that comes every second, in three processes", { concurrent: true }, () => {
  afterAll(cleanUp);

  for (const backend of sharedBackends) {
    test.skipIf(backend.isMissing)(
      `comes once in each of ${seconds} seconds on ${backend.name}, and no second is left out`,
      { timeout: 240_000 },
      async ({ annotate, onTestFinished }) => {
        const deployment = await QueueDeployment.open(backend, {}, scheduleDeployment);
        onTestFinished(() => deployment.discard());
        // All at once: each of them finds the schedule missing, and sets it.
        const [{ url }] = await Promise.all([
          deployment.startServer("start"),
          deployment.startWorker("ticks"),
          deployment.startWorker("ticks"),
        ]);
        await eventually(async () => (await findRuns(url, { batch: "ticks" })).length > 0);
        await wait(seconds * 1000);

        const runs = await findRuns(url, { batch: "ticks" });
        const due = runs.map(({ job }) => Number(job.split(":").at(-1)) / 1000);
        const latest = Math.max(...runs.map(({ job, started }) => started - Number(job.split(":").at(-1))));
        const expected = Array.from({ length: seconds }, (_, index) => (due[0] ?? 0) + index);
        expect(due.slice(0, seconds)).toEqual(expected);
        await annotate(
          `${backend.name}: ${runs.length} seconds, each once, by ${new Set(runs.map((run) => run.process)).size} processes; at most ${latest} ms late`,
        );
      },
    );
  }
});
