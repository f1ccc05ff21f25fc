import { execFileSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { cleanUp, sourcesDeployment } from "./platform-process.ts";
import { allBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { isSoak } from "./soak-rounds.ts";
import { type Counts, countRecords, countWrites, executeMany, findSourceJob } from "./source-facts.ts";

const count = isSoak ? 100_000 : 5000;
const mostGrowth = 500;
const nothing: Counts = { created: 0, changed: 0, unchanged: 0, failed: 0, removed: 0 };

describe("A source of very many items", () => {
  afterAll(cleanUp);

  for (const backend of allBackends.filter(({ name }) => name !== "Redis")) {
    test.skipIf(backend.isMissing)(
      `brings ${count} on ${backend.name} in little memory, shows how far it is, and writes nothing the second time`,
      { timeout: 3_600_000 },
      async ({ annotate, onTestFinished }) => {
        const deployment = await QueueDeployment.open(backend, {}, sourcesDeployment);
        onTestFinished(() => deployment.discard());
        const server = await deployment.startServer();
        const worker = backend.isShared ? await deployment.startWorker("imports") : server;
        await run(server.url, worker.pid, { batch: "warm-up", count: 200 });
        const before = memoryOf(worker.pid);

        const first = await run(server.url, worker.pid, { batch: "many", count });
        const written = await countWrites(server.url);
        const second = await run(server.url, worker.pid, { batch: "many", count });

        expect(first.counts).toEqual({ ...nothing, created: count });
        expect(first.shown.length).toBeGreaterThan(2);
        expect(await countRecords(server.url, "many")).toBe(count);
        expect(second.counts).toEqual({ ...nothing, unchanged: count });
        expect(await countWrites(server.url)).toBe(written);
        const growth = Math.max(first.memory, second.memory) - before;
        await annotate(
          `${backend.name}: ${count} items in ${first.seconds.toFixed(1)} s, again in ${second.seconds.toFixed(1)} s; ${before.toFixed(0)} MB and ${growth.toFixed(0)} MB more`,
        );
        expect(growth).toBeLessThan(mostGrowth);
      },
    );
  }
});

interface ManyRun {
  readonly counts: Counts | null;
  /** What was to be seen of it while it ran. */
  readonly shown: readonly number[];
  readonly seconds: number;
  /** The most that the process had, in MB. */
  readonly memory: number;
}

async function run(url: string, pid: number, inputs: { batch: string; count: number }): Promise<ManyRun> {
  const startedAt = performance.now();
  const id = await executeMany(url, inputs);
  const shown = new Set<number>();
  let memory = 0;
  for (;;) {
    const { state, progress, returnvalue, failedReason } = await findSourceJob(url, id);
    memory = Math.max(memory, memoryOf(pid));
    if (typeof progress === "object") shown.add(progress.created + progress.unchanged);
    if (state === "failed") throw new Error(`The source failed: ${failedReason}`);
    if (state === "completed") {
      const seconds = (performance.now() - startedAt) / 1000;
      return { counts: returnvalue, shown: [...shown], seconds, memory };
    }
    await wait(200);
  }
}

/** What a process has of the machine's memory, in MB. */
function memoryOf(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
