import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { dataOf } from "./ask.ts";
import { eventually } from "./eventually.ts";
import { cleanUp } from "./platform-process.ts";
import { sharedBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { countEffects, createBatch, findJobs, findRuns, type Run } from "./queue-facts.ts";
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
        const taken = [...(await takenJobs(url, "narrow", narrowRuns)), ...(await takenJobs(url, "paced", pacedRuns))];
        const pacedTaken = taken.filter(({ id }) => id.startsWith(paced));
        expect({ narrow: narrowRuns.length, paced: pacedRuns.length }).toEqual({
          narrow: narrowJobs,
          paced: pacedJobs,
        });
        expect(atOnce(narrowRuns)).toBeLessThanOrEqual(mostAtOnce);
        expect(surelyInOneSecond(pacedTaken)).toBeLessThanOrEqual(jobsPerSecond + 1);
        expect(pacedJobs).toBeLessThanOrEqual(jobsPerSecond * secondsOf(pacedTaken) + 1);
        expect(taken.filter(({ asked }) => asked > pausedAt && asked < resumedAt)).toEqual([]);
        const processes = new Set([...narrowRuns, ...pacedRuns].map((run) => run.process)).size;
        await annotate(
          `${backend.name}: ${processes} processes; at most ${atOnce(narrowRuns)} at once, at most ${surelyInOneSecond(pacedTaken)} in any second, ${pacedJobs} in ${secondsOf(pacedTaken).toFixed(1)} s with a pause of ${pauseInMilliseconds / 1000} s`,
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

interface TakenJob {
  readonly id: string;
  /** When its worker asked for a job. */
  readonly asked: number;
  /** When it had it: in between it was taken. On a busy machine that can be long. */
  readonly started: number;
}

async function takenJobs(url: string, queue: string, runs: readonly Run[]): Promise<readonly TakenJob[]> {
  const jobs = await findJobs(url, queue, ["completed"]);
  const startOf = new Map(runs.map(({ job, started }) => [job, started]));
  return jobs
    .map(({ id, processedOn }) => ({
      id,
      asked: Date.parse(processedOn ?? ""),
      started: startOf.get(id) ?? Number.NaN,
    }))
    .toSorted((one, other) => one.asked - other.asked);
}

/** The most jobs that were taken within any second, however late or early each of them was. */
function surelyInOneSecond(taken: readonly TakenJob[]): number {
  return Math.max(
    ...taken.map(({ asked }) => taken.filter((each) => each.asked >= asked && each.started < asked + 1000).length),
  );
}

function secondsOf(taken: readonly TakenJob[]): number {
  const first = Math.min(...taken.map(({ asked }) => asked));
  return (Math.max(...taken.map(({ started }) => started)) - first) / 1000;
}
