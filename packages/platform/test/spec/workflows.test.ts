import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createTemplate,
  type FlowShop,
  performance,
  runDocument,
  runsDocument,
  startFlowShop,
  updateTemplate,
} from "../support/flow-shop.ts";
import { isMissing } from "../support/test-database.ts";

const nobody = "00000000-0000-7000-8000-000000000000";

describe.skipIf(isMissing)("4.4 runWorkflow", { timeout: 60_000 }, () => {
  let shop: FlowShop;
  beforeAll(async () => {
    shop = await startFlowShop();
  });
  beforeEach(() => {
    shop.answer();
    performance.act = (what) => what;
  });
  afterAll(() => shop.close());

  const refusal = async (id: string, variables?: unknown) => {
    const { message, extensions } = await shop.error(runDocument, { id, variables });
    return { message, code: extensions?.code };
  };
  const template = async (id: string) =>
    (
      await shop.data<{ found: Record<string, unknown> }>(
        "query ($id: ID!) { found: workflow_templateById(id: $id) { steps_json variables schedule } }",
        { id },
      )
    ).found;

  describe("steps", () => {
    test("run in order; the result of a named step is a placeholder for later ones; the last result is the result", async () => {
      const id = await shop.workflow([
        { name: "draft", prompt: "Write about {topic}" },
        { prompt: "Shorten: {draft}" },
      ]);

      const payload = await shop.run(id, { topic: "tea" });

      expect(shop.asked).toEqual(["Write about tea", "Shorten: «Write about tea»"]);
      expect(payload).toEqual({
        result: "«Shorten: «Write about tea»»",
        job: null,
        metadata: { run: expect.any(String), workflow: id, status: "done" },
      });
    });

    test("go to the agent that they name", async () => {
      const other = await shop.agent({ name: "Other", tools: [{ id: "perform" }] });
      const id = await shop.workflow([{ prompt: "One", agent: other }]);
      await shop.run(id);
      const { agentsUpdateOneById: _ } = await shop.data<Record<string, unknown>>(
        `mutation ($id: ID!) { agentsUpdateOneById(id: $id, input: { name: "Other", active: false }) { item { id } } }`,
        { id: other },
      );

      expect(await refusal(id)).toEqual({ message: 'The agent "Other" is not active.', code: "BAD_USER_INPUT" });
    });

    test("with a tool call it, with inputs that placeholders fill: a text that is only one passes the value itself", async () => {
      const agent = await shop.agent({ tools: [{ id: "add_numbers" }, { id: "count_up" }] });
      const id = await shop.workflow(
        [
          { name: "sum", tool: "add_numbers", inputs: { a: "{first}", b: 2 } },
          { name: "counted", tool: "count_up", prompt: "a note for people" },
          { prompt: "{counted}: {sum}" },
        ],
        { agent },
      );

      const { result, metadata } = await shop.run(id, { first: 40 });

      const { steps } = await shop.runById(metadata.run);
      expect(steps[0]?.output).toMatchObject({ sum: "42", agent, user: null });
      expect(steps[1]?.output).toBe("3");
      expect(steps.map(({ input }) => input)).toEqual([{ a: 40, b: 2 }, {}, expect.stringMatching(/^3: \{"sum":"42"/)]);
      expect(result).toMatch(/^«3: \{"sum":"42"/);
      expect(shop.asked).toHaveLength(1);
    });

    test("with a when that does not hold are skipped, and their placeholder is empty", async () => {
      const id = await shop.workflow([
        { name: "verdict", prompt: "Is {ticket} urgent?" },
        { name: "alarm", prompt: "Call someone", when: { step: "verdict", contains: "urgent: yes" } },
        { prompt: "Done. {alarm}", when: "not alarm" },
      ]);
      shop.answer((prompt) => (prompt.startsWith("Is fire") ? "Urgent: YES." : `«${prompt}»`));

      const calm = await shop.run(id, { ticket: "tea" });
      const urgent = await shop.run(id, { ticket: "fire" });

      expect(calm.result).toBe("«Done. »");
      expect(urgent.result).toBe("«Call someone»");
      const { steps } = await shop.runById(calm.metadata.run);
      expect(steps.map(({ status }) => status)).toEqual(["done", "skipped", "done"]);
      expect(steps.map(({ input }) => input)).toEqual(["Is tea urgent?", null, "Done. "]);
      expect((await shop.runById(urgent.metadata.run)).steps.map(({ status }) => status)).toEqual([
        ...["done", "done", "skipped"],
      ]);
    });

    test("of a group run side by side", async () => {
      const both = Promise.withResolvers<void>();
      const begun: string[] = [];
      performance.act = async (what) => {
        begun.push(what);
        if (begun.length === 2) both.resolve();
        await both.promise;
        return what;
      };
      const agent = await shop.agent({ tools: [{ id: "perform" }] });
      const id = await shop.workflow(
        [
          { name: "a", tool: "perform", inputs: { what: "left" }, group: "g" },
          { name: "b", tool: "perform", inputs: { what: "right" }, group: "g" },
          { prompt: "{a} {b}" },
        ],
        { agent },
      );

      expect((await shop.run(id)).result).toBe("«left right»");
    });

    test("insert values as text, never expanded again", async () => {
      const id = await shop.workflow([{ name: "a", prompt: "{x}" }, { prompt: "{a} {y}" }]);
      const odd = ["{y} $", "{HOME}"].join("");
      shop.answer((prompt) => (prompt === odd ? "{y}{{x}}{a}" : prompt));

      const { result } = await shop.run(id, { x: odd, y: { list: [1, true] } });

      expect(result).toBe('{y}{{x}}{a} {"list":[1,true]}');
    });
  });

  describe("a template", () => {
    test("has its variables derived from the steps, read-only", async () => {
      const id = await shop.workflow([{ name: "a", prompt: "{x} {y}" }, { prompt: "{a} {x} {z}" }]);
      expect(await template(id)).toMatchObject({ variables: ["x", "y", "z"] });

      const agent = await shop.agent();
      await shop.data(updateTemplate, { id, input: { name: "W", agent, steps_json: ["{only}"] } });
      expect(await template(id)).toMatchObject({ variables: ["only"], steps_json: ["{only}"] });

      await shop.data(updateTemplate, { id, input: { name: "W", agent, steps_json: null } });
      expect(await template(id)).toMatchObject({ variables: [], steps_json: null });
    });

    test.each<[unknown]>([
      [[{ prompt: "Say {x}" }]],
      [{ steps: [{ prompt: "Say {x}" }] }],
      [["Say {x}"]],
      ["Say {x}"],
      ['[{"prompt":"Say {x}"}]'],
    ])("takes the steps as %j", async (steps) => {
      const id = await shop.workflow(steps);

      expect(await template(id)).toMatchObject({ variables: ["x"], steps_json: steps });
      expect((await shop.run(id, { x: "hi" })).result).toBe("«Say hi»");
    });

    test("whose steps are none is refused with all faults, and nothing is written", async () => {
      const agent = await shop.agent();
      const input = {
        name: "Refused",
        agent,
        steps_json: [
          { prompt: "x", name: "a", colour: 1 },
          { prompt: "{b}", name: "a", when: { step: "later" } },
        ],
      };

      const { message } = await shop.error(createTemplate, { input });

      expect(message).toBe(
        '"steps_json" can\'t be used: step 1 ("a") has the unknown key "colour"; there are: name, prompt, agent, tool, inputs, when, group; step 2 ("a") has the name of an earlier step; step 2 ("a") has a "when" about "later", which is no earlier step.',
      );
      const { found } = await shop.data<{ found: unknown }>(
        `{ found: workflow_templateOne(filters: [{ name: { eq: "Refused" } }]) { id } }`,
      );
      expect(found).toBeNull();
    });

    test.each([[null], [[]], [{}]])("without steps (%j) is refused by a run", async (steps) => {
      const id = await shop.workflow(steps);

      expect(await refusal(id)).toEqual({
        message: 'The workflow has no steps: write them into "steps_json".',
        code: "BAD_USER_INPUT",
      });
    });
  });

  describe("is refused, and leaves no run,", () => {
    test("with one clear error that names all variables that are missing", async () => {
      const id = await shop.workflow([{ prompt: "{x} {y} {z}" }]);

      expect(await refusal(id, { y: "", other: 1 })).toEqual({
        message: 'The workflow "A workflow" needs values for the variables "x", "z".',
        code: "BAD_USER_INPUT",
      });
      expect(await shop.runs(id)).toEqual([]);
    });

    test.each([["text"], [7], [[]]])("when the variables are %j and no object", async (variables) => {
      const id = await shop.workflow([{ prompt: "x" }]);

      expect((await refusal(id, variables)).message).toBe(
        '"variables" must be an object of named values, like { "topic": "tea" }.',
      );
    });

    test.each(["disabled", "plain"])("when the workflows of the agent are not enabled: %s", async (backend) => {
      const id = await shop.workflow([{ prompt: "x" }], { agent: await shop.agent({ backend }) });

      expect(await refusal(id)).toEqual({
        message: `The agent "Worker" runs no workflows: they are not enabled on its backend "${backend}".`,
        code: "BAD_USER_INPUT",
      });
      expect(await shop.runs(id)).toEqual([]);
    });

    test("when the agent lacks a tool, or the tool needs an approval, all said at once", async () => {
      const agent = await shop.agent({ tools: [{ id: "perform", approval: true }] });
      const id = await shop.workflow(
        [
          { tool: "perform", inputs: { what: "x" } },
          { tool: "add_numbers", name: "sum" },
        ],
        { agent },
      );

      expect((await refusal(id)).message).toBe(
        'The workflow can\'t be run: step 1: the tool "perform" needs an approval, and nobody is asked in a workflow; step 2 ("sum"): the agent "Worker" has no tool "add_numbers".',
      );
    });

    test("when the workflow or its agent is not there", async () => {
      const gone = await shop.workflow([{ prompt: "x" }], { agent: nobody });

      for (const id of [nobody, "no id", gone]) {
        expect(await refusal(id)).toEqual({ message: "Record not found", code: "NOT_FOUND" });
      }
    });
  });

  describe("a failing step", () => {
    test.each([
      ["fail", "Somebody must see this."],
      ["throw", 'The tool "behave_oddly" failed: It broke.'],
      ["hang", 'The tool "behave_oddly" failed: It took longer than 0.2 seconds.'],
    ])("ends the run in a clear failed state: a tool that does %s", async (how, reason) => {
      const agent = await shop.agent({ tools: [{ id: "behave_oddly" }] });
      const id = await shop.workflow(
        [{ name: "first", prompt: "x" }, { name: "odd", tool: "behave_oddly", inputs: { how } }, { prompt: "never" }],
        { agent },
      );

      const { message } = await refusal(id);

      expect(message).toBe(`The workflow "A workflow" failed: step 2 ("odd") failed: ${reason}`);
      expect(await shop.runs(id)).toMatchObject([
        {
          status: "failed",
          error: `step 2 ("odd") failed: ${reason}`,
          result: null,
          finishedAt: expect.any(String),
          steps: [
            { name: "first", index: 0, status: "done", output: "«x»", error: null, attempts: 1 },
            { name: "odd", index: 1, status: "failed", output: null, error: reason, attempts: 1 },
          ],
        },
      ]);
    });

    test("of the model's says what the model said", async () => {
      const id = await shop.workflow([{ prompt: "x" }]);
      shop.answer(() => {
        throw new Error("The model is tired.");
      });

      expect((await refusal(id)).message).toBe(
        'The workflow "A workflow" failed: step 1 failed: The agent "Worker" failed: The model is tired.',
      );
    });

    test("whose values are too long fails before anyone is asked", async () => {
      const id = await shop.workflow([{ prompt: "{x}{x}{x}" }]);

      expect((await refusal(id, { x: "y".repeat(40_000) })).message).toMatch(/more than 100000 characters/);
      expect(shop.asked).toEqual([]);
    });
  });

  describe("the history", () => {
    test("has every run with timings, newest first, page by page", async () => {
      const id = await shop.workflow([{ name: "only", prompt: "{n}" }]);
      for (const n of [1, 2, 3]) await shop.run(id, { n });

      const { workflowRuns } = await shop.data<{ workflowRuns: Record<string, unknown> }>(runsDocument, {
        ...{ workflow: id, limit: 2, page: 1 },
      });
      const second = await shop.data<{ workflowRuns: { items: unknown[] } }>(runsDocument, {
        ...{ workflow: id, limit: 2, page: 2 },
      });

      expect(workflowRuns).toEqual({
        items: [3, 2].map((n) => ({
          ...{ id: expect.any(String), workflow: id, status: "done", result: `«${n}»`, error: null, job: null },
          ...{ scheduled: false, user: null, variables: { n }, steps_json: [{ name: "only", prompt: "{n}" }] },
          ...{ startedAt: expect.any(String), finishedAt: expect.any(String), durationMs: expect.any(Number) },
          steps: [
            {
              ...{ name: "only", index: 0, status: "done", input: `${n}`, output: `«${n}»`, error: null, attempts: 1 },
              ...{ startedAt: expect.any(String), durationMs: expect.any(Number) },
            },
          ],
        })),
        pageInfo: { itemCount: 3, pageCount: 2, currentPage: 1, hasNextPage: true },
      });
      expect(second.workflowRuns.items).toMatchObject([{ result: "«1»" }]);
    });

    test("is refused for what is no page, and for what is no workflow", async () => {
      const id = await shop.workflow([{ prompt: "x" }]);

      const bare = "query ($id: ID!) { workflowRuns(workflow: $id, limit: 501) { pageInfo { itemCount } } }";
      expect((await shop.error(bare, { id })).message).toMatch(/limit must be/);
      expect((await shop.error(runsDocument, { workflow: nobody })).message).toBe("Record not found");
    });
  });
});
