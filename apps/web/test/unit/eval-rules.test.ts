import { describe, expect, test } from "vitest";
import { caseDraftOf, caseInputOf, inputsProblem, withConversation } from "../../src/features/evals/case-draft.ts";
import type { TestCase } from "../../src/features/evals/case-queries.ts";
import { differenceText, verdictOf } from "../../src/features/evals/comparison-words.ts";
import { parseCompareSearch, parseEvalsSearch, parseRunSearch } from "../../src/features/evals/evals-search.ts";
import type { Comparison } from "../../src/features/evals/result-queries.ts";
import { runDraftOf, runInputOf, runProblems } from "../../src/features/evals/run-draft.ts";
import type { EvalRun } from "../../src/features/evals/run-queries.ts";
import { endingProblem } from "../../src/features/items/ending-problem.ts";
import { factsIn, isStoredFile } from "../../src/shared/files/stored-files.ts";
import { formatBytes } from "../../src/shared/format/format-values.ts";
import { aField } from "../support/a-context.ts";

const RBAC = { type: "private", users: [], roles: [] } as const;
const testCase: TestCase = {
  id: "c1",
  name: "Returns",
  description: null,
  inputs: "Within how many days?",
  expected_output: "30 days",
  expected_tools: ["search"],
  expected_agent_tools: null,
  expected_knowledge_sources: ["Returning", "Refunds"],
  eval_set_id: "s1",
  RBAC,
};

describe("The draft of a test case", () => {
  test("becomes what it was made from", () => {
    const { id: _, RBAC: _rights, ...input } = testCase;

    expect(caseInputOf(caseDraftOf(testCase, undefined))).toEqual(input);
  });

  test("tells «no tool at all» from «nothing is said about tools»", () => {
    const draft = caseDraftOf({ ...testCase, expected_tools: [] }, undefined);

    expect(caseInputOf(draft).expected_tools).toEqual([]);
    expect(caseInputOf({ ...draft, expectsNoTool: false }).expected_tools).toBeNull();
  });

  test("goes from a question to a conversation and back", () => {
    const conversation = withConversation(caseDraftOf(testCase, undefined), true);

    expect(caseInputOf(conversation).inputs).toEqual([{ role: "user", content: "Within how many days?" }]);
    expect(withConversation(conversation, false).inputs).toBe("Within how many days?");
  });

  test.for([
    ["{", "This is not JSON yet: look at line 1, column 2."],
    ["[]", "A conversation is a list of messages."],
    [`[{ "role": "robot", "content": "x" }]`, `Each message has a "content" and a "role": user, assistant, system.`],
    [`[{ "role": "assistant", "content": "x" }]`, "The last message must be the user's."],
    [`[{ "role": "user", "content": "x" }]`, undefined],
  ] as const)("with the conversation %s says: %s", ([inputs, problem]) => {
    const draft = { ...caseDraftOf(undefined, "s1"), isConversation: true, inputs };

    expect(inputsProblem(draft)).toBe(problem);
  });
});

describe("The draft of a run", () => {
  const run: EvalRun = {
    ...{ id: "r1", name: "Run", description: null, agent_id: "a1", eval_set_id: "s1", test_case_ids: null },
    eval_functions: [
      { id: "contains", config: { text: "a" } },
      { id: "contains", config: { text: "b" } },
      { id: "latency" },
    ],
    ...{ scoring_method: "MEDIAN", pass_threshold: 80, timeout_in_seconds: 60, RBAC },
    ...{ status: "done", score: 90, passed: true, results: null, updatedAt: "2026-01-01T00:00:00Z" },
  };

  test("becomes what it was made from, with an evaluation that is there twice", () => {
    const input = runInputOf(runDraftOf(run, { agent: "", set: "" }));

    const { id: _, RBAC: _rights, status: _s, score: _c, passed: _p, results: _r, updatedAt: _u, ...expected } = run;
    expect(input).toEqual(expected);
  });

  test("says everything that is wrong with it", () => {
    const draft = { ...runDraftOf(undefined, { agent: "a1", set: "" }), threshold: "much", timeout: "0" };

    expect(runProblems(draft)).toEqual({
      functions: "Choose at least one: without any, no answer gets a score.",
      threshold: "A number from 0.",
      timeout: "A number of seconds, from 1.",
    });
  });
});

describe("A comparison", () => {
  const compared = { difference: 3, low: 1, high: 5, isSignificant: true, count: 60 } as Comparison;

  test.for([
    [compared, "The second run is better."],
    [{ ...compared, difference: -3 }, "The second run is worse."],
    [{ ...compared, isSignificant: false }, "No difference can be told: it may be chance."],
    [{ ...compared, isSignificant: false, count: 4 }, "With fewer than 5 cases nothing can be said for certain."],
  ] as const)("%# says what its numbers mean", ([comparison, verdict]) => {
    expect(verdictOf(comparison)).toBe(verdict);
  });

  test("writes differences with their sign", () => {
    expect([3.14, -2, 0, -0.01].map(differenceText)).toEqual(["+3.1", "−2", "0", "0"]);
  });
});

describe("The addresses of evaluations", () => {
  test("say what they can, and nothing else", () => {
    expect(parseEvalsSearch({ tab: "cases", q: 30, page: 2, x: 1 })).toEqual({ tab: "cases", q: "30", page: 2 });
    expect(parseRunSearch({ tab: "results", only: "failed", case: "c1", page: -1 })).toEqual({
      only: "failed",
      case: "c1",
    });
    expect(parseRunSearch({ tab: "rights", only: "everything", set: 1 })).toEqual({ tab: "rights" });
    expect(parseCompareSearch({ a: "1a", b: "", page: 3 })).toEqual({ a: "1a", page: 3 });
  });
});

describe("A file", () => {
  test("that was uploaded is told from the address of one elsewhere", () => {
    expect(isStoredFile("01a1e016-0449-721e-9deb-4422bd1a3943.pdf")).toBe(true);
    expect(["x.pdf", "https://example.com/01a1e016-0449-721e-9deb-4422bd1a3943.pdf", ""].map(isStoredFile)).toEqual([
      ...[false, false, false],
    ]);
  });

  test("is refused by its name where its field takes other kinds", () => {
    const field = aField("scan", "file", { allowedFileTypes: ["pdf", ".PNG"] });

    expect(endingProblem("a.exe", field)).toBe("The file name must end in pdf, .PNG.");
    expect([endingProblem("a.Pdf", field), endingProblem("b.png", field)]).toEqual([undefined, undefined]);
    expect(endingProblem("a.exe", aField("any", "file"))).toBeUndefined();
  });

  test("is called as its owner called it", () => {
    const headers = new Headers({
      "content-disposition": `attachment; filename="Gr__e.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.txt`,
      "content-type": "text/plain; charset=utf-8",
      "content-length": "2300",
    });

    expect(factsIn(headers, "reference.txt")).toEqual({ name: "Größe.txt", type: "text/plain", size: 2300 });
    expect(factsIn(new Headers(), "reference.txt").name).toBe("reference.txt");
  });

  test("has a size that people can read", () => {
    expect([0, 512, 2300, 26_214_400].map(formatBytes)).toEqual(["0 bytes", "512 bytes", "2.3 kB", "26.2 MB"]);
  });
});
