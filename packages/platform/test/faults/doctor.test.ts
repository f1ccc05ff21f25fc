import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openPostgres } from "../../src/storage/postgres/open-postgres.ts";
import { startSkewedRedis } from "../support/skewed-redis.ts";
import { createPostgresDatabase, postgresUrl } from "../support/test-database.ts";
import { dataOf } from "./ask.ts";
import {
  changedDeployment,
  cleanUp,
  deployment,
  faultyDeployment,
  newFolder,
  queuesDeployment,
  run,
  startPlatform,
  startServer,
} from "./platform-process.ts";
import { hasPrograms, PrivateCluster } from "./private-cluster.ts";

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly message: string;
  readonly remedy?: string;
}

async function doctor(config: string, environment: Readonly<Record<string, string>>) {
  const { code, output, complaint } = await run(["doctor", config, "--json"], environment);
  const { findings } = JSON.parse(output || `{ "findings": [] }`) as { findings: readonly Finding[] };
  const of = (check: string) => findings.filter((finding) => finding.check === check);
  const states = (check: string) => of(check).map(({ state }) => state);
  return { code, complaint, findings, of, states };
}

/** Nobody listens there. */
const nowhere = "127.0.0.1:1";

describe("platform doctor, on an embedded folder", () => {
  let folder: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    folder = await newFolder();
    environment = { PLATFORM_DATA_DIR: folder };
  });
  afterAll(cleanUp);

  test("before the first start nothing is wrong, and no folder is made", async () => {
    const unmade = join(folder, "unmade");

    const { code, of } = await doctor(deployment, { PLATFORM_DATA_DIR: unmade });

    expect(code).toBe(0);
    expect(of("database")).toEqual([
      { check: "database", state: "ok", message: `none yet: the first start makes an embedded one in ${unmade}` },
    ]);
    expect(existsSync(unmade)).toBe(false);
  });

  test("a running platform holds its folder: it is named, and asked whether it is ready", async () => {
    const started = await startPlatform(environment);
    await dataOf(started.url, `mutation { variablesCreateOne(input: { name: "KEY", value: "x" }) { item { id } } }`);

    const looked = await doctor(deployment, { ...environment, PORT: new URL(started.url).port });
    started.kill("SIGTERM");
    await started.ended;

    expect(looked.code).toBe(0);
    expect(looked.of("database")[0]).toMatchObject({
      state: "warning",
      message: `The data folder ${folder} is in use by process ${started.pid}`,
    });
    expect(looked.of("platform")[0]?.message).toBe(`it runs at ${started.url}, and is ready`);
    expect(looked.states("tables")).toEqual(["skipped"]);
  });

  test("a sound deployment that is stopped: all is well, and stays as it is", async () => {
    const { code, findings, complaint } = await doctor(deployment, environment);

    expect({ code, complaint, states: [...new Set(findings.map(({ state }) => state))] }).toEqual({
      ...{ code: 0, complaint: "", states: ["ok"] },
    });
    expect(findings.map(({ check }) => check)).toEqual([
      ...["node", "settings", "config", "disk", "platform", "database", "extension", "secrets", "tables", "queues"],
    ]);
  });

  test("a secret that does not open the variables, and tables that differ, are faults with their remedies", async () => {
    const { code, of } = await doctor(changedDeployment, {
      ...environment,
      SESSION_SECRET: "another secret that nobody sealed with",
    });

    expect(code).toBe(1);
    expect(of("secrets")).toEqual([
      {
        check: "secrets",
        state: "fault",
        message: "no known secret opens the variables KEY",
        remedy: "put the secret that sealed it into SESSION_SECRET_PREVIOUS, or set the variable anew",
      },
    ]);
    expect(of("tables")).toEqual([
      expect.objectContaining({
        state: "warning",
        message: "not in line yet: add:tickets.due, unindex:tickets_priority_sorted",
      }),
      expect.objectContaining({
        state: "fault",
        message: "drop:tickets.priority: tickets.priority is no longer declared; dropping it loses its data",
        remedy: expect.stringContaining(`platform migrate apply ${changedDeployment} --accept drop:tickets.priority`),
      }),
    ]);
  });
});

