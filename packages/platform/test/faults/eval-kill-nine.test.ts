import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { allResults, createRun, createSet, findRun, startRun } from "./eval-facts.ts";
import { eventually } from "./eventually.ts";
import { cleanUp, evalsDeployment, newFolder } from "./platform-process.ts";
import { allBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { faultRounds, isSoak } from "./soak-rounds.ts";

const rounds = faultRounds(50);
const count = 40;

interface Scoring {
  readonly testCase: string;
  readonly token: string;
}

async function scoringsIn(file: string): Promise<readonly Scoring[]> {
  const lines = (await readFile(file, "utf8").catch(() => "")).trim().split("\n");
  return lines.map((line) => line.split(" ")).map(([testCase = "", , token = ""]) => ({ testCase, token }));
}

describe("An eval run whose process is killed", () => {
  afterAll(cleanUp);

  for (const backend of allBackends.filter(({ name }) => isSoak || name === "PostgreSQL")) {
    test.skipIf(backend.isMissing)(
      `${rounds} times with kill -9 on ${backend.name}: the run ends complete, and no case ran to completion twice`,
      { timeout: 120_000 + rounds * 120_000 },
      async ({ annotate, onTestFinished }) => {
        const file = join(await newFolder(), "scorings");
        const deployment = await QueueDeployment.open(backend, { RECORD_FILE: file }, evalsDeployment);
        onTestFinished(() => deployment.discard());
        await deployment.startServer();
        const startVictim = () => (backend.isShared ? deployment.startWorker("eval_runs") : deployment.startServer());
        let victim = backend.isShared ? await startVictim() : deployment.server;
        const set = await createSet(deployment.url, { count });
        const eval_functions = [{ id: "recorded", config: { pause: 150 } }];
        let begunTwice = 0;

        for (let round = 1; round <= rounds; round++) {
          const id = await createRun(deployment.url, set, { eval_functions });
          await startRun(deployment.url, id);
          const enough = 1 + Math.floor(Math.random() * (count - 10));
          await eventually(async () => ((await findRun(deployment.url, id)).results?.done ?? 0) >= enough, 60);
          await wait(Math.random() * 100);
          victim.kill("SIGKILL");
          await victim.ended;
          victim = await startVictim();
          await eventually(async () => (await findRun(deployment.url, id)).status === "done", 90);

          const run = await findRun(deployment.url, id);
          const results = await allResults(deployment.url, id);
          expect(run).toMatchObject({ score: 100, passed: true });
          expect(run.results).toMatchObject({ total: count, done: count, passed: count, failed: 0, errors: 0 });
          expect(new Set(results.map(({ testCase }) => testCase)).size).toBe(count);
          begunTwice += results.filter(({ attempts }) => attempts > 1).length;
          // What was scored and cut off before it was written may be scored again; what was written never is.
          const last = new Map((await scoringsIn(file)).map(({ testCase, token }) => [testCase, token]));
          const kept = new Map(results.map(({ testCase, functions }) => [testCase, functions?.[0]?.reason]));
          expect(kept).toEqual(last);
        }
        expect(begunTwice).toBeGreaterThan(0);
        await annotate(`${backend.name}: ${rounds} kills, ${rounds * count} cases complete, ${begunTwice} begun again`);
      },
    );
  }
});
