import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openPostgres } from "../../src/storage/postgres/open-postgres.ts";
import { sql } from "../../src/storage/sql.ts";
import { type Caller, createCaller } from "../support/callers.ts";
import {
  createTemplate,
  type FlowShop,
  performance,
  type Run,
  startFlowShop,
  updateTemplate,
} from "../support/flow-shop.ts";
import { isMissing } from "../support/test-database.ts";
import type { Client } from "../support/test-platform.ts";

const everySecond = "* * * * * *";
const nobody = "00000000-0000-7000-8000-000000000000";
const author = { workflows: "WRITE", agents: "READ", contexts: "WRITE", api: "WRITE" } as const;

describe.skipIf(isMissing)("4.5 The schedule of a workflow", { timeout: 60_000 }, () => {
  let shop: FlowShop;
  let ann: Caller;
  let agent: string;
  beforeAll(async () => {
    shop = await startFlowShop();
    ann = await createCaller(shop, { email: "ann@example.com", permissions: author });
    agent = await shop.agent({ backend: "queued", tools: [{ id: "read_article" }] });
  });
  beforeEach(() => {
    shop.answer();
    performance.act = (what) => what;
  });
  afterAll(() => shop.close());

  const scheduled = (steps: unknown, schedule: string, client: Client = shop) =>
    shop.workflow(steps, { agent, schedule }, client);
  /** Read from the table: the list of runs grows while it is asked for. */
  const storedRuns = (workflow: string) =>
    shop.database.query<{ id: string; status: string; createdAt: string }>(sql`
      select id, status, "createdAt" from platform_workflow_runs where workflow = ${workflow}::uuid order by id`);
  const firstRun = (workflow: string, status: string) =>
    vi.waitFor(
      async (): Promise<Run> => {
        const [run] = await storedRuns(workflow);
        expect(run?.status).toBe(status);
        return shop.runById(run?.id ?? "");
      },
      { timeout: 15_000, interval: 50 },
    );
  const remove = (id: string) =>
    shop.data("mutation ($id: ID!) { workflow_templatesRemoveOneById(id: $id) { id } }", { id });
  const schedules = async () =>
    shop.database.query(sql`select id, pattern from platform_workflow_schedules order by id`);

  test("runs it again and again with no one asking, with the rights of its owner", async () => {
    const { articlesCreateOne } = await ann.data<{ articlesCreateOne: { item: { id: string } } }>(
      `mutation { articlesCreateOne(input: { title: "Ann's" }) { item { id } } }`,
    );
    const steps = [{ tool: "read_article", inputs: { id: articlesCreateOne.item.id } }];
    const id = await scheduled(steps, everySecond, ann);

    await vi.waitFor(async () => expect((await storedRuns(id)).length).toBeGreaterThan(2), { timeout: 10_000 });
    const run = await firstRun(id, "done");
    await remove(id);

    expect(run).toMatchObject({ status: "done", scheduled: true, user: ann.userId, result: "Ann's" });
    expect(run.job).toEqual(expect.any(String));
  });

  test("of a service's workflow runs with a service's rights", async () => {
    const id = await scheduled(["x"], everySecond);

    expect(await firstRun(id, "done")).toMatchObject({ user: null, result: "«x»" });
    await remove(id);
  });

  test("follows the row: it changes, and ends, with it", async () => {
    const id = await scheduled(["x"], "0 6 * * *");
    const rename = { name: "Renamed", agent };
    expect(await schedules()).toEqual([{ id, pattern: "0 6 * * *" }]);
    const { queue } = await shop.data<{ queue: { schedules: unknown[] } }>(
      "{ queue(queue: flows) { schedules { name pattern timezone next } } }",
    );
    expect(queue.schedules).toEqual([
      {
        ...{ name: "workflow_templates.run", pattern: "0 6 * * *", timezone: "UTC" },
        next: expect.stringMatching(/T06:00:00\.000Z$/),
      },
    ]);

    await shop.data(updateTemplate, { id, input: { ...rename, schedule: "30 6 * * *" } });
    expect(await schedules()).toEqual([{ id, pattern: "30 6 * * *" }]);
    await shop.data(updateTemplate, { id, input: { ...rename, schedule: null } });
    expect(await schedules()).toEqual([]);
    await shop.data(updateTemplate, { id, input: { ...rename, schedule: everySecond } });
    await firstRun(id, "done");
    await remove(id);
    expect(await schedules()).toEqual([]);

    const ids = async () => (await storedRuns(id)).map((run) => run.id);
    const before = await ids();
    await wait(1500);
    expect(await ids()).toEqual(before);
  });

  test("brings a run that fell due while nothing was running, once", async () => {
    const id = await scheduled(["x"], "0 6 * * *");
    await shop.database.query(sql`
      update platform_workflow_schedules set next_at = now() - interval '40 hours' where id = ${id}::uuid`);

    await shop.database.notify("platform_workflow_schedules", id);
    await firstRun(id, "done");

    await shop.database.notify("platform_workflow_schedules", id);
    await wait(500);
    expect(await storedRuns(id)).toHaveLength(1);
    await remove(id);
  });

  test("never starts a run twice, with several processes", async () => {
    const { database: first, databaseUrl: url } = shop;
    const database = url ? await openPostgres({ url, connections: 2 }) : first;
    const discard = async () => (url ? database.close() : undefined);
    const beside = await startFlowShop({ on: { database, url, discard }, workers: undefined });
    const ids = [await scheduled(["x"], everySecond), await scheduled(["x"], everySecond)];

    await wait(4000);
    for (const id of ids) await remove(id);
    await beside.close();

    for (const id of ids) {
      const seconds = (await storedRuns(id)).map(({ createdAt }) => createdAt.slice(0, 19));
      expect(seconds.length).toBeGreaterThan(1);
      expect(new Set(seconds).size).toBe(seconds.length);
    }
  });

  test("does not fill a queue that stands still", async () => {
    await shop.data("mutation { pauseQueue(queue: flows) { success } }");
    const id = await scheduled(["x"], everySecond);
    await vi.waitFor(async () => expect(await storedRuns(id)).toHaveLength(1), { timeout: 5000 });

    await wait(2500);

    expect(await storedRuns(id)).toHaveLength(1);
    await remove(id);
    await shop.data("mutation { resumeQueue(queue: flows) { success } }");
  });

  describe("is refused kindly, and nothing is written,", () => {
    test.each<[string, string, readonly unknown[], string, readonly RegExp[]]>([
      ["without a queue", "inline", ["x"], "0 6 * * *", [/the workflows of its agent "Worker" have no queue/]],
      ["where workflows are disabled", "disabled", ["x"], "0 6 * * *", [/runs no workflows/]],
      ["where values are needed", "queued", ["{x} {y}"], "0 6 * * *", [/values for the variables "x", "y"/]],
      ["for what is no cron expression", "queued", ["x"], "daily", [/"daily" is no cron expression/]],
      [
        "for all of it at once",
        ...(["inline", ["{x}"], "61 * * * *"] as const),
        [/is no cron expression/, /have no queue/, /the variables "x"/],
      ],
    ])("%s", async (_, backend, steps, schedule, messages) => {
      const own = await shop.agent({ backend });
      const before = await schedules();

      const { message, extensions } = await shop.error(createTemplate, {
        input: { name: "Refused", agent: own, steps_json: steps, schedule },
      });

      for (const expected of messages) expect(message).toMatch(expected);
      expect(extensions?.code).toBe("BAD_USER_INPUT");
      expect(await schedules()).toEqual(before);
      expect(await shop.database.query(sql`select id from workflow_templates where name = 'Refused'`)).toEqual([]);
    });

    test("when a change of the steps would need values", async () => {
      const id = await scheduled(["x"], "0 6 * * *");

      const { message } = await shop.error(updateTemplate, { id, input: { name: "W", agent, steps_json: ["{x}"] } });

      expect(message).toMatch(/needs values for the variables "x"/);
      const { found } = await shop.data<{ found: unknown }>(
        "query ($id: ID!) { found: workflow_templateById(id: $id) { steps_json variables } }",
        { id },
      );
      expect(found).toEqual({ steps_json: ["x"], variables: [] });
      await remove(id);
    });
  });

  test("of an agent that is not there ends each run in a clear failed state", async () => {
    const id = await shop.workflow(["x"], { agent: nobody, schedule: everySecond });

    expect(await firstRun(id, "failed")).toMatchObject({
      error: "The agent of the workflow does not exist.",
      job: null,
    });
    await remove(id);
  });

  describe("has the owner's rights", () => {
    const change = (user: Caller, input: Record<string, unknown>) =>
      shop.data(
        "mutation ($id: ID!, $input: usersInput!) { usersUpdateOneById(id: $id, input: $input) { item { id } } }",
        { id: user.userId, input: { email: user.email, ...input } },
      );
    const dueNow = async (id: string) => {
      await shop.database.query(sql`update platform_workflow_schedules set next_at = now() where id = ${id}::uuid`);
      await shop.database.notify("platform_workflow_schedules", id);
    };

    test("as they are then: a suspended owner ends the run in a clear failed state", async () => {
      const owner = await createCaller(shop, { email: "owner1@example.com", permissions: author });
      const id = await scheduled(["x"], "0 6 * * *", owner);
      await change(owner, { status: "SUSPENDED" });
      await dueNow(id);

      expect(await firstRun(id, "failed")).toMatchObject({
        error: "The owner of the workflow is suspended, and the run has no rights without them.",
        user: owner.userId,
      });
      expect(shop.asked).toEqual([]);
      await remove(id);
    });

    test("as they are then: a deleted owner ends the run in a clear failed state, and no service steps in", async () => {
      const owner = await createCaller(shop, { email: "owner2@example.com", permissions: author });
      const id = await scheduled(["x"], "0 6 * * *", owner);
      await shop.data("mutation ($id: ID!) { usersRemoveOneById(id: $id) { id } }", { id: owner.userId });
      await dueNow(id);

      expect(await firstRun(id, "failed")).toMatchObject({
        error: "The owner of the workflow was deleted, and the run has no rights without them.",
      });
      expect(shop.asked).toEqual([]);
      await remove(id);
    });

    test("so nobody else who may write the workflow says what it does; the name is theirs to change", async () => {
      const bob = await createCaller(shop, { email: "bob@example.com", permissions: author });
      const RBAC = { users: [{ id: bob.userId, rights: "write" }] };
      const id = await shop.workflow(["x"], { agent, schedule: "0 6 * * *", RBAC }, ann);

      for (const input of [{ steps_json: ["harm"] }, { schedule: everySecond }, { agent: nobody }]) {
        const { message } = await bob.error(updateTemplate, { id, input: { name: "W", agent, ...input } });
        expect(message).toBe("Insufficient permissions");
      }
      const { found } = await shop.data<{ found: unknown }>(
        "query ($id: ID!) { found: workflow_templateById(id: $id) { steps_json schedule agent } }",
        { id },
      );
      expect(found).toEqual({ steps_json: ["x"], schedule: "0 6 * * *", agent });
      await remove(id);
    });

    test("so a narrowed API key can't make one", async () => {
      const { apiKeysGenerate } = await ann.data<{ apiKeysGenerate: { key: string } }>(
        `mutation { apiKeysGenerate(name: "n", scopes: { workflows: "write", agents: "read" }) { key } }`,
      );
      const narrow = shop.as({ "x-api-key": apiKeysGenerate.key });

      const { message } = await narrow.error(createTemplate, {
        input: { name: "W", agent, steps_json: ["x"], schedule: "0 6 * * *" },
      });

      expect(message).toBe("Insufficient permissions");
      expect(await schedules()).toEqual([]);
    });
  });
});
