import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../src/storage/sql.ts";
import { type Caller, createCaller } from "../support/callers.ts";
import {
  type FlowShop,
  resumeDocument,
  runByIdDocument,
  runDocument,
  runsDocument,
  startFlowShop,
} from "../support/flow-shop.ts";
import { isMissing } from "../support/test-database.ts";
import type { Client } from "../support/test-platform.ts";

const nobody = "00000000-0000-7000-8000-000000000000";
const everything = { workflows: "WRITE", agents: "READ", contexts: "WRITE", api: "WRITE" } as const;
const open = { RBAC: { type: "public" } };

describe.skipIf(isMissing)("Rights on workflows", { timeout: 60_000 }, () => {
  let shop: FlowShop;
  let ann: Caller;
  let bob: Caller;
  let boss: Caller;
  beforeAll(async () => {
    shop = await startFlowShop({ tokensPerDay: { user: 100_000 } });
    ann = await createCaller(shop, { email: "ann@example.com", permissions: everything });
    bob = await createCaller(shop, { email: "bob@example.com", permissions: everything });
    boss = await createCaller(shop, { email: "boss@example.com", isSuperAdmin: true });
  });
  beforeEach(() => shop.answer());
  afterAll(() => shop.close());

  const refusal = async (client: Client, document: string, variables: Record<string, unknown>) => {
    const { message, extensions } = await client.error(document, variables);
    return { message, code: extensions?.code };
  };
  const counts = async () => {
    const [row] = await shop.database.query(sql`
      select (select count(*) from platform_workflow_runs) as runs, (select count(*) from platform_audit_log) as audited,
        (select count(*) from platform_workflow_steps) as steps`);
    return { ...row, jobs: await shop.queues.queue("flows")?.queue.getJobCounts() };
  };

  describe("runWorkflow needs", () => {
    test("the permission on workflows, and on agents", async () => {
      const id = await shop.workflow(["x"], open);
      const [noWorkflows, noAgents] = [
        await createCaller(shop, { email: "nw@example.com", permissions: { agents: "WRITE", contexts: "WRITE" } }),
        await createCaller(shop, { email: "na@example.com", permissions: { workflows: "WRITE" } }),
      ];
      const before = await counts();

      for (const caller of [noWorkflows, noAgents]) {
        expect(await refusal(caller, runDocument, { id })).toEqual({
          ...{ message: "Access control error", code: "ACCESS_CONTROL" },
        });
      }
      for (const [document, variables] of [
        [runsDocument, { workflow: id }],
        [runByIdDocument, { id: nobody }],
        [resumeDocument, { run: nobody }],
      ] as const) {
        expect((await refusal(noWorkflows, document, variables)).message).toBe("Access control error");
      }
      expect(await counts()).toEqual(before);
    });

    test("no more than to read both: the template, and the agent as runAgent demands it", async () => {
      const reader = await createCaller(shop, {
        ...{ email: "reader@example.com", permissions: { workflows: "READ", agents: "READ" } },
      });
      const id = await shop.workflow(["Say {x}"], open);

      expect((await shop.run(id, { x: "hi" }, reader)).result).toBe("«Say hi»");
    });

    test("a template that the caller may read: a hidden one and a missing one give the same answer", async () => {
      const hidden = await shop.workflow(["x"], {}, bob);
      const before = await counts();

      const answers = await Promise.all([hidden, nobody].map((id) => refusal(ann, runDocument, { id })));

      expect(answers[0]).toEqual({ message: "Record not found", code: "NOT_FOUND" });
      expect(answers[1]).toEqual(answers[0]);
      expect(await counts()).toEqual(before);
    });

    test("agents that the caller may read, also those of single steps", async () => {
      const hidden = await shop.agent({ RBAC: { type: "private" } });
      const own = await shop.workflow(["x"], { ...open, agent: hidden });
      const inStep = await shop.workflow([{ prompt: "x", agent: hidden }], open);

      for (const id of [own, inStep]) {
        expect(await refusal(ann, runDocument, { id })).toEqual({ message: "Record not found", code: "NOT_FOUND" });
      }
      expect(shop.asked).toEqual([]);
    });
  });

  test.each(["inline", "queued"])(
    "tools of a step act with the caller's rights, not the author's: %s",
    async (backend) => {
      const { articlesCreateOne } = await bob.data<{ articlesCreateOne: { item: { id: string } } }>(
        `mutation { articlesCreateOne(input: { title: "Bob's diary" }) { item { id } } }`,
      );
      const agent = await shop.agent({ backend, tools: [{ id: "read_article" }] });
      const steps = [{ tool: "read_article", inputs: { id: "{article}" } }];
      const id = await shop.workflow(steps, { ...open, agent }, bob);
      const readBy = async (caller: Caller) => {
        const { metadata } = await shop.run(id, { article: articlesCreateOne.item.id }, caller);
        return (await shop.until(metadata.run, "done")).result;
      };

      expect(await readBy(ann)).toBe("There is no such article.");
      expect(await readBy(bob)).toBe("Bob's diary");
    },
  );

  test("the value of a variable that a tool is given is in no result, history or error", async () => {
    await shop.data(
      `mutation { variablesCreateOne(input: { name: "door", value: "the-door-code-1234" }) { item { id } } }`,
    );
    const agent = await shop.agent({ tools: [{ id: "add_numbers", config: { password: "door" } }] });
    const id = await shop.workflow(
      [{ name: "sum", tool: "add_numbers", inputs: { a: 1 } }, { prompt: "{sum.config.password}" }],
      { ...open, agent },
    );

    const { result } = await shop.run(id, {}, ann);

    expect(result).toBe("«[variable door]»");
    const stored = await shop.database.query(sql`select output, error from platform_workflow_steps`);
    expect(JSON.stringify([stored, await shop.runs(id)])).not.toContain("the-door-code");
  });

  describe("the history", () => {
    test("shows readers of the template that it ran, and what it gave only to whoever started it, and to super admins", async () => {
      const id = await shop.workflow([{ name: "a", prompt: "{x}" }], open);
      const { metadata } = await shop.run(id, { x: "Ann's secret" }, ann);

      const [own, others, all] = await Promise.all([ann, bob, boss].map((caller) => shop.runs(id, caller)));

      expect(own).toMatchObject([
        { result: "«Ann's secret»", steps: [{ input: "Ann's secret", output: "«Ann's secret»" }] },
      ]);
      expect(all).toEqual(own);
      expect(others).toMatchObject([
        { id: metadata.run, status: "done", user: ann.userId, result: null, variables: null, steps_json: null },
      ]);
      expect(others).toMatchObject([{ steps: [{ status: "done", input: null, output: null }] }]);
      expect(JSON.stringify([others, await shop.runById(metadata.run, bob)])).not.toContain("secret");
    });

    test("of a template that is hidden is as if it were missing", async () => {
      const id = await shop.workflow(["x"], {}, ann);
      const { metadata } = await shop.run(id, {}, ann);

      const answers = [
        await refusal(bob, runsDocument, { workflow: id }),
        await refusal(bob, runsDocument, { workflow: nobody }),
        await refusal(bob, runByIdDocument, { id: metadata.run }),
        await refusal(bob, runByIdDocument, { id: nobody }),
        await refusal(bob, resumeDocument, { run: metadata.run }),
      ];

      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]).toEqual({ message: "Record not found", code: "NOT_FOUND" });
    });

    test("of a template that is gone stays with whoever started the run", async () => {
      const id = await shop.workflow(["x"], open);
      const { metadata } = await shop.run(id, {}, ann);
      await shop.data("mutation ($id: ID!) { workflow_templatesRemoveOneById(id: $id) { id } }", { id });

      expect(await shop.runById(metadata.run, ann)).toMatchObject({ status: "done", result: "«x»" });
      expect((await refusal(bob, runByIdDocument, { id: metadata.run })).message).toBe("Record not found");
    });

    test("can be gone on with by whoever started the run, and by nobody else who only reads it", async () => {
      const id = await shop.workflow(["x"], open);
      shop.answer(() => {
        throw new Error("Tired.");
      });
      await ann.ask(runDocument, { id });
      shop.answer();
      const [{ id: run } = { id: "" }] = await shop.runs(id, ann);

      expect((await refusal(bob, resumeDocument, { run })).message).toBe("Insufficient permissions");
      expect(shop.asked).toEqual([]);
      const { resumeWorkflow } = await ann.data<{ resumeWorkflow: unknown }>(resumeDocument, { run });
      expect(resumeWorkflow).toMatchObject({ result: "«x»" });
    });
  });

  describe("a run that waits has the rights of whoever started it as they are when it runs", () => {
    const whilePaused = async (caller: Client, change: () => Promise<unknown>) => {
      await shop.data("mutation { pauseQueue(queue: flows) { success } }");
      const agent = await shop.agent({ backend: "queued" });
      const id = await shop.workflow(["x"], { ...open, agent });
      const { metadata } = await shop.run(id, {}, caller);
      await change();
      await shop.data("mutation { resumeQueue(queue: flows) { success } }");
      const { error } = await shop.until(metadata.run, "failed");
      expect(shop.asked).toEqual([]);
      return error;
    };
    const update = (id: string, input: Record<string, unknown>) =>
      shop.data(
        "mutation ($id: ID!, $input: usersInput!) { usersUpdateOneById(id: $id, input: $input) { item { id } } }",
        { id, input },
      );

    test("of a user who is suspended: none", async () => {
      const eve = await createCaller(shop, { email: "eve@example.com", permissions: everything });

      expect(await whilePaused(eve, () => update(eve.userId, { email: eve.email, status: "SUSPENDED" }))).toBe(
        "The user who started the run is suspended, and the run has no rights without them.",
      );
    });

    test("of a user who is deleted: none", async () => {
      const eve = await createCaller(shop, { email: "eva@example.com", permissions: everything });
      const remove = () => shop.data("mutation ($id: ID!) { usersRemoveOneById(id: $id) { id } }", { id: eve.userId });

      expect(await whilePaused(eve, remove)).toBe(
        "The user who started the run was deleted, and the run has no rights without them.",
      );
    });

    test("of a user who lost the permission: none on workflows", async () => {
      const eve = await createCaller(shop, { email: "evi@example.com", permissions: everything });

      expect(await whilePaused(eve, () => update(eve.userId, { email: eve.email, role: null }))).toBe(
        "Access control error",
      );
    });

    test("of an API key that is revoked: none", async () => {
      const { apiKeysGenerate } = await ann.data<{ apiKeysGenerate: { key: string; apiKey: { id: string } } }>(
        `mutation { apiKeysGenerate(name: "k", scopes: { workflows: "read", agents: "read" }) { key apiKey { id } } }`,
      );
      const { key, apiKey } = apiKeysGenerate;
      const revoke = () => ann.data("mutation ($id: ID!) { apiKeysRevoke(id: $id) { id } }", { id: apiKey.id });

      expect(await whilePaused(shop.as({ "x-api-key": key }), revoke)).toBe(
        "The API key that started the run was revoked, or has expired.",
      );
    });
  });

  test("a narrowed API key runs with its scopes, and sees the content of its own runs only", async () => {
    const scopes = { workflows: "read", agents: "read" };
    const { apiKeysGenerate } = await ann.data<{ apiKeysGenerate: { key: string } }>(
      'mutation ($scopes: JSON) { apiKeysGenerate(name: "narrow", scopes: $scopes) { key } }',
      { scopes },
    );
    const narrow = shop.as({ "x-api-key": apiKeysGenerate.key });
    const agent = await shop.agent({ backend: "queued", tools: [{ id: "read_article" }] });
    const id = await shop.workflow([{ tool: "read_article", inputs: { id: nobody } }], { ...open, agent });
    const { metadata: hers } = await shop.run(id, {}, ann);
    await shop.until(hers.run, "done");

    const { metadata } = await shop.run(id, {}, narrow);
    const failed = await shop.until(metadata.run, "failed");

    expect(failed.error).toMatch(/Access control error/);
    expect(await shop.runById(metadata.run, narrow)).toMatchObject({ error: failed.error });
    expect(await shop.runById(hers.run, narrow)).toMatchObject({ status: "done", result: null });
  });

  test("jobs of runs show those who may not read the template only that they are there", async () => {
    const watcher = await createCaller(shop, {
      ...{ email: "watcher@example.com", permissions: { queues: "READ", workflows: "READ" } },
    });
    const agent = await shop.agent({ backend: "queued" });
    const id = await shop.workflow(["x"], { agent }, ann);
    const { job, metadata } = await shop.run(id, {}, ann);
    await shop.until(metadata.run, "done");

    const { job: seen } = await watcher.data<{ job: unknown }>(
      "query ($id: ID!) { job(queue: flows, id: $id) { id data returnvalue } }",
      { id: job },
    );

    expect(seen).toEqual({ id: job, data: null, returnvalue: null });
  });

  test("limits of agents hold: their runs in a minute, for every step", async () => {
    for (const backend of ["inline", "queued"]) {
      const agent = await shop.agent({ backend, rateLimit: 1 });
      const id = await shop.workflow(["one", "two"], { ...open, agent });
      await ann.ask(runDocument, { id });
      const [run] = await shop.database.query<{ id: string }>(
        sql`select id from platform_workflow_runs where workflow = ${id}::uuid`,
      );

      const { error, steps } = await shop.until(run?.id ?? "", "failed");

      expect(error).toBe("step 2 failed: Rate limit exceeded. Try again in 60 seconds.");
      expect(steps).toMatchObject([{ status: "done" }, { status: "failed" }]);
    }
  });

  test("budgets of users hold: a run ends where the tokens of the day are used up", async () => {
    const spender = await createCaller(shop, { email: "spender@example.com", permissions: everything });
    const id = await shop.workflow(["{x}", "never"], open);
    shop.answer(() => "long ".repeat(100_000));

    const { message } = await spender.error(runDocument, { id, variables: { x: "x" } });

    expect(message).toMatch(/step 2 failed: The tokens of today are used up/);
    expect(shop.asked).toEqual(["x"]);
  });

  test("what was run stands in the audit log, and a refused run does not", async () => {
    const id = await shop.workflow(["x"], open);
    await shop.run(id, {}, ann);
    await createCaller(shop, { email: "late@example.com", permissions: {} }).then((late) =>
      late.ask(runDocument, { id }),
    );

    const { auditLog } = await shop.data<{ auditLog: { items: unknown[] } }>(
      "query ($id: ID!) { auditLog(recordId: $id) { items { action userId resource } } }",
      { id },
    );

    expect(auditLog.items).toEqual([
      { action: "run", userId: ann.userId, resource: "workflow_templates" },
      { action: "create", userId: null, resource: "workflow_templates" },
    ]);
  });
});