describe("platform doctor, when almost nothing is right", () => {
  afterEach(cleanUp);

  test("faults of the settings and of the config are found together", async () => {
    const { code, of, states } = await doctor(faultyDeployment, { PORT: "80000", SESSION_SECRET: "short" });

    expect(code).toBe(1);
    expect(of("settings").map(({ message }) => message)).toEqual([
      "PORT must be a whole number from 0 to 65535",
      "SESSION_SECRET must have at least 32 characters",
    ]);
    expect(states("config")).toEqual(["fault", "fault", "fault"]);
    expect(states("database")).toEqual(["skipped"]);
  });

  test("servers that are down are named without their passwords, with what to do", async () => {
    const { code, of, states, findings } = await doctor(deployment, {
      DATABASE_URL: `postgres://me:hush@${nowhere}/shop`,
      REDIS_URL: `redis://:hush@${nowhere}`,
      PLATFORM_DATA_DIR: await newFolder(),
    });

    expect(code).toBe(1);
    expect(of("database")[0]).toMatchObject({
      state: "fault",
      message: expect.stringContaining(`PostgreSQL at ${nowhere} can't be used:`),
      remedy: expect.stringContaining("DATABASE_URL"),
    });
    expect(of("redis")[0]).toMatchObject({ state: "fault", remedy: expect.stringContaining("REDIS_URL") });
    expect(states("queues")).toEqual(["skipped"]);
    expect(JSON.stringify(findings)).not.toContain("hush");
  });

  test.skipIf(!hasPrograms)("a server without pgvector is told from one where it is only not added yet", async () => {
    const cluster = await PrivateCluster.start({ hasVectors: false });
    try {
      const { code, of } = await doctor(deployment, { DATABASE_URL: cluster.url });

      expect(code).toBe(1);
      expect(of("extension")[0]).toMatchObject({
        state: "fault",
        message: "the server has no pgvector",
        remedy: expect.stringContaining("postgresql-<version>-pgvector"),
      });
    } finally {
      await cluster.discard();
    }
  });
});

describe.skipIf(!postgresUrl)("platform doctor, on PostgreSQL", () => {
  let url: string;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    ({ url, drop } = await createPostgresDatabase());
  });
  afterEach(cleanUp);
  afterAll(() => drop());

  test("clocks that are an hour off are faults, of the database and of Redis", async () => {
    const database = await openPostgres({ url });
    await database.run(`
      create schema skewed;
      create function skewed.clock_timestamp() returns timestamptz language sql
        as 'select pg_catalog.clock_timestamp() - interval ''1 hour''';`);
    await database.close();
    const redis = await startSkewedRedis(3600);
    const skewed = `${url}?options=${encodeURIComponent("-c search_path=skewed,pg_catalog,public")}`;

    const { code, of } = await doctor(queuesDeployment, { DATABASE_URL: skewed, REDIS_URL: redis.url });
    redis.stop();

    expect(code).toBe(1);
    expect(of("clock").map(({ state, message }) => [state, message])).toEqual([
      ["fault", expect.stringMatching(/^the clock of Redis is (3599|3600) s ahead of this machine's$/)],
      ["fault", expect.stringMatching(/^the clock of PostgreSQL is (3600|3601) s behind this machine's$/)],
    ]);
    expect(of("redis").map(({ state }) => state)).toEqual(["ok", "warning"]);
  });

  test("jobs that nobody works on are a fault, a paused queue is a warning; looking changes nothing", async () => {
    const api = await startServer("api", queuesDeployment, { DATABASE_URL: url });
    await dataOf(api.url, `mutation { ordersCreateOne(input: { title: "one" }) { job } }`);

    const stuck = await doctor(queuesDeployment, { DATABASE_URL: url });
    await dataOf(api.url, "mutation { pauseQueue(queue: intake) { success } }");
    const paused = await doctor(queuesDeployment, { DATABASE_URL: url });
    const { queue } = await dataOf<{ queue: unknown }>(
      api.url,
      "{ queue(queue: intake) { isPaused counts { waiting } } }",
    );

    expect(stuck.code).toBe(1);
    expect(stuck.of("queues")).toEqual([
      {
        check: "queues",
        state: "fault",
        message: expect.stringMatching(
          /^no process works on intake, where 1 jobs are to be done, the first for \d+ s$/,
        ),
        remedy: "start platform worker --queues intake, or platform start",
      },
    ]);
    expect(paused.of("queues")).toEqual([
      expect.objectContaining({ state: "warning", message: "intake is paused, and 1 jobs wait" }),
    ]);
    expect(queue).toEqual({ isPaused: true, counts: { waiting: 1 } });
  });
});
