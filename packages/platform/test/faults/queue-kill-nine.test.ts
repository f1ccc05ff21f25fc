import { availableParallelism, loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { cleanUp } from "./platform-process.ts";
import { allBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import {
  countEffects,
  countRunning,
  countUnderWay,
  createBatch,
  findJobs,
  findRuns,
  isThere,
  type Run,
  untilQuiet,
} from "./queue-facts.ts";
import { faultRounds, isSoak } from "./soak-rounds.ts";

const rounds = faultRounds(200);
/** So many jobs must be under way whenever a worker is killed. */
const underWay = isSoak ? 1000 : 100;
/** In the long form there are always more jobs than a worker has places; here they must last until the kill. */
const work = { milliseconds: isSoak ? 500 : 2000 };
const patience = isSoak ? 600 : 120;
const timeout = 120_000 + rounds * 120_000;

interface Kill {
  readonly batch: string;
  readonly pid: number;
  readonly at: number;
}

describe("A worker that is killed", { concurrent: true }, () => {
  afterAll(cleanUp);

  for (const backend of allBackends) {
    test.skipIf(backend.isMissing)(
      `${rounds} times with kill -9, with ${underWay} jobs and more under way on ${backend.name}: each ends once, none is lost`,
      { timeout },
      async ({ annotate, onTestFinished }) => {
        // The embedded database works off a fraction of what the others do between two kills.
        const jobs = isSoak && !backend.isShared ? underWay / 4 : underWay;
        /** So many batches may be under way at once; before the next one, the oldest must have ended. */
        const mostBatches = underWay / jobs + 3;
        const kept = (mostBatches + 1) * jobs;
        const deployment = await QueueDeployment.open(backend, { JOBS_KEEP_COMPLETED: String(kept) });
        onTestFinished(() => deployment.discard());
        await deployment.startServer("start");
        const startVictim = () => (backend.isShared ? deployment.startWorker("wide") : deployment.startServer());
        let victim = backend.isShared ? await startVictim() : deployment.server;
        const kills: Kill[] = [];
        /** When each process was up. */
        const ups = new Map<number, number>();
        const figures: Figures[] = [];
        let leastUnderWay = Number.POSITIVE_INFINITY;
        const check = async (kill: Kill) => {
          const { batch, pid } = kill;
          await eventually(async () => (await countEffects(deployment.url, batch)) === jobs, patience);
          const begun = await findRuns(deployment.url, { process: pid });
          const cutOff = begun.filter(({ ended }) => ended === null);
          const concerned = new Set([batch, ...cutOff.map((run) => run.batch)]);
          const runs = await Promise.all([...concerned].map((each) => findRuns(deployment.url, { batch: each })));
          figures.push(figuresOf(runs.flat(), { cutOff, kill, ups }));
        };

        for (let round = 1; round <= rounds; round++) {
          const batch = await createBatch(deployment.url, { queue: "wide", size: jobs, work });
          // Its last job: whoever makes them is not to be killed each time, and given up.
          await eventually(async () => isThere(deployment.url, "wide", idsOf(batch, jobs).at(-1) ?? ""), patience);
          await eventually(async () => (await countRunning(deployment.url, victim.pid)) > 0, patience);
          await wait(Math.random() * work.milliseconds * 0.8);
          if (round > mostBatches) leastUnderWay = Math.min(leastUnderWay, await countUnderWay(deployment.url, "wide"));
          victim.kill("SIGKILL");
          const kill = { batch, pid: victim.pid, at: Date.now() };
          await victim.ended;
          victim = await startVictim();
          if (!backend.isShared) ups.set(victim.pid, Date.now());
          kills.push(kill);
          const oldest = kills.length === mostBatches ? kills.shift() : undefined;
          if (oldest) await check(oldest);
        }
        for (const kill of kills) await check(kill);
        await untilQuiet(deployment.url, "wide", patience);

        const ended = await findJobs(deployment.url, "wide", ["completed", "failed"]);
        const lastIds = kills.flatMap(({ batch }) => idsOf(batch, jobs));
        expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(["completed"]));
        expect(lastIds.filter((id) => ended.filter((job) => job.id === id).length !== 1)).toEqual([]);
        const sum = (key: keyof Figures) => figures.reduce((total, each) => total + each[key], 0);
        const slowest = Math.max(...figures.map((each) => each.slowestRecovery));
        await annotate(
          `${backend.name}: ${rounds} kills, ${rounds * jobs} jobs, 0 lost; at least ${leastUnderWay} under way at each; ${sum("cutOff")} were cut off, ${sum("begunTwice")} begun more than once, ${sum("doneTwice")} done more than once; slowest recovery ${(slowest / 1000).toFixed(1)} s`,
        );
        expect(sum("cutOff")).toBeGreaterThan(0);
        if (isSoak) expect(leastUnderWay).toBeGreaterThanOrEqual(underWay);
        // Where others want several times what the machine has, everything is late.
        const isOverloaded = (loadavg()[0] ?? 0) > 3 * availableParallelism();
        expect(slowest).toBeLessThanOrEqual(isOverloaded ? 30_000 : 10_000);
      },
    );
  }
});

interface Figures {
  /** Jobs whose run was cut off by the kill. */
  readonly cutOff: number;
  /** Jobs of the batch that were begun more than once. */
  readonly begunTwice: number;
  /** Jobs of the batch of which two runs came to their end: the effect has to bear it. */
  readonly doneTwice: number;
  /** The longest that a job that was cut off waited for its next run while there was a worker, in milliseconds. */
  readonly slowestRecovery: number;
}

interface Aftermath {
  readonly cutOff: readonly Run[];
  readonly kill: Kill;
  /** When the processes were up that there were none beside. */
  readonly ups: ReadonlyMap<number, number>;
}

function figuresOf(runs: readonly Run[], { cutOff, kill: { batch, at }, ups }: Aftermath): Figures {
  const recoveries = cutOff.flatMap(({ job }) => {
    const next = runs.find((run) => run.job === job && run.started > at);
    // None when another worker had it already.
    return next ? [next.started - (ups.get(next.process) ?? at)] : [];
  });
  const ofBatch = [
    ...Map.groupBy(
      runs.filter((run) => run.batch === batch),
      ({ job }) => job,
    ).values(),
  ];
  return {
    cutOff: cutOff.length,
    begunTwice: ofBatch.filter((each) => each.length > 1).length,
    doneTwice: ofBatch.filter((each) => each.filter(({ ended }) => ended !== null).length > 1).length,
    slowestRecovery: Math.max(0, ...recoveries),
  };
}

function idsOf(batch: string, jobs: number): readonly string[] {
  return Array.from({ length: jobs }, (_, number) => `${batch}-${number}`);
}
