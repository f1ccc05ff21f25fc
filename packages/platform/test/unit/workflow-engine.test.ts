import { describe, expect, test } from "vitest";
import type { Json } from "../../src/definitions/json.ts";
import { fillInputs, fillText, longestFilled, placeholdersIn } from "../../src/workflows/fill-placeholders.ts";
import { neededVariables, takeVariables } from "../../src/workflows/needed-variables.ts";
import { parseCondition } from "../../src/workflows/parse-condition.ts";
import { parseSteps } from "../../src/workflows/parse-steps.ts";
import { stagesOf } from "../../src/workflows/stages.ts";
import { conditionHolds } from "../../src/workflows/step-condition.ts";

const faultsOf = (stored: unknown) => parseSteps(stored).faults;
const promptsOf = (stored: unknown) => parseSteps(stored).steps.map(({ prompt }) => prompt);
const holds = (when: unknown, results: Readonly<Record<string, Json>>) => {
  const parsed = parseCondition(when);
  if ("fault" in parsed) throw new Error(parsed.fault);
  return conditionHolds(parsed.condition, new Map(Object.entries(results)));
};

describe("The steps of a workflow", () => {
  test.each<[string, unknown, readonly string[]]>([
    ["a list", [{ prompt: "One" }, { prompt: "Two" }], ["One", "Two"]],
    ["a list of texts", ["One", { prompt: "Two" }], ["One", "Two"]],
    ["an object with steps", { steps: [{ prompt: "One" }] }, ["One"]],
    ["one step alone", { prompt: "One" }, ["One"]],
    ["a text", "Say {x}", ["Say {x}"]],
    ["JSON in a text", '[{"prompt":"One"}]', ["One"]],
    ["a text that begins like JSON", "[draft] say {x}", ["[draft] say {x}"]],
    ["nothing", null, []],
    ["an empty list", [], []],
    ["an empty object", {}, []],
    ["an empty text", " ", []],
  ])("can be %s", (_, stored, prompts) => {
    expect(faultsOf(stored)).toEqual([]);
    expect(promptsOf(stored)).toEqual(prompts);
  });

  test.each([[7], [true], [{ probe: "x" }], [{ steps: "none" }]])("can't be %j", (stored) => {
    expect(faultsOf(stored)).toEqual(['it must be a list of steps, like [{ "prompt": "Summarise {text}." }]']);
  });

  test("are refused with every fault at once", () => {
    const faults = faultsOf([
      7,
      {},
      { prompt: "", colour: "red" },
      { prompt: "x", name: "1st", inputs: { a: 1 } },
      { tool: "add_numbers", inputs: [1], when: { step: "nobody", equals: "x" } },
      { prompt: "x", when: { step: "a", matches: "(a+)+$" } },
    ]);

    expect(faults).toEqual([
      'step 1 must be an object like { "prompt": "…" }, or a text',
      'step 2 needs a "prompt" or a "tool"',
      'step 3 has the unknown key "colour"; there are: name, prompt, agent, tool, inputs, when, group',
      'step 3 needs a text in "prompt"',
      'step 4 can\'t be called "1st": a name has letters, digits, - and _, no digit first, at most 60',
      'step 4 has "inputs" and no "tool" that takes them',
      'step 5 needs an object in "inputs"',
      expect.stringMatching(/^step 6 has a "when" that is no condition: it must be/),
      'step 5 has a "when" about "nobody", which is no earlier step',
    ]);
  });

  test("have names of their own, and are at most 100", () => {
    expect(
      faultsOf([
        { prompt: "x", name: "a" },
        { prompt: "y", name: "a" },
      ]),
    ).toEqual(['step 2 ("a") has the name of an earlier step']);
    expect(faultsOf(Array.from({ length: 101 }, () => "x"))).toEqual(["it has 101 steps; 100 are the most"]);
  });

  test("of a group stand together and don't use one another's results", () => {
    const faults = faultsOf([
      { prompt: "x", name: "a", group: "g" },
      { prompt: "about {a}", name: "b", group: "g" },
      { prompt: "x", group: "g", when: { step: "a" } },
      { prompt: "{a} {b}" },
      { prompt: "x", group: "g" },
    ]);

    expect(faults).toEqual([
      'step 2 ("b") runs beside "a" and can\'t use it',
      'step 3 has a "when" about "a", which is no earlier step',
      'step 5 stands apart from the other steps of the group "g"',
    ]);
  });

  test("run in order, those of a group side by side", () => {
    const { steps } = parseSteps([
      { prompt: "1" },
      { prompt: "2", group: "g" },
      { prompt: "3", group: "g" },
      { prompt: "4", group: "h" },
      { prompt: "5" },
      { prompt: "6" },
    ]);

    expect(stagesOf(steps).map((stage) => stage.map(({ index }) => index))).toEqual([[0], [1, 2], [3], [4], [5]]);
  });
});

