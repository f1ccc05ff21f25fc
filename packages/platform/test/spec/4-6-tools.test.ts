import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { PlatformTool, ToolFailure, type ToolOutput } from "../../src/definitions/tool.ts";
import { sql } from "../../src/storage/sql.ts";
import { add, type Bureau, behave, count, librarian, startBureau } from "../support/bureau.ts";
import { createCaller } from "../support/callers.ts";
import { isMissing } from "../support/test-database.ts";

const secret = "hunter2-and-more";

describe.skipIf(isMissing)("4.6 PlatformTool", { timeout: 60_000 }, () => {
  let bureau: Bureau;
  let agent: string;

  beforeAll(async () => {
    bureau = await startBureau();
    await bureau.variable("door_password", secret);
    const tools = [
      { id: "add_numbers", config: { digits: 2, password: "door_password" } },
      ...["count_up", "behave_oddly", "read_article"].map((id) => ({ id })),
    ];
    agent = await bureau.agent({ tools });
  });
  afterAll(() => bureau.close());

  const faultsOf = (options: Readonly<Record<string, unknown>>): string => {
    const sound = { id: "some_tool", name: "n", description: "d", type: "function", config: [], execute: () => ({}) };
    const tool = new PlatformTool({ ...sound, ...options } as never);
    try {
      checkDefinitions(new PlatformApp({ contexts: [], tools: [tool] }));
      return "none";
    } catch (error) {
      return String(error);
    }
  };
  const run = async (tool: PlatformTool, inputs: unknown, more: object = {}): Promise<ToolOutput> =>
    (await tool.execute({ agent, config: bureau.app, inputs, ...more } as never)) as ToolOutput;
  const parsed = ({ result = "" }: ToolOutput) => JSON.parse(result);

  describe("id", () => {
    test.each(["_five", "A2345", "a".repeat(80), "with_9_digits"])("%s is an id", (id) => {
      expect(faultsOf({ id })).toBe("none");
    });
    test.each(["four", "9tool", "a-tool", "a tool", "straße", "a".repeat(81), "", "tööls"])("%j is none", (id) => {
      expect(faultsOf({ id })).toContain("the id must have 5 to 80 letters, digits and underscores");
    });
    test("two tools can't share one", () => {
      const again = new PlatformTool({
        id: "add_numbers",
        name: "n",
        description: "d",
        type: "function",
        config: [],
        execute: () => ({}),
      });
      expect(() => checkDefinitions(new PlatformApp({ contexts: [], tools: [add, again] }))).toThrow(
        /there is another tool of this id/,
      );
    });
  });

  test("name and description are required; config is, and may be empty; unknown options are named", () => {
    expect(faultsOf({ name: "" })).toContain("it needs a name");
    expect(faultsOf({ description: " " })).toContain("it needs a description");
    expect(faultsOf({ config: undefined })).toContain("config must be a list of parameters; it may be empty");
    expect(faultsOf({ config: [] })).toBe("none");
    expect(faultsOf({ execute: undefined })).toContain("it needs a function execute");
    expect(faultsOf({ inputschema: {} })).toContain("inputschema");
  });

  test.each(["context", "function", "agent", "web_search"])("type %s is one", (type) => {
    expect(faultsOf({ type })).toBe("none");
  });

  test("every other type is refused, and so is a parameter of another type or with another default", () => {
    expect(faultsOf({ type: "python" })).toContain("the type must be one of context, function, agent, web_search");
    const parameter = { name: "p", description: "d" };
    expect(faultsOf({ config: [{ ...parameter, type: "date" }] })).toContain(
      `the type of "p" must be one of boolean, string, number, variable`,
    );
    expect(faultsOf({ config: [{ ...parameter, type: "number", default: "1" }] })).toContain(
      `the default of "p" must be a number`,
    );
    expect(
      faultsOf({
        config: [
          { ...parameter, type: "string" },
          { ...parameter, type: "string" },
        ],
      }),
    ).toContain(`there are two parameters "p"`);
  });

  test("category defaults to `default`, and the API lists tools with their schemas", async () => {
    const { tools, toolCategories } = await bureau.data<{
      tools: { id: string; category: string; modelName: string; inputSchema: object; config: object[] }[];
      toolCategories: string[];
    }>(`{ tools { id category modelName inputSchema config { name type default } } toolCategories }`);

    const listed = tools.find(({ id }) => id === "add_numbers");
    expect(listed).toMatchObject({
      category: "default",
      inputSchema: { type: "object", required: expect.arrayContaining(["a"]) },
    });
    expect(listed?.config).toContainEqual({ name: "password", type: "variable", default: null });
    expect(toolCategories).toEqual(["contexts", "counting", "default"]);
  });

  test("name is sanitised at execution for compatibility", async () => {
    const { tools } = await bureau.data<{ tools: { id: string; modelName: string }[] }>(`{ tools { id modelName } }`);

    expect(tools.find(({ id }) => id === "add_numbers")?.modelName).toBe("Zahlen_addieren");
    expect(tools.every(({ modelName }) => /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(modelName))).toBe(true);
  });

  test("inputs are validated against inputSchema, and given as the schema makes them", async () => {
    const right = await run(add, { a: 1 });
    const wrong = await run(add, { a: "one" });

    expect(parsed(right).sum).toBe("2.00");
    expect(parsed(wrong)).toEqual({
      error: expect.stringContaining(`The inputs of the tool "add_numbers" are not right: a: `),
      code: "BAD_USER_INPUT",
    });
  });

  test("when inputSchema is absent an empty object schema applies", async () => {
    const stream = await count.execute({ agent, config: bureau.app, inputs: {} });
    const refused = await run(count, { to: 9 });

    expect(Symbol.asyncIterator in stream).toBe(true);
    expect(parsed(refused).error).toBe(`The tool "count_up" takes no inputs.`);
  });

  test("config: the agent's values, else defaults; a variable is resolved by name and decrypted", async () => {
    let seen: unknown;
    const spy = new PlatformTool({
      ...add.options,
      execute: ({ config }) => {
        seen = config;
        return {};
      },
    });

    await run(spy, { a: 1 });

    expect(seen).toEqual({ unit: "pieces", digits: 2, password: secret });
  });

  test("the value of a variable never leaves in a result: the variable's name stands for it", async () => {
    const output = await run(add, { a: 1 });

    expect(output.result).not.toContain(secret);
    expect(parsed(output).config.password).toBe("[variable door_password]");
  });

  test("a variable that has no value is a failure that names it", async () => {
    const other = await bureau.agent({ tools: [{ id: "add_numbers", config: { password: "no_such" } }] });

    const output = await run(add, { a: 1 }, { agent: other });

    expect(parsed(output).error).toBe(
      `The tool "add_numbers" is not set up: "password" names the variable "no_such", which has no value.`,
    );
  });

  test("execute is given the agent, user, project and items", async () => {
    const ann = await createCaller(bureau, { email: "ann@example.com", permissions: { agents: "READ" } });

    const output = await run(add, { a: 1 }, { user: ann.userId, project: "a project", items: ["one", "two"] });

    expect(parsed(output)).toMatchObject({ agent, user: ann.userId, project: "a project", itemIds: ["one", "two"] });
  });

  test("it returns {result?, job?, items?}; for a generator a stream of such objects", async () => {
    const outputs: ToolOutput[] = [];
    const stream = await count.execute({ agent, config: bureau.app, inputs: {} });
    for await (const output of stream as AsyncGenerator<ToolOutput>) outputs.push(output);

    expect(outputs).toEqual([
      { result: "1" },
      { result: "2", job: "job-1" },
      { result: "3", items: [{ id: "an item" }] },
    ]);
    expect(await run(behave, { how: "nothing" })).toEqual({});
  });

  test("results are strings; non-string data is serialised as JSON", async () => {
    const output = await run(add, { a: 2, b: 3 });

    expect(typeof output.result).toBe("string");
    expect(parsed(output).sum).toBe("5.00");
  });

  test("a tool reports failures inside `result` instead of throwing", async () => {
    expect(parsed(await run(behave, { how: "throw" }))).toEqual({ error: "It broke." });
  });

  test("unless the failure is meant to be caught", async () => {
    await expect(run(behave, { how: "fail" })).rejects.toThrow(ToolFailure);
    const error = await bureau.error(
      `mutation ($agent: ID!) { runTool(agent: $agent, tool: "behave_oddly", inputs: { how: "fail" }) { result } }`,
      { agent },
    );
    expect(error.message).toBe("Somebody must see this.");
  });

  test("a call ends in time, with its signal aborted, and a result has a bearable length", async () => {
    const hanging = await run(behave, { how: "hang" });
    const flood = await run(behave, { how: "flood" });

    expect(parsed(hanging)).toEqual({ error: "It took longer than 0.2 seconds." });
    expect(flood.result).toHaveLength(100_000 + "\n[cut off: 50000 more characters]".length);
    expect(flood.result).toMatch(/\[cut off: 50000 more characters\]$/);
  });

  test("an agent that there is not is an error, and so is a platform that has not started", async () => {
    await expect(run(add, { a: 1 }, { agent: "00000000-0000-7000-8000-0000000000ff" })).rejects.toThrow(
      "Record not found",
    );
    const idle = new PlatformApp({ contexts: [] });
    await expect(run(add, { a: 1 }, { config: idle })).rejects.toThrow("The platform has not started yet");
  });

  test("with a user it acts with that user's rights, and only with theirs", async () => {
    const owner = await createCaller(bureau, { email: "owner@example.com", permissions: { contexts: "WRITE" } });
    const other = await createCaller(bureau, { email: "other@example.com", permissions: { contexts: "WRITE" } });
    const { articlesCreateOne } = await owner.data<{ articlesCreateOne: { item: { id: string } } }>(
      `mutation { articlesCreateOne(input: { title: "Mine" }) { item { id } } }`,
    );
    const { id } = articlesCreateOne.item;

    expect(await run(librarian, { id }, { user: owner.userId })).toEqual({ result: "Mine" });
    expect(await run(librarian, { id }, { user: other.userId })).toEqual({
      result: "There is no such article.",
    });
    await expect(run(librarian, { id }, { user: "nobody" })).rejects.toThrow("Record not found");
  });

  test("over the API an agent's own tools are run, others are refused", async () => {
    const document = `mutation ($agent: ID!, $tool: ID!, $inputs: JSON!) { runTool(agent: $agent, tool: $tool, inputs: $inputs) { result } }`;
    const other = await bureau.agent();

    const { runTool } = await bureau.data<{ runTool: { result: string } }>(document, {
      agent,
      tool: "add_numbers",
      inputs: { a: 4 },
    });
    const refused = await bureau.error(document, { agent: other, tool: "add_numbers", inputs: { a: 4 } });

    expect(JSON.parse(runTool.result).sum).toBe("5.00");
    expect(refused.message).toBe(`The agent "Puppet" has no tool "add_numbers".`);
  });

  test("every call is counted, also when they come at once", async () => {
    const before = await counted();
    await Promise.all(Array.from({ length: 10 }, () => run(add, { a: 1 })));

    expect((await counted()) - before).toBe(10);
  });

  const counted = async (): Promise<number> => {
    const [row] = await bureau.database.query<{ total: number }>(
      sql`select coalesce(sum(count), 0)::float8 as total from statistics where type = 'tool_call' and name = 'add_numbers'`,
    );
    return Number(row?.total);
  };
});
