import { describe, expect, test } from "vitest";
import { builtInEvals, type EvalRun, type EvalTestCase } from "../../../src/definitions/eval.ts";
import { parseEvalConfig } from "../../../src/definitions/eval-config.ts";
import { deploymentEvals } from "../../../src/evals/built-in-evals.ts";

const evals = deploymentEvals([]);

const emptyCase: EvalTestCase = {
  ...{ id: "1", name: "n", description: null, inputs: "i", expected_output: "" },
  ...{ expected_tools: null, expected_knowledge_sources: null, expected_agent_tools: null },
};

type Given = Partial<Omit<EvalRun<never>, "testCase" | "config">> & { readonly expected?: Partial<EvalTestCase> };

/** What a built-in evaluation gives. */
async function scored(id: string, { expected, ...given }: Given, config: Readonly<Record<string, unknown>> = {}) {
  const definition = evals.find((each) => each.id === id);
  if (!definition) throw new Error(`There is no ${id}.`);
  const { values, faults } = parseEvalConfig(definition, config);
  expect(faults).toEqual([]);
  const run = {
    ...{ agent: { id: "a", name: "A" }, messages: [], answer: "", toolCalls: [], found: [], seconds: 1 },
    ...{ signal: new AbortController().signal, ...given, config: values, testCase: { ...emptyCase, ...expected } },
  };
  return definition.options.execute(run as unknown as EvalRun<never>);
}

async function score(...parameters: Parameters<typeof scored>): Promise<number | null> {
  const given = await scored(...parameters);
  return typeof given === "object" && given !== null ? given.score : given;
}

const expects = (expected_output: string) => ({ expected: { expected_output } });
const call = (tool: string, name = tool) => ({ tool, name, inputs: {}, result: "" });

