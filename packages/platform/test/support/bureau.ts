import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { z } from "zod";
import type { TokensPerDay } from "../../src/definitions/app.ts";
import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformTool, ToolFailure } from "../../src/definitions/tool.ts";
import type { SpokenPart } from "../../src/models/language/model-parts.ts";
import { scriptedProvider } from "../../src/models/language/scripted-provider.ts";
import { articles, entries } from "./encyclopedia.ts";
import type { Client } from "./test-platform.ts";
import { startTestPlatform, type TestPlatform } from "./test-platform.ts";

type Said = string | readonly SpokenPart[];
type Step = Said | ((options: LanguageModelV4CallOptions) => Said);

/** What the puppet says, step by step; each test writes its own. */
class Script {
  #steps: readonly Step[] = [];
  #next = 0;
  /** What the model was given, call by call. */
  readonly heard: LanguageModelV4CallOptions[] = [];

  write(...steps: readonly Step[]): void {
    this.#steps = steps;
    this.#next = 0;
    this.heard.length = 0;
  }

  next(options: LanguageModelV4CallOptions): Said {
    this.heard.push(options);
    const step = this.#steps[Math.min(this.#next++, this.#steps.length - 1)] ?? "";
    return typeof step === "function" ? step(options) : step;
  }
}

export const add = new PlatformTool({
  id: "add_numbers",
  name: "Zahlen addieren: +",
  description: "Adds two numbers.",
  type: "function",
  inputSchema: z.object({ a: z.number(), b: z.number().default(1) }),
  config: [
    { name: "unit", description: "What is counted.", type: "string", default: "pieces" },
    { name: "digits", description: "How exact.", type: "number", default: 0 },
    { name: "loud", description: "Whether to shout.", type: "boolean" },
    { name: "password", description: "A secret.", type: "variable" },
  ],
  execute: ({ inputs, config, agent, user, project, itemIds }) => ({
    result: { sum: (inputs.a + inputs.b).toFixed(config.digits), config, agent, user, project, itemIds },
  }),
});

export const count = new PlatformTool({
  id: "count_up",
  name: "count_up",
  description: "Counts to three.",
  category: "counting",
  type: "function",
  config: [],
  execute: async function* () {
    yield { result: "1" };
    yield { result: 2, job: "job-1" };
    yield { result: "3", items: [{ id: "an item" }] };
  },
});

/** Does what it is told: throws, hangs, or says too much. */
export const behave = new PlatformTool({
  id: "behave_oddly",
  name: "behave",
  description: "Behaves oddly.",
  type: "function",
  inputSchema: z.object({ how: z.enum(["throw", "fail", "hang", "flood", "nothing"]) }),
  config: [],
  timeoutInSeconds: 0.2,
  execute: async ({ inputs, signal }) => {
    if (inputs.how === "throw") throw new Error("It broke.");
    if (inputs.how === "fail") throw new ToolFailure("Somebody must see this.");
    if (inputs.how === "hang") await new Promise((resolve) => signal.addEventListener("abort", resolve));
    if (inputs.how === "flood") return { result: "x".repeat(150_000) };
    return {};
  },
});

/** Waits until the test lets it go on. */
const wait = new PlatformTool({
  id: "wait_here",
  name: "wait_here",
  description: "Waits.",
  type: "function",
  config: [],
  execute: async ({ signal }) => {
    const { reached, opened } = gate;
    reached.resolve();
    await Promise.race([opened.promise, new Promise((resolve) => signal.addEventListener("abort", resolve))]);
    return { result: "Waited." };
  },
});

const newGate = () => ({ reached: Promise.withResolvers<void>(), opened: Promise.withResolvers<void>() });
let gate = newGate();

/** Lets those that wait go on, once somebody does; whoever comes later waits again. */
export async function openGate(): Promise<void> {
  const { reached, opened } = gate;
  await reached.promise;
  gate = newGate();
  opened.resolve();
}

/** Reads and writes articles as whoever it is called for. */
export const librarian = new PlatformTool({
  id: "read_article",
  name: "read_article",
  description: "Reads an article.",
  type: "function",
  inputSchema: z.object({ id: z.string() }),
  config: [],
  execute: async ({ inputs, items }) => {
    const article = await items(articles).find(inputs.id);
    return { result: article ? String(article.title) : "There is no such article." };
  },
});

export interface Bureau extends TestPlatform {
  readonly app: PlatformApp;
  readonly script: Script;
  /** Makes an agent; gives its id. */
  agent(input?: Readonly<Record<string, unknown>>, client?: Client): Promise<string>;
  /** Stores a variable. */
  variable(name: string, value: string): Promise<void>;
}

/** A deployment with agents whose model is a puppet. */
export async function startBureau(
  options: NonNullable<Parameters<typeof startTestPlatform>[1]> & {
    readonly tokensPerDay?: TokensPerDay;
    /** Besides those that every bureau has. */
    readonly tools?: readonly PlatformTool[];
  } = {},
): Promise<Bureau> {
  const script = new Script();
  const { tokensPerDay, tools = [], ...rest } = options;
  const app = new PlatformApp({
    contexts: [articles, entries],
    tools: [add, count, behave, wait, librarian, ...tools],
    providers: [scriptedProvider({ id: "puppet", steps: [(call) => script.next(call)] })],
    ...(tokensPerDay && { tokensPerDay }),
  });
  const platform = await startTestPlatform(app, rest);
  return {
    ...platform,
    app: app as unknown as PlatformApp,
    script,
    agent: async (input = {}, client = platform) => {
      const { agentsCreateOne } = await client.data<{ agentsCreateOne: { item: { id: string } } }>(
        `mutation ($input: agentsInput!) { agentsCreateOne(input: $input) { item { id } } }`,
        { input: { name: "Puppet", backend: "puppet", ...input } },
      );
      return agentsCreateOne.item.id;
    },
    variable: async (name, value) => {
      await platform.data(`mutation ($input: variablesInput!) { variablesCreateOne(input: $input) { item { id } } }`, {
        input: { name, value },
      });
    },
  };
}
