import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { buildSchema, parse, validate } from "graphql";
import { describe, expect, test } from "vitest";
import { groupTools } from "../../src/features/tools/filter-tools.ts";
import type { Tool } from "../../src/features/tools/queries.ts";
import { toolAsGraphql } from "../../src/features/tools/tool-as-graphql.ts";
import { failureIn } from "../../src/features/tools/use-run-tool.ts";
import { conditionWords } from "../../src/features/workflows/condition-words.ts";
import type { Workflow } from "../../src/features/workflows/queries.ts";
import { saveFaults } from "../../src/features/workflows/save-faults.ts";
import { scheduleText } from "../../src/features/workflows/schedule.ts";
import { moved, newStep, stepDraftsOf, stepOf, stepProblems } from "../../src/features/workflows/step-draft.ts";
import { stepSummaries } from "../../src/features/workflows/step-summary.ts";
import { asForm, asJson, editedInput, editingOf } from "../../src/features/workflows/workflow-draft.ts";

const steps = [
  { name: "ticket", tool: "find_ticket", inputs: { number: "{number}" }, prompt: "a note" },
  { name: "urgent", prompt: "Is it? {ticket}", when: { not: { step: "ticket", contains: "no" } }, agent: "other" },
  { prompt: "Sum up", when: "urgent = yes", group: "end" },
];

describe("The steps of a workflow", () => {
  test("come out of the editor as they went in", () => {
    expect(stepDraftsOf(steps)?.map(stepOf)).toEqual(steps);
  });

  test.for<[unknown, readonly object[]]>([
    [null, []],
    [{}, []],
    [" ", []],
    ["Say hello", [{ prompt: "Say hello" }]],
    [
      ["One", { prompt: "Two" }],
      [{ prompt: "One" }, { prompt: "Two" }],
    ],
    [{ steps: [{ prompt: "One", name: null }] }, [{ prompt: "One" }]],
    [{ prompt: "Alone" }, [{ prompt: "Alone" }]],
  ])("can be stored as %j", ([stored, read]) => {
    expect(stepDraftsOf(stored)?.map(stepOf)).toEqual(read);
  });

  test.for([[7], [[{ prompt: "x", colour: "red" }]], [[{ prompt: 5 }]], [[["x"]]], [{ steps: "none" }]])(
    "are left to the JSON view when the form could not show them: %j",
    ([stored]) => {
      expect(stepDraftsOf(stored)).toBeUndefined();
    },
  );

  test("are looked at before they are sent", () => {
    expect(stepProblems(newStep("prompt"))).toEqual({ prompt: "Write what the agent is asked." });
    expect(stepProblems({ ...newStep("tool"), inputs: "[1]", when: "{ x" })).toEqual({
      tool: "Choose a tool.",
      inputs: "This must be an object: { … }.",
      when: "This is not JSON yet: look at line 1, column 3.",
    });
    expect(stepProblems({ ...newStep("prompt"), prompt: "x", when: "{urgent} = yes" })).toEqual({});
  });

  test("are moved within the list, and not out of it", () => {
    expect([moved(["a", "b", "c"], 0, 1), moved(["a", "b", "c"], 2, 0)]).toEqual([
      ["b", "a", "c"],
      ["c", "a", "b"],
    ]);
    const list = ["a", "b"];
    expect([moved(list, 1, 2), moved(list, 0, -1)]).toEqual([list, list]);
  });

  test("are summed up in a line each", () => {
    expect(stepSummaries(steps)).toEqual([
      { place: 1, title: "ticket", text: "Calls find_ticket" },
      { place: 2, title: "urgent", text: "Asks: Is it? {ticket} (only when not: ticket contains “no”)" },
      { place: 3, title: "Asks: Sum up", text: "(only when urgent = yes)" },
    ]);
  });

  test.for<[unknown, string]>([
    [{ step: "a" }, "a was not skipped"],
    [{ step: "a", exists: false }, "a was skipped"],
    [{ not: { step: "a" } }, "a was skipped"],
    [{ step: "a", equals: 5 }, "a is “5”"],
    [{ step: "a", in: ["x", "y"] }, "a is “x” or “y”"],
    [
      { all: [{ step: "a" }, { any: [{ step: "b", contains: "x" }, "c = d"] }] },
      "a was not skipped and b contains “x” or c = d",
    ],
    [{ odd: true }, '{"odd":true}'],
    [7, "7"],
  ])("have conditions in words: %j", ([when, words]) => {
    expect(conditionWords(when)).toBe(words);
  });
});

