import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newId } from "../../src/foundation/ids.ts";
import { sql } from "../../src/storage/sql.ts";
import { claimRun } from "../../src/storage/workflows/runs.ts";
import { type FlowShop, performance, resumeDocument, startFlowShop, updateTemplate } from "../support/flow-shop.ts";
import { isMissing } from "../support/test-database.ts";

describe.skipIf(isMissing)("A workflow whose agent has a queue for workflows", { timeout: 60_000 }, () => {
  let shop: FlowShop;
  let agent: string;
  beforeAll(async () => {
    shop = await startFlowShop({ retries: 1, timeoutInSeconds: 2 });
    agent = await shop.agent({ backend: "queued", tools: [{ id: "perform" }] });
  });
  beforeEach(() => {
    shop.answer();
    performance.act = (what) => what;
  });
  afterAll(() => shop.close());

  const queued = (steps: unknown) => shop.workflow(steps, { agent });
  const until = (id: string, status: string) => shop.until(id, status);
  const jobOf = async (id: string | null) => shop.queues.queue("flows")?.queue.getJob(id ?? "");

  test("says so in the agent's `workflows`", async () => {
    const { agentById } = await shop.data<{ agentById: unknown }>(
      "query ($id: ID!) { agentById(id: $id) { workflows } }",
      { id: agent },
    );

    expect(agentById).toEqual({ workflows: { enabled: true, queue: "flows" } });
  });

  test("runs in the background: `job` is set and `result` is not; the job carries ids only", async () => {
    const id = await queued([{ name: "a", prompt: "Tell {secret}" }, { prompt: "{a}" }]);

    const payload = await shop.run(id, { secret: "nobody's business" });
    const run = await until(payload.metadata.run, "done");

    expect(payload).toEqual({
      ...{ result: null, job: expect.any(String) },
      metadata: { run: run.id, workflow: id, status: "waiting" },
    });
    expect(run).toMatchObject({ result: "««Tell nobody's business»»", job: payload.job, scheduled: false });
    await vi.waitFor(async () => expect((await jobOf(payload.job))?.state).toBe("completed"));
    const job = await jobOf(payload.job);
    expect(job).toMatchObject({
      name: "workflow_templates.run",
      data: { context: "workflow_templates", item: id, run: run.id },
      returnvalue: { run: run.id },
    });
  });

  test("that fails is tried again, after the last step that was done", async () => {
    let calls = 0;
    performance.act = () => {
      calls += 1;
      if (calls === 1) throw new Error("Not yet.");
      return "at last";
    };
    const id = await queued([
      { name: "a", prompt: "once" },
      { name: "b", tool: "perform", inputs: { what: "{a}" } },
    ]);

    const { metadata } = await shop.run(id);
    const run = await until(metadata.run, "done");

    expect(run.result).toBe("at last");
    expect(run.steps).toMatchObject([
      { name: "a", status: "done", attempts: 1 },
      { name: "b", status: "done", attempts: 2, error: null },
    ]);
    expect(shop.asked).toEqual(["once"]);
  });

  test("that fails for good ends in a clear failed state; a retry of the job goes on with it", async () => {
    performance.act = () => {
      throw new Error("Never.");
    };
    const id = await queued([{ prompt: "once" }, { name: "b", tool: "perform", inputs: { what: "x" } }]);

    const { metadata, job } = await shop.run(id);
    const failed = await until(metadata.run, "failed");

    const error = 'step 2 ("b") failed: The tool "perform" failed: Never.';
    expect(failed).toMatchObject({
      error,
      result: null,
      steps: [{ status: "done" }, { status: "failed", attempts: 2 }],
    });
    const failedReason = `The run ${metadata.run} failed: its history says why.`;
    await vi.waitFor(async () => expect(await jobOf(job)).toMatchObject({ state: "failed", failedReason }));

    performance.act = () => "now";
    await shop.data("mutation ($id: ID!) { retryJob(queue: flows, id: $id) { success } }", { id: job });
    const done = await until(metadata.run, "done");
    expect(done).toMatchObject({ result: "now", error: null, steps: [{ attempts: 1 }, { attempts: 3 }] });
    expect(shop.asked).toEqual(["once"]);
  });

  test("that takes longer than the queue's timeoutInSeconds fails with that, and the step it was at", async () => {
    performance.act = () => new Promise(() => undefined);
    const id = await queued([{ prompt: "x" }, { tool: "perform", inputs: { what: "x" } }]);

    const { metadata } = await shop.run(id);
    const run = await until(metadata.run, "failed");

    expect(run.error).toBe("step 2 failed: It took longer than 2 seconds.");
    expect(run.steps).toMatchObject([{ status: "done" }, { status: "failed", attempts: 2 }]);
  });

  test("goes through the steps as they were when it was asked for", async () => {
    const gate = Promise.withResolvers<void>();
    performance.act = async () => {
      await gate.promise;
      return "x";
    };
    const id = await queued([{ tool: "perform", inputs: { what: "x" } }, { prompt: "as it was" }]);
    const { metadata } = await shop.run(id);
    await shop.data(updateTemplate, { id, input: { name: "W", agent, steps_json: ["changed"] } });

    gate.resolve();

    expect((await until(metadata.run, "done")).result).toBe("«as it was»");
  });

  describe("that waits", () => {
    const paused = async (change: (id: string) => Promise<unknown>, own = agent) => {
      await shop.data("mutation { pauseQueue(queue: flows) { success } }");
      const id = await shop.workflow([{ prompt: "x" }], { agent: own });
      const { metadata, job } = await shop.run(id);
      await change(id);
      await shop.data("mutation { resumeQueue(queue: flows) { success } }");
      const run = await until(metadata.run, "failed");
      // It would fail again: so it is not tried again.
      await vi.waitFor(async () => expect(await jobOf(job)).toMatchObject({ state: "failed", attemptsMade: 1 }));
      expect(shop.asked).toEqual([]);
      return run.error;
    };

    test("while its workflow is deleted fails with that", async () => {
      const remove = (id: string) =>
        shop.data("mutation ($id: ID!) { workflow_templatesRemoveOneById(id: $id) { id } }", { id });

      expect(await paused(remove)).toBe("The workflow was deleted, or can't be read any more.");
    });

    test("while its agent is deleted fails with that", async () => {
      const own = await shop.agent({ backend: "queued" });
      const remove = () => shop.data("mutation ($id: ID!) { agentsRemoveOneById(id: $id) { id } }", { id: own });

      expect(await paused(remove, own)).toBe("An agent of the workflow was deleted, or can't be used any more.");
    });

    test("while its agent goes over to a backend without workflows fails with that", async () => {
      const own = await shop.agent({ backend: "queued" });
      const change = () =>
        shop.data(
          `mutation ($id: ID!) { agentsUpdateOneById(id: $id, input: { name: "A", backend: "disabled" }) { item { id } } }`,
          { id: own },
        );

      expect(await paused(change, own)).toBe(
        'The agent "A" runs no workflows: they are not enabled on its backend "disabled".',
      );
    });
  });

  describe("left behind", () => {
    const isLong = (run: string) =>
      shop.database.query(
        sql`update platform_workflow_runs set seen_at = now() - interval '1 hour' where id = ${run}::uuid`,
      );

    test("by a job that was removed ends in a failed state", async () => {
      await shop.data("mutation { pauseQueue(queue: flows) { success } }");
      const { metadata, job } = await shop.run(await queued([{ prompt: "x" }]));
      await shop.data("mutation ($id: ID!) { deleteJob(queue: flows, id: $id) { success } }", { id: job });
      await shop.data("mutation { resumeQueue(queue: flows) { success } }");
      await isLong(metadata.run);

      expect(await until(metadata.run, "failed")).toMatchObject({ error: "Its job was removed from the queue." });
    });

    test("by a process that was killed while its caller waited ends in a failed state, and can be gone on with", async () => {
      const inline = await shop.agent({ tools: [{ id: "perform" }] });
      performance.act = () => {
        throw new Error("Killed.");
      };
      const id = await shop.workflow([{ prompt: "once" }, { tool: "perform", inputs: { what: "x" } }], {
        agent: inline,
      });
      await shop.ask("mutation ($id: ID!) { runWorkflow(id: $id) { result } }", { id });
      const [{ id: run } = { id: "" }] = await shop.runs(id);
      await shop.database.query(
        sql`update platform_workflow_runs set status = 'running', error = null where id = ${run}::uuid`,
      );
      await isLong(run);
      const failed = await until(run, "failed");
      expect(failed.error).toBe("The process that ran it ended before the run did.");

      performance.act = () => "resumed";
      const { resumeWorkflow } = await shop.data<{ resumeWorkflow: unknown }>(resumeDocument, { run });

      expect(resumeWorkflow).toMatchObject({ result: "resumed", job: null, metadata: { run, status: "done" } });
      expect((await until(run, "done")).steps).toMatchObject([{ attempts: 1 }, { attempts: 2 }]);
      expect(shop.asked).toEqual(["once"]);
      expect((await shop.error(resumeDocument, { run })).message).toBe(
        "Only a run that has failed can be gone on with.",
      );
    });
  });

  test("whose worker has lost the run can't write into it any more", async () => {
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    performance.act = async () => {
      begun.resolve();
      await gate.promise;
      return "from the one that lost it";
    };
    const id = await queued([{ name: "a", tool: "perform", inputs: { what: "x" } }, { prompt: "never" }]);
    const { metadata, job } = await shop.run(id);
    await begun.promise;
    await claimRun(shop.database, metadata.run, newId());

    gate.resolve();

    await vi.waitFor(async () => expect((await jobOf(job))?.attemptsMade).toBe(1), { timeout: 5000, interval: 10 });
    expect(shop.asked).toEqual([]);
    // The next attempt takes it over again, and is the one that counts.
    performance.act = () => "from the one that has it";
    const run = await until(metadata.run, "done");
    expect(run.steps).toMatchObject([{ name: "a", output: "from the one that has it", attempts: 2 }, {}]);
  });
});
