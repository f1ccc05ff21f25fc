import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { cleanUp, sourcesDeployment } from "./platform-process.ts";
import { allBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { faultRounds, isSoak } from "./soak-rounds.ts";
import { countRecords, executeMany, findSourceJob } from "./source-facts.ts";

const rounds = faultRounds(50);
const count = 1500;

describe("A source whose process is killed", () => {
  afterAll(cleanUp);

  for (const backend of allBackends.filter(({ name, isShared }) => name !== "Redis" && (isSoak || isShared))) {
    test.skipIf(backend.isMissing)(
      `${rounds} times with kill -9 on ${backend.name}: the next attempt brings what is missing, nothing is lost, nothing twice`,
      { timeout: 120_000 + rounds * 120_000 },
      async ({ annotate, onTestFinished }) => {
        const deployment = await QueueDeployment.open(backend, {}, sourcesDeployment);
        onTestFinished(() => deployment.discard());
        await deployment.startServer();
        const startVictim = () => (backend.isShared ? deployment.startWorker("imports") : deployment.startServer());
        let victim = backend.isShared ? await startVictim() : deployment.server;
        let kept = 0;

        for (let round = 1; round <= rounds; round++) {
          const batch = `round ${round}`;
          const id = await executeMany(deployment.url, { batch, count, pause: 50 });
          await eventually(async () => (await countRecords(deployment.url, batch)) > 0, 60);
          await wait(Math.random() * 500);
          victim.kill("SIGKILL");
          await victim.ended;
          victim = await startVictim();
          const left = await countRecords(deployment.url, batch);
          await eventually(async () => (await findSourceJob(deployment.url, id)).state === "completed", 90);

          const { returnvalue } = await findSourceJob(deployment.url, id);
          expect(await countRecords(deployment.url, batch), batch).toBe(count);
          expect(returnvalue).toMatchObject({ changed: 0, failed: 0, removed: 0 });
          expect((returnvalue?.created ?? 0) + (returnvalue?.unchanged ?? 0), batch).toBe(count);
          expect(returnvalue?.unchanged, batch).toBeGreaterThan(0);
          if (left < count) kept += 1;
        }

        await annotate(
          `${backend.name}: ${rounds} kills, ${kept} of them in the middle; ${rounds * count} items, each once`,
        );
        expect(kept).toBeGreaterThan(0);
      },
    );
  }
});
