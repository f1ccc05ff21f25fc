import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { dataOf } from "./ask.ts";
import { eventually } from "./eventually.ts";
import { cleanUp, clocksDeployment, clocksWithoutFast, startServer } from "./platform-process.ts";
import { sharedBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { isSoak } from "./soak-rounds.ts";

const seconds = isSoak ? 180 : 10;
const pageSize = 500;

interface Tick {
  readonly due: number;
  readonly started: number;
}

describe("Two sources on schedules, in four processes", () => {
  afterAll(cleanUp);

  for (const backend of sharedBackends) {
    test.skipIf(backend.isMissing)(
      `run once each time they are due on ${backend.name}, for ${seconds} seconds, and not once they are removed`,
      { timeout: 420_000 },
      async ({ annotate, onTestFinished }) => {
        const deployment = await QueueDeployment.open(backend, {}, clocksDeployment);
        onTestFinished(() => deployment.discard());
        // All at once: each of them finds the schedules missing, and sets them.
        const [server, ...workers] = await Promise.all([
          deployment.startServer("start"),
          ...[1, 2, 3].map(() => deployment.startWorker("imports")),
        ]);
        await eventually(async () => (await findTicks(server.url, "slow")).length > 0, 60);
        await wait(seconds * 1000);
        for (const each of workers) each.kill("SIGTERM");
        await Promise.all(workers.map((each) => each.ended));
        server.kill("SIGTERM");
        await server.ended;

        const left = await startServer("start", clocksWithoutFast, deployment.environment);
        onTestFinished(() => left.kill("SIGKILL"));
        const fast = await findTicks(left.url, "fast");
        const slow = await findTicks(left.url, "slow");
        await eventually(async () => (await findTicks(left.url, "slow")).length >= slow.length + 2, 60);

        for (const [ticks, every] of [
          [fast, 1000],
          [slow, 2000],
        ] as const) {
          const due = ticks.map((tick) => tick.due);
          expect(due).toEqual([...new Set(due)]);
          expect(due.filter((time) => time % every !== 0)).toEqual([]);
          expect(leftOut(ticks, every)).toEqual([]);
          expect(ticks.length).toBeGreaterThan((seconds * 1000) / every / 2);
        }
        // Each run has brought one item, and none was run twice.
        expect(await countStrikes(left.url, "fast")).toBe(fast.length);
        expect(await findTicks(left.url, "fast")).toEqual(fast);
        const late = Math.max(...[...fast, ...slow].map((tick) => tick.started - tick.due));
        await annotate(`${backend.name}: ${fast.length} and ${slow.length} ticks, each once; at most ${late} ms late`);
      },
    );
  }
});

/** The next one is planned when one starts: only a machine that is too busy to start it in time leaves some out. */
function leftOut(ticks: readonly Tick[], every: number): readonly Tick[] {
  return ticks.filter(({ due }, index) => {
    const before = ticks[index - 1];
    return before && due > Math.max(before.due, Math.floor(before.started / every) * every) + every;
  });
}

/** The runs of a source that have ended well, in the order in which they were due. */
async function findTicks(url: string, source: string): Promise<readonly Tick[]> {
  const ticks: Tick[] = [];
  for (let page = 1; ; page++) {
    const { jobs } = await dataOf<{ jobs: { items: readonly { id: string; name: string; processedOn: string }[] } }>(
      url,
      `query ($page: Int!) { jobs(queue: imports, statusses: [completed], page: $page, limit: ${pageSize}) {
        items { id name processedOn } } }`,
      { page },
    );
    const own = jobs.items.filter((job) => job.name === `strikes.${source}`);
    ticks.push(
      ...own.map(({ id, processedOn }) => ({ due: Number(id.split(":").at(-1)), started: Date.parse(processedOn) })),
    );
    if (jobs.items.length < pageSize) return ticks.toSorted((one, other) => one.due - other.due);
  }
}

async function countStrikes(url: string, clock: string): Promise<number> {
  const { counted } = await dataOf<{ counted: readonly { count: number }[] }>(
    url,
    "query ($clock: String!) { counted: strikesStatistics(filters: [{ clock: { eq: $clock } }]) { count } }",
    { clock },
  );
  return counted[0]?.count ?? 0;
}
