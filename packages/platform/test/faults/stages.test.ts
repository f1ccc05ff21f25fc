import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import type { Database } from "../../src/storage/database.ts";
import { openPostgres } from "../../src/storage/postgres/open-postgres.ts";
import { sql } from "../../src/storage/sql.ts";
import { eventually } from "./eventually.ts";
import { OneAddress } from "./one-address.ts";
import {
  cleanUp,
  newFolder,
  type PlatformProcess,
  stagesDeployment,
  startPlatform,
  startServer,
  startWorker,
} from "./platform-process.ts";
import { allBackends, type Backend } from "./queue-backends.ts";
import { RetryingClient } from "./retrying-client.ts";
import {
  create,
  createWorkflow,
  evaluationRun,
  expectedOutcome,
  playThrough,
  startEvaluation,
  startWorkflow,
  workflowRun,
  writeNote,
} from "./stage-scenario.ts";

const [embedded, postgres, redis] = allBackends as readonly [Backend, Backend, Backend];
const queues = ["embeddings", "flows", "eval_runs"];
const casesOfRound = 10;

describe("One config in three stages", () => {
  afterAll(cleanUp);

  const settings = async () => ({ RATE_LIMIT_PER_MINUTE: "1000000", PLATFORM_DATA_DIR: await newFolder() });

  for (const [stage, backend] of [
    ["first: the embedded database, one process", embedded],
    ["second: PostgreSQL, one process", postgres],
  ] as const) {
    test.skipIf(backend.isMissing)(`the ${stage}: the scenario passes`, async ({ onTestFinished }) => {
      const { environment, discard } = await backend.open();
      onTestFinished(discard);
      const platform = await startPlatform({ ...(await settings()), ...environment }, stagesDeployment);
      onTestFinished(() => platform.kill("SIGKILL"));
      const client = new RetryingClient(platform.url);

      const outcome = await playThrough(client);

      expect(outcome).toEqual(expectedOutcome);
      expect({ retried: client.retried, failures: client.failures }).toEqual({ retried: 0, failures: [] });
    });
  }

  test.skipIf(redis.isMissing)(
    "the third: PostgreSQL and Redis, two API processes and two workers behind one address: the scenario passes, and killing any of them loses nothing",
    { timeout: 400_000 },
    async ({ annotate, onTestFinished }) => {
      const { environment: servers, discard } = await redis.open();
      onTestFinished(discard);
      const environment = { ...(await settings()), ...servers };
      const database = await openPostgres({ url: servers.DATABASE_URL ?? "", connections: 1 });
      onTestFinished(() => database.close());
      const address = await OneAddress.open();
      onTestFinished(() => address.close());
      const startApi = () => startServer("api", stagesDeployment, environment);
      const startQueues = () => startWorker(stagesDeployment, queues, environment);
      const apis = await Promise.all([startApi(), startApi()]);
      const workers: PlatformProcess[] = await Promise.all([startQueues(), startQueues()]);
      address.leadTo(apis.map(({ url }) => url));
      onTestFinished(() => {
        for (const each of [...apis, ...workers]) each.kill("SIGKILL");
      });
      const client = new RetryingClient(address.url);
      const killApi = async (index: number) => {
        apis[index]?.kill("SIGKILL");
        await apis[index]?.ended;
        apis[index] = await startApi();
        address.leadTo(apis.map(({ url }) => url));
      };
      const killWorker = async (index: number) => {
        workers[index]?.kill("SIGKILL");
        await workers[index]?.ended;
        workers[index] = await startQueues();
      };

      const outcome = await playThrough(client);
      const agent = await create(client, "agents", { name: "Echo", backend: "echo" });
      const workflow = await createWorkflow(client, agent);
      const evaluations: string[] = [];
      const runs: string[] = [];
      const load = startWriting(client);
      for (const kill of [() => killApi(0), () => killWorker(0), () => killApi(1), () => killWorker(1)]) {
        evaluations.push(await startEvaluation(client, { agent, cases: casesOfRound, wrong: 0 }));
        for (const word of ["wax", "comb", "hive"]) runs.push(await startWorkflow(client, workflow, word));
        await kill();
        await wait(1000);
      }
      const written = await load.stop();

      expect(outcome).toEqual(expectedOutcome);
      for (const run of runs) await eventually(async () => (await workflowRun(client, run)).status === "done", 90);
      for (const run of evaluations) {
        await eventually(async () => (await evaluationRun(client, run)).status === "done", 90);
        expect(await evaluationRun(client, run)).toMatchObject({ total: casesOfRound, passed: casesOfRound });
      }
      await eventually(async () => (await countStored(database))?.chunks === written.size, 90);
      await annotate(
        `4 kills: ${written.size} notes, ${runs.length} workflow runs and ${evaluations.length * casesOfRound} eval cases, all there; ${client.retried} requests were sent again, ${client.failures.length} failed`,
      );
      expect(await countStored(database)).toEqual({ notes: written.size, chunks: written.size });
      expect(client.failures).toEqual([]);
    },
  );
});

/** Four clients that write one note after the other; gives back the ids of those that were confirmed. */
function startWriting(client: RetryingClient): { stop(): Promise<ReadonlySet<string>> } {
  const written = new Set<string>();
  let isOver = false;
  const writers = [1, 2, 3, 4].map(async (writer) => {
    for (let number = 1; !isOver; number++) {
      const external_id = `${writer}-${number}`;
      written.add(await writeNote(client, { title: `Load ${external_id}`, body: "loaded", external_id }));
      await wait(100);
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.allSettled(writers);
      return written;
    },
  };
}

interface Stored {
  readonly notes: number;
  readonly chunks: number;
}

/** What there is of the notes that were written under load. */
async function countStored(database: Database): Promise<Stored | undefined> {
  const [stored] = await database.query<Stored>(sql`
    select (select count(*) from notes where body = 'loaded') as notes,
      (select count(*) from platform_chunks_notes where content = 'loaded') as chunks`);
  return stored;
}
