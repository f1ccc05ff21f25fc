import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { cleanUp, searchedDeployment } from "./platform-process.ts";
import { testedBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { isInLine, isMixed, readTexts, searchedContexts, type Text, writeTexts } from "./searched-texts.ts";
import { faultRounds, isSoak } from "./soak-rounds.ts";

const rounds = isSoak ? faultRounds(50) : 2;
/** Jobs that were cut off begin again when their lease has run out, so not every round waits for them. */
const roundsBetweenChecks = 5;
const patienceInSeconds = 120;
const backends = testedBackends.filter(({ name }) => name !== "Redis");

describe("A platform that is killed while it indexes", { concurrent: true }, () => {
  afterAll(cleanUp);

  for (const backend of backends) {
    test.skipIf(backend.isMissing)(
      `${rounds} times with kill -9 on ${backend.name}: no item ends with a mixture of old and new chunks, none stays without`,
      { timeout: 120_000 + rounds * 60_000 },
      async ({ annotate, onTestFinished }) => {
        const deployment = await QueueDeployment.open(backend, {}, searchedDeployment);
        onTestFinished(() => deployment.discard());
        await deployment.startServer("start");
        let behind = 0;
        let writes = 0;
        const readAll = async (): Promise<readonly Text[]> =>
          (await Promise.all(searchedContexts.map((context) => readTexts(deployment.url, context)))).flat();

        for (let round = 1; round <= rounds; round++) {
          const writing = writeTexts(deployment.url, round);
          await writing.begun;
          await wait(Math.random() * 1000);
          deployment.server.kill("SIGKILL");
          await deployment.server.ended;
          writes += await writing.count;
          await deployment.startServer("start");
          const first = await readAll();
          behind += first.filter((text) => !isInLine(text)).length;

          expect(first.filter(isMixed), `round ${round}`).toEqual([]);
          if (round % roundsBetweenChecks !== 0 && round !== rounds) continue;
          await eventually(async () => (await readAll()).every(isInLine), patienceInSeconds);
        }

        const items = (await readAll()).length;
        await annotate(
          `${backend.name}: ${rounds} kills, ${writes} acknowledged writes of ${items} items, 0 mixed, 0 without chunks; ${behind} times an item was behind after the start`,
        );
        expect(behind).toBeGreaterThan(0);
      },
    );
  }
});