describe("A workflow", () => {
  const workflow: Workflow = {
    ...{ id: "1", name: "Prepare", description: null, agent: "a", schedule: "0 5 * * *", variables: ["number"] },
    ...{ steps_json: steps, RBAC: { type: "private", users: [], roles: [] } },
  };
  const input = { name: "Prepare", description: null, agent: "a", schedule: "0 5 * * *", steps_json: steps };

  test("is the same in the form and as JSON", () => {
    const editing = editingOf(workflow, undefined);
    expect(editing.view).toBe("form");
    expect(editedInput(editing)).toEqual(input);

    const json = asJson(editing.view === "form" ? editing.draft : raise());
    expect(editedInput(json)).toEqual(input);
    expect(asForm(json.view === "json" ? json.text : raise())).toMatchObject({ view: "form" });
  });

  test("opens as JSON where the form could not show its steps", () => {
    expect(editingOf({ ...workflow, steps_json: [{ prompt: "x", odd: 1 }] }, undefined).view).toBe("json");
  });

  test("is not sent without a name, an agent, or with a step that can't be", () => {
    const editing = editingOf(workflow, undefined);
    const draft = editing.view === "form" ? editing.draft : raise();

    for (const changes of [{ name: " " }, { agent: "" }, { steps: [newStep("tool")] }]) {
      expect(editedInput({ view: "form", draft: { ...draft, ...changes } })).toBeUndefined();
    }
    expect(editedInput({ view: "json", text: "{" })).toBeUndefined();
  });
});

describe("Why a workflow was not saved is shown", () => {
  test("at the steps that are meant", () => {
    const message = `"steps_json" can't be used: step 1 has the unknown key "x"; there are: name, prompt; step 2 ("b") needs a "prompt" or a "tool"; step 2 ("b") has the name of an earlier step.`;

    expect(saveFaults(message)).toEqual({
      steps: new Map([
        [0, ['It has the unknown key "x"; there are: name, prompt.']],
        [1, ['It needs a "prompt" or a "tool".', "It has the name of an earlier step."]],
      ]),
      schedule: undefined,
      others: undefined,
    });
  });

  test("at the schedule, or for the whole", () => {
    expect(saveFaults("The workflow can't have the schedule: it needs values.").schedule).toBe("It needs values.");
    expect(saveFaults("Your role does not allow this.").others).toBe("Your role does not allow this.");
    expect(saveFaults(`"steps_json" can't be used: it has 101 steps; 100 are the most.`).others).toContain("101");
  });

  test("and a schedule has words where there are some", () => {
    expect([scheduleText("0 5 * * *"), scheduleText("1 2 3 4 5")]).toEqual([
      "Every day at 05:00 UTC",
      "1 2 3 4 5 (UTC)",
    ]);
  });
});

describe("A tool", () => {
  const schema = buildSchema(
    readFileSync(
      resolve(import.meta.dirname, "../../../../packages/platform/test/unit/generated/helpdesk.schema.graphql"),
      "utf8",
    ),
  );
  const tool = (id: string, category: string): Tool => ({
    ...{ id, name: id, modelName: id, description: "Finds things.", category, type: "function" },
    ...{ inputSchema: {}, config: [] },
  });

  test.for([
    [{ number: "T-1", tags: ['a "quoted" one', 2, null], deep: { yes: true } }],
    [{}],
    [{ "not-a-name": "x\n}" }],
  ])("can be called from a text that fits the schema: %j", ([inputs]) => {
    const text = toolAsGraphql({ agent: 'a"b', tool: "find_ticket", inputs });

    expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
  });

  test("is found by its words, under its category", () => {
    const tools = [tool("zeta", "b"), tool("find_ticket", "b"), tool("other", "a")];
    const ids = (words: string) =>
      groupTools(tools, words).map(({ category, tools: all }) => [category, all.map(({ id }) => id)]);

    expect(ids("")).toEqual([
      ["a", ["other"]],
      ["b", ["find_ticket", "zeta"]],
    ]);
    expect(ids("TICKET finds")).toEqual([["b", ["find_ticket"]]]);
    expect(ids("nothing")).toEqual([]);
  });

  test("that tells of an error has failed; one that only mentions one has not", () => {
    expect(failureIn('{"error":"No such ticket.","code":"NOT_FOUND"}')).toBe("No such ticket.");
    expect([failureIn('{"error":"x","rows":[]}'), failureIn("error"), failureIn(null), failureIn("[1")]).toEqual([
      ...[undefined, undefined, undefined, undefined],
    ]);
  });
});

function raise(): never {
  throw new Error("Not in this view.");
}
