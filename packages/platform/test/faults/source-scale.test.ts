import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { cleanUp, newFolder, sourcesDeployment } from "./platform-process.ts";
import { memoryOf } from "./process-memory.ts";
import { allBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { isSoak } from "./soak-rounds.ts";
import { type Counts, countRecords, countWrites, executeMany, findSourceJob } from "./source-facts.ts";

const count = isSoak ? 100_000 : 2000;
const warmUp = 200;
/** Of a worker, in MB; the embedded database has some of its own. */
const mostMemory = 500;
const nothing: Counts = { created: 0, changed: 0, unchanged: 0, failed: 0, removed: 0 };

describe("A source of very many items", () => {
  afterAll(cleanUp);

  for (const backend of allBackends.filter(({ name, isShared }) => name !== "Redis" && (isSoak || isShared))) {
    test.skipIf(backend.isMissing)(
      `brings ${count} on ${backend.name} in little memory, shows how far it is, and writes and embeds nothing the second time`,
      { timeout: 3_600_000 },
      async ({ annotate, onTestFinished }) => {
        const embeddedFile = join(await newFolder(), "embedded");
        const countEmbedded = async () => {
          const lines = (await readFile(embeddedFile, "utf8").catch(() => "")).split("\n");
          return lines.reduce((sum, line) => sum + Number(line), 0);
        };
        const deployment = await QueueDeployment.open(backend, { EMBEDDED_FILE: embeddedFile }, sourcesDeployment);
        onTestFinished(() => deployment.discard());
        const server = await deployment.startServer();
        const worker = backend.isShared ? await deployment.startWorker("imports") : server;
        await run(server.url, worker.pid, { batch: "warm-up", count: warmUp });
        const before = memoryOf(worker.pid);

        const first = await run(server.url, worker.pid, { batch: "many", count });
        const written = await countWrites(server.url);
        await eventually(async () => (await countEmbedded()) >= count + warmUp, 1800);
        // Two processes may both have begun with the last ones.
        const embedded = await settled(countEmbedded);
        const second = await run(server.url, worker.pid, { batch: "many", count });

        expect(first.counts).toEqual({ ...nothing, created: count });
        expect(first.shown.length).toBeGreaterThan(2);
        expect(await countRecords(server.url, "many")).toBe(count);
        expect(second.counts).toEqual({ ...nothing, unchanged: count });
        expect(await countWrites(server.url)).toBe(written);
        expect(await countEmbedded()).toBe(embedded);
        const memory = Math.max(first.memory, second.memory);
        await annotate(
          `${backend.name}: ${count} items in ${first.seconds.toFixed(1)} s, again in ${second.seconds.toFixed(1)} s; ${before.toFixed(0)} MB before, ${memory.toFixed(0)} MB at most; ${embedded} texts embedded`,
        );
        expect(memory - (backend.isShared ? 0 : before)).toBeLessThan(mostMemory);
      },
    );
  }
});

/** A number, once it has not changed for a while. */
async function settled(read: () => Promise<number>): Promise<number> {
  for (let last = await read(); ; ) {
    await wait(3000);
    const now = await read();
    if (now === last) return now;
    last = now;
  }
}

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