describe("The built-in evaluations", () => {
  test("are those of the list", () => {
    expect(evals.map(({ id }) => id)).toEqual(builtInEvals);
  });

  test("exact_match: the answer is the expected output, but for space around it", async () => {
    expect(await score("exact_match", { answer: " Paris\n", ...expects("Paris") })).toBe(100);
    expect(await score("exact_match", { answer: "paris", ...expects("Paris") })).toBe(0);
    expect(await score("exact_match", { answer: "paris", ...expects("Paris") }, { ignore_case: true })).toBe(100);
    expect(await score("exact_match", { answer: "Paris.", ...expects("Paris") })).toBe(0);
  });

  test("contains: the answer contains the expected output, or what is set; an empty text proves nothing", async () => {
    expect(await score("contains", { answer: "It is PARIS.", ...expects("Paris") })).toBe(100);
    expect(await score("contains", { answer: "It is PARIS.", ...expects("Paris") }, { ignore_case: false })).toBe(0);
    expect(await score("contains", { answer: "Berlin", ...expects("Paris") }, { text: "Berlin" })).toBe(100);
    await expect(score("contains", { answer: "Berlin", ...expects(" ") })).rejects.toThrow(
      "There is no text to look for",
    );
  });

  test("regex: a pattern matches the answer", async () => {
    expect(await score("regex", { answer: "It is 12:30." }, { pattern: String.raw`\d{2}:\d{2}` })).toBe(100);
    expect(await score("regex", { answer: "It is late.", ...expects("^early") })).toBe(0);
    expect(await score("regex", { answer: "LATE" }, { pattern: "late", flags: "i" })).toBe(100);
    await expect(score("regex", { answer: "x", ...expects("(") })).rejects.toThrow("Invalid regular expression");
    await expect(score("regex", { answer: "x", ...expects("x".repeat(2001)) })).rejects.toThrow("at most 2000");
  });

  test("json_schema: the answer is JSON of a schema, also in a block of code", async () => {
    const schema = { type: "object", required: ["city"], properties: { city: { type: "string" } } };

    expect(await score("json_schema", { answer: `{"city":"Paris"}` }, { schema })).toBe(100);
    expect(await score("json_schema", { answer: '```json\n{"city":"Paris"}\n```' }, { schema })).toBe(100);
    expect(await score("json_schema", { answer: `{"city":"Paris"}`, ...expects(JSON.stringify(schema)) })).toBe(100);
    expect(await scored("json_schema", { answer: `{"city":5}` }, { schema })).toEqual({
      score: 0,
      reason: "/city must be string",
    });
    expect(await scored("json_schema", { answer: "Paris" }, { schema })).toEqual({
      score: 0,
      reason: "The answer is no JSON.",
    });
    await expect(score("json_schema", { answer: "{}", ...expects("Paris") })).rejects.toThrow("no JSON");
    await expect(score("json_schema", { answer: "{}" }, { schema: { type: "wizard" } })).rejects.toThrow(
      "schema is invalid",
    );
    await expect(score("json_schema", { answer: "{}" }, { schema: { $ref: "http://127.0.0.1/x" } })).rejects.toThrow(
      "can't resolve",
    );
  });

  test("tool_use: the share of expected tools and agents that were called", async () => {
    const toolCalls = [call("search_docs"), call("agent_0198c0de_0000_7000_8000_000000000001", "Help desk")];
    const expected = (
      expected_tools: EvalTestCase["expected_tools"],
      expected_agent_tools = null as EvalTestCase["expected_agent_tools"],
    ) => ({
      toolCalls,
      expected: { expected_tools, expected_agent_tools },
    });

    expect(await score("tool_use", expected(null))).toBeNull();
    expect(await score("tool_use", expected(["search_docs"]))).toBe(100);
    expect(await score("tool_use", expected(["search_docs"], ["help desk"]))).toBe(100);
    expect(await score("tool_use", expected(null, ["0198c0de-0000-7000-8000-000000000001"]))).toBe(100);
    expect(await score("tool_use", expected(["search_docs", "write_mail"]))).toBe(50);
    expect(await score("tool_use", expected(["search_docs"]), { only_expected: true })).toBe(50);
    expect(await score("tool_use", expected([]))).toBe(0);
    expect(await score("tool_use", { expected: { expected_tools: [] } })).toBe(100);
    await expect(score("tool_use", expected([5]))).rejects.toThrow(`"expected_tools" must be a list`);
  });

  test("knowledge_sources: the share of expected items that were found", async () => {
    const found = [
      { id: "1", name: "Whales", context: "articles" },
      { id: "2", name: "Trees", context: "articles" },
    ];
    const recall = (expected_knowledge_sources: EvalTestCase["expected_knowledge_sources"], config = {}) =>
      score("knowledge_sources", { found, expected: { expected_knowledge_sources } }, config);

    expect(await recall(null)).toBeNull();
    expect(await recall([])).toBeNull();
    expect(await recall(["1", "trees"])).toBe(100);
    expect(await recall(["1", "trees"], { first: 1 })).toBe(50);
    expect(await recall([{ id: "1" }, { name: "Stones" }, "Trees", "Sand"])).toBe(50);
    expect(await recall("Whales")).toBe(100);
  });

  test("latency: all up to the target, nothing from the limit on, evenly less in between", async () => {
    const config = { target_in_seconds: 2, limit_in_seconds: 4 };

    expect(await score("latency", { seconds: 2 }, config)).toBe(100);
    expect(await score("latency", { seconds: 3 }, config)).toBe(50);
    expect(await score("latency", { seconds: 5 }, config)).toBe(0);
    expect(await score("latency", { seconds: 15 })).toBe(50);
  });

  test("settings that make no sense are refused before a run", () => {
    const problem = (id: string, config: object) => {
      const definition = evals.find((each) => each.id === id);
      return definition?.options.check?.(parseEvalConfig(definition, { ...config }).values as never);
    };

    expect(problem("latency", { target_in_seconds: 5, limit_in_seconds: 5 })).toContain("must be more than");
    expect(problem("latency", {})).toBeUndefined();
    expect(problem("knowledge_sources", { first: 0 })).toContain("at least 1");
    expect(problem("regex", { flags: "g" })).toContain("flags must be of");
    expect(problem("json_schema", { schema: [] })).toBe("A JSON Schema is an object.");
    expect(problem("llm_as_judge", { agent: "a", backend: "b" })).toContain("either");
  });
});
