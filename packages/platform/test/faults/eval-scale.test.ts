import { execFileSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { allResults, createRun, createSet, findRun, startRun } from "./eval-facts.ts";
import { cleanUp, evalsDeployment } from "./platform-process.ts";
import { allBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { isSoak } from "./soak-rounds.ts";

const count = 1000;
const wrong = 30;
/** In MB, beyond what a run of the same size has left behind. */
const mostGrowth = 100;

describe("An eval run of very many cases", () => {
  afterAll(cleanUp);

  for (const backend of allBackends.filter(({ name }) => isSoak || name === "PostgreSQL")) {
    test.skipIf(backend.isMissing)(
      `runs ${count} on ${backend.name}: results page through, memory stays flat, progress is exact`,
      { timeout: 900_000 },
      async ({ annotate, onTestFinished }) => {
        const deployment = await QueueDeployment.open(backend, {}, evalsDeployment);
        onTestFinished(() => deployment.discard());
        const server = await deployment.startServer();
        const worker = backend.isShared ? await deployment.startWorker("eval_runs") : server;
        const set = await createSet(server.url, { count, wrong });

        const first = await run(server.url, set, worker.pid);
        const second = await run(server.url, set, worker.pid);

        for (const { id, progress } of [first, second]) {
          expect(await findRun(server.url, id)).toMatchObject({
            ...{ status: "done", score: (100 * (count - wrong)) / count, passed: true },
            results: { total: count, done: count, passed: count - wrong, failed: wrong, errors: 0 },
          });
          expect(progress).toEqual(progress.toSorted((one, other) => one - other));
          expect(progress.length).toBeGreaterThan(5);
          const results = await allResults(server.url, id);
          expect(new Set(results.map(({ testCase }) => testCase)).size).toBe(count);
          expect(results.filter(({ state }) => state === "failed")).toHaveLength(wrong);
          expect(results.filter(({ attempts }) => attempts !== 1)).toEqual([]);
        }
        await annotate(
          `${backend.name}: ${count} cases in ${first.seconds.toFixed(1)} s, again in ${second.seconds.toFixed(1)} s; ${first.memory.toFixed(0)} MB at most, then ${second.memory.toFixed(0)} MB`,
        );
        expect(second.memory - first.memory).toBeLessThan(mostGrowth);
      },
    );
  }
});

interface ManyRun {
  readonly id: string;
  /** What was to be seen of it while it ran. */
  readonly progress: readonly number[];
  readonly seconds: number;
  /** The most that the worker had, in MB. */
  readonly memory: number;
}

async function run(url: string, set: { agent: string; set: string }, pid: number): Promise<ManyRun> {
  const startedAt = performance.now();
  const id = await createRun(url, set);
  await startRun(url, id);
  const progress = new Set<number>();
  let memory = 0;
  for (;;) {
    const { status, results } = await findRun(url, id);
    memory = Math.max(memory, memoryOf(pid));
    const { total, done, passed, failed, errors } = results ?? { total: 0, done: 0, passed: 0, failed: 0, errors: 0 };
    // Every time that it is looked at, the numbers are those of one moment.
    expect({ total, sum: passed + failed + errors }).toEqual({ total: count, sum: done });
    progress.add(done);
    if (status === "done")
      return { id, progress: [...progress], seconds: (performance.now() - startedAt) / 1000, memory };
    await wait(200);
  }
}

/** What a process has of the machine's memory, in MB. */
function memoryOf(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
