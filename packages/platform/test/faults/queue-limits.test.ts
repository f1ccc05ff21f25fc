import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { dataOf } from "./ask.ts";
import { eventually } from "./eventually.ts";
import { cleanUp } from "./platform-process.ts";
import { sharedBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { countEffects, createBatch, findRuns, type Run } from "./queue-facts.ts";
import { isSoak } from "./soak-rounds.ts";

const patience = 240;
const timeout = 600_000;
/** What the deployment says of its queues `narrow` and `paced`. */
const mostAtOnce = 3;
const jobsPerSecond = 5;
const narrowJobs = isSoak ? 400 : 80;
const pacedJobs = isSoak ? 300 : 50;
const pauseInMilliseconds = 2000;

describe("The limits of a queue that four processes work on", { concurrent: true }, () => {
  afterAll(cleanUp);

  for (const backend of sharedBackends) {
    test.skipIf(backend.isMissing)(
      `hold on ${backend.name}, also through a pause: ${mostAtOnce} jobs at once, ${jobsPerSecond} a second`,
      { timeout },
      async ({ annotate, onTestFinished }) => {
        const deployment = await QueueDeployment.open(backend);
        onTestFinished(() => deployment.discard());
        const { url } = await deployment.startServer("start");
        await Promise.all([1, 2, 3].map(() => deployment.startWorker("narrow", "paced")));
        const narrow = await createBatch(url, { queue: "narrow", size: narrowJobs, work: { milliseconds: 100 } });
        const paced = await createBatch(url, { queue: "paced", size: pacedJobs, work: { milliseconds: 300 } });
        await eventually(async () => (await countEffects(url, narrow)) > 5, patience);
        await eventually(async () => (await countEffects(url, paced)) > 5, patience);

        await dataOf(
          url,
          "mutation { a: pauseQueue(queue: narrow) { success } b: pauseQueue(queue: paced) { success } }",
        );
        const pausedAt = Date.now();
        await wait(pauseInMilliseconds);
        const resumedAt = Date.now();
        await dataOf(
          url,
          "mutation { a: resumeQueue(queue: narrow) { success } b: resumeQueue(queue: paced) { success } }",
        );
        await eventually(async () => (await countEffects(url, narrow)) === narrowJobs, patience);
        await eventually(async () => (await countEffects(url, paced)) === pacedJobs, patience);

        const narrowRuns = await findRuns(url, { batch: narrow });
        const pacedRuns = await findRuns(url, { batch: paced });
        expect(narrowRuns).toHaveLength(narrowJobs);
        expect(pacedRuns).toHaveLength(pacedJobs);
        expect(atOnce(narrowRuns)).toBe(mostAtOnce);
        expect(inAnySecond(pacedRuns)).toBeLessThanOrEqual(jobsPerSecond + 1);
        expect(pacedJobs).toBeLessThanOrEqual(jobsPerSecond * secondsOf(pacedRuns) + 1);
        // One that was being handed out when the queue was paused still starts.
        const duringPause = [...narrowRuns, ...pacedRuns].filter(
          ({ started }) => started > pausedAt + 1000 && started < resumedAt,
        );
        expect(duringPause).toEqual([]);
        const processes = new Set([...narrowRuns, ...pacedRuns].map((run) => run.process)).size;
        await annotate(
          `${backend.name}: ${processes} processes; at most ${atOnce(narrowRuns)} at once, at most ${inAnySecond(pacedRuns)} in any second, ${pacedJobs} in ${secondsOf(pacedRuns).toFixed(1)} s with a pause of ${pauseInMilliseconds / 1000} s`,
        );
      },
    );
  }
});

/** The most runs that were under way at the same time. */
function atOnce(runs: readonly Run[]): number {
  // An end comes before a start of the same millisecond.
  const changes = runs
    .flatMap(({ started, ended }) => [
      { at: started, change: 1 },
      { at: ended ?? Number.POSITIVE_INFINITY, change: -1 },
    ])
    .toSorted((one, other) => one.at - other.at || one.change - other.change);
  let now = 0;
  let most = 0;
  for (const { change } of changes) {
    now += change;
    most = Math.max(most, now);
  }
  return most;
}

/** The most starts within any second. */
function inAnySecond(runs: readonly Run[]): number {
  const starts = runs.map(({ started }) => started);
  return Math.max(...starts.map((first) => starts.filter((each) => each >= first && each < first + 1000).length));
}

function secondsOf(runs: readonly Run[]): number {
  const starts = runs.map(({ started }) => started);
  return (Math.max(...starts) - Math.min(...starts)) / 1000;
}