describe("A placeholder", () => {
  test("is a name in braces; doubled braces stand for themselves", () => {
    expect(placeholdersIn('Say {x} and {y-1} to {x}, not {{z}} nor {"json": 1} nor { a }')).toEqual(["x", "y-1", "x"]);
    expect(fillText("{x} {{x}}", new Map([["x", "1"]]))).toBe("1 {x}");
  });

  test("is filled with text that is not looked at again", () => {
    const values = new Map<string, Json>([
      ["x", "{y} $& $1"],
      ["y", "secret"],
      ["z", { a: [1, null] }],
    ]);

    expect(fillText("{x}|{z}|{missing}|{constructor}", values)).toBe('{y} $& $1|{"a":[1,null]}||');
  });

  test("passes the value itself where a text of the inputs is nothing else", () => {
    const values = new Map<string, Json>([
      ["n", 7],
      ["list", [1, 2]],
    ]);

    expect(fillInputs({ n: "{n}", text: "n = {n}", deep: [{ list: "{list}" }], plain: 1 }, values)).toEqual({
      ...{ n: 7, text: "n = 7", deep: [{ list: [1, 2] }], plain: 1 },
    });
  });

  test("leads into JSON, and to nothing where there is nothing", () => {
    const values = new Map<string, Json>([["found", { title: "Tea", list: [{ id: 7 }], text: "abc" }]]);

    expect(placeholdersIn("{found.title} {other.list.0}")).toEqual(["found", "other"]);
    expect(fillText("{found.title}|{found.list.0.id}|{found.no.where}|{found.text.length}", values)).toBe("Tea|7||");
    expect(fillText("{found.constructor}|{found.__proto__}|{found.list.length}|{found.}", values)).toBe("||1|{found.}");
    expect(fillInputs(["{found.list}", "{found.none}"], values)).toEqual([[{ id: 7 }], null]);
  });

  test("can't make a text too long, however often it is used", () => {
    const values = new Map<string, Json>([["x", "y".repeat(50_000)]]);

    expect(() => fillText("{x}".repeat(1_000_000), values)).toThrow(`more than ${longestFilled} characters`);
    expect(() =>
      fillInputs(
        Array.from({ length: 3 }, () => "{x}"),
        values,
      ),
    ).toThrow("more than");
  });
});

describe("The variables of a workflow", () => {
  const { steps } = parseSteps([
    { prompt: "{topic} in {language}", name: "draft" },
    { tool: "add_numbers", inputs: { a: "{count}", b: ["{draft}"] }, prompt: "a note about {nothing}" },
    { prompt: "{draft} {topic} {later}", name: "later" },
  ]);

  test("are the placeholders that are no earlier step's name", () => {
    expect(neededVariables(steps)).toEqual(["topic", "language", "count", "later"]);
  });

  test("that are missing are all named; null is missing, an empty text is not", () => {
    expect(takeVariables(steps, { topic: "", language: null, other: "x" })).toEqual({
      values: { topic: "" },
      missing: ["language", "count", "later"],
    });
  });

  test("are those that were given, not what every object has", () => {
    const odd = parseSteps("{constructor} {toString} {__proto__}").steps;

    expect(takeVariables(odd, {}).missing).toEqual(["constructor", "toString", "__proto__"]);
    expect(takeVariables(odd, JSON.parse('{"__proto__": "p", "toString": 1, "constructor": false}'))).toEqual({
      values: JSON.parse('{"__proto__": "p", "toString": 1, "constructor": false}'),
      missing: [],
    });
  });
});

describe("The condition of a step", () => {
  test.each<[unknown, Readonly<Record<string, Json>>, boolean]>([
    [{ step: "a", equals: "yes" }, { a: " Yes\n" }, true],
    [{ step: "a", equals: "yes" }, { a: "yes, it is" }, false],
    [{ step: "a", equals: 7 }, { a: 7 }, true],
    [{ step: "a", in: ["red", "green"] }, { a: "GREEN" }, true],
    [{ step: "a", in: [] }, { a: "GREEN" }, false],
    [{ step: "a", contains: "URGENT" }, { a: "this is urgent!" }, true],
    [{ step: "a", contains: "ok" }, { a: { state: "ok" } }, true],
    [{ step: "a", exists: true }, { a: "" }, true],
    [{ step: "a", exists: false }, {}, true],
    [{ step: "a" }, {}, false],
    [{ not: { step: "a", equals: "no" } }, {}, true],
    [{ all: [{ step: "a" }, { step: "b" }] }, { a: "1" }, false],
    [{ any: [{ step: "a" }, { step: "b" }] }, { a: "1" }, true],
    ["a", { a: "x" }, true],
    ["not a", {}, true],
    ["a = yes", { a: "yes" }, true],
    ["{a} == 'yes'", { a: "yes" }, true],
    ["a != yes", { a: "no" }, true],
    ["not a != yes", { a: "no" }, false],
    ['a contains "y e"', { a: "xy ex" }, true],
    ["a exists", {}, false],
  ])("%j on %j is %s", (when, results, expected) => {
    expect(holds(when, results)).toBe(expected);
  });

  test.each([
    [7],
    [null],
    [[]],
    ["a ~ b"],
    ["a exists now"],
    [{}],
    [{ step: "a", matches: ".*" }],
    [{ step: "a", equals: "x", contains: "y" }],
    [{ step: 7, equals: "x" }],
    [{ all: [] }],
    [{ all: { step: "a" } }],
    [{ not: "a ~ b" }],
  ])("can't be %j", (when) => {
    expect(parseCondition(when)).toHaveProperty("fault");
  });
});
