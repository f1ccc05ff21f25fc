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
        await eventually(async () => (await findRuns(url, { batch: "ticks" })).length > 0, 60);
        await wait(seconds * 1000);

        const ticks = (await findRuns(url, { batch: "ticks" })).map(({ job, process, started }) => ({
          due: Number(job.split(":").at(-1)),
          ...{ process, started },
        }));
        const due = ticks.map((tick) => tick.due);
        expect(due).toEqual([...new Set(due)].toSorted((one, other) => one - other));
        // The next one is planned when one starts: only a machine that is too busy to start it in time leaves seconds out.
        const leftOut = ticks.filter(({ due: next }, index) => {
          const before = ticks[index - 1];
          return before && next > Math.max(before.due, Math.floor(before.started / 1000) * 1000) + 1000;
        });
        expect(leftOut).toEqual([]);
        const latest = Math.max(...ticks.map((tick) => tick.started - tick.due));
        const missing = (Math.max(...due) - Math.min(...due)) / 1000 + 1 - ticks.length;
        await annotate(
          `${backend.name}: ${ticks.length} seconds, each once, ${missing} left out, by ${new Set(ticks.map((tick) => tick.process)).size} processes; at most ${latest} ms late`,
        );
      },
    );
  }
});
