import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { expect, vi } from "vitest";
import { z } from "zod";
import { PlatformApp, type TokensPerDay } from "../../src/definitions/app.ts";
import { PlatformTool } from "../../src/definitions/tool.ts";
import { scriptedProvider } from "../../src/models/language/scripted-provider.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import { post } from "./agent-client.ts";
import { add, behave, count, librarian } from "./bureau.ts";
import { articles } from "./encyclopedia.ts";
import { type Client, startTestPlatform, type TestPlatform } from "./test-platform.ts";

export interface Run {
  readonly id: string;
  readonly workflow: string;
  readonly status: string;
  readonly result: unknown;
  readonly error: string | null;
  readonly job: string | null;
  readonly scheduled: boolean;
  readonly user: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly durationMs: number | null;
  readonly steps: readonly {
    readonly name: string | null;
    readonly index: number;
    readonly status: string;
    readonly input: unknown;
    readonly output: unknown;
    readonly error: string | null;
    readonly attempts: number;
    readonly startedAt: string;
    readonly durationMs: number | null;
  }[];
}

export interface Payload {
  readonly result: unknown;
  readonly job: string | null;
  readonly metadata: { readonly run: string };
}

export const runDocument = `mutation ($id: ID!, $variables: JSON) {
  runWorkflow(id: $id, variables: $variables) { result job metadata }
}`;
export const resumeDocument = "mutation ($run: ID!) { resumeWorkflow(run: $run) { result job metadata } }";
const runFields = `id workflow status result error job scheduled user variables steps_json startedAt finishedAt durationMs
  steps { name index status input output error attempts startedAt durationMs }`;
export const runsDocument = `query ($workflow: ID!, $limit: Int, $page: Int) {
  workflowRuns(workflow: $workflow, limit: $limit, page: $page) {
    items { ${runFields} } pageInfo { itemCount pageCount currentPage hasNextPage }
  }
}`;
export const runByIdDocument = `query ($id: ID!) { workflowRunById(id: $id) { ${runFields} } }`;
export const createTemplate = `mutation ($input: workflow_templatesInput!) {
  workflow_templatesCreateOne(input: $input) { item { id variables } }
}`;
export const updateTemplate = `mutation ($id: ID!, $input: workflow_templatesInput!) {
  workflow_templatesUpdateOneById(id: $id, input: $input) { item { id variables schedule } }
}`;

type Answer = (prompt: string) => string | Promise<string>;
type Input = Readonly<Record<string, unknown>>;

export interface FlowShop extends TestPlatform {
  readonly queues: QueueRegistry;
  /** What the model was asked, in order. */
  readonly asked: string[];
  /** Sets what the model answers; it says `«…»` of what it was asked until then. */
  answer(answer?: Answer): void;
  agent(input?: Input): Promise<string>;
  workflow(steps: unknown, input?: Input, client?: Client): Promise<string>;
  run(id: string, variables?: unknown, client?: Client): Promise<Payload>;
  runs(workflow: string, client?: Client): Promise<readonly Run[]>;
  runById(id: string, client?: Client): Promise<Run>;
  /** Waits until a run has come so far. */
  until(id: string, status: string): Promise<Run>;
}

/** Does what the test has told it to. */
const perform = new PlatformTool({
  id: "perform",
  name: "perform",
  description: "Does something.",
  type: "function",
  inputSchema: z.object({ what: z.string() }),
  config: [],
  timeoutInSeconds: 30,
  execute: async ({ inputs, signal }) => ({ result: await performance.act(inputs.what, signal) }),
});

/** What the tool does; each test sets its own. */
export const performance: { act: (what: string, signal: AbortSignal) => unknown } = { act: (what) => what };

/** A deployment whose agents run workflows: while the caller waits, on a queue, or not at all. */
export async function startFlowShop(
  options: NonNullable<Parameters<typeof startTestPlatform>[1]> & {
    readonly tokensPerDay?: TokensPerDay;
    readonly timeoutInSeconds?: number;
    readonly retries?: number;
  } = {},
): Promise<FlowShop> {
  const { tokensPerDay, timeoutInSeconds = 60, retries = 0, ...rest } = options;
  const queues = new QueueRegistry();
  const flows = queues.register("flows", { worker: 4, queue: 8 }, 1000, timeoutInSeconds);
  const asked: string[] = [];
  let reply: Answer = (prompt) => `«${prompt}»`;
  const model = (id: string, workflows?: Parameters<typeof scriptedProvider>[0]["workflows"]) =>
    scriptedProvider({
      id,
      ...(workflows && { workflows }),
      steps: [
        (call) => {
          const prompt = lastQuestion(call);
          asked.push(prompt);
          return reply(prompt) as string;
        },
      ],
    });
  const app = new PlatformApp({
    contexts: [articles],
    tools: [add, behave, count, librarian, perform],
    providers: [
      model("inline", { enabled: true }),
      model("queued", { enabled: true, queue: flows }),
      model("disabled", { enabled: false }),
      model("plain"),
    ],
    ...(tokensPerDay && { tokensPerDay }),
  });
  const platform = await startTestPlatform(app, { queues, workers: "all", graceInSeconds: 0, ...rest });
  const configuration = queues.queue("flows");
  if (configuration) Object.assign(configuration, { retries, backoff: { type: "linear", delay: 50 } });
  const workflow: FlowShop["workflow"] = async (steps, input = {}, client = platform) => {
    const agent = input.agent ?? (await shop.agent());
    const data = await client.data<{ workflow_templatesCreateOne: { item: { id: string } } }>(createTemplate, {
      input: { name: "A workflow", steps_json: steps, ...input, agent },
    });
    return data.workflow_templatesCreateOne.item.id;
  };
  const shop: FlowShop = {
    ...platform,
    queues,
    asked,
    answer: (answer = (prompt) => `«${prompt}»`) => {
      reply = answer;
      asked.length = 0;
    },
    agent: async (input = {}) => {
      const { agentsCreateOne } = await platform.data<{ agentsCreateOne: { item: { id: string } } }>(
        `mutation ($input: agentsInput!) { agentsCreateOne(input: $input) { item { id } } }`,
        { input: { name: "Worker", backend: "inline", RBAC: { type: "public" }, ...input } },
      );
      return agentsCreateOne.item.id;
    },
    workflow,
    run: async (id, variables, client = platform) =>
      (await client.data<{ runWorkflow: Payload }>(runDocument, { id, variables })).runWorkflow,
    runs: async (id, client = platform) =>
      (await client.data<{ workflowRuns: { items: readonly Run[] } }>(runsDocument, { workflow: id })).workflowRuns
        .items,
    runById: async (id, client = platform) =>
      (await client.data<{ workflowRunById: Run }>(runByIdDocument, { id })).workflowRunById,
    until: (id, status) =>
      vi.waitFor(
        async () => {
          // Asked once, not three times as the client does: it changes in between.
          const response = await post(`${platform.url}/graphql`, { query: runByIdDocument, variables: { id } });
          const { data } = (await response.json()) as { data: { workflowRunById: Run } | null };
          expect(data?.workflowRunById.status, JSON.stringify(data)).toBe(status);
          return data?.workflowRunById as Run;
        },
        { timeout: 20_000, interval: 30 },
      ),
  };
  return shop;
}

function lastQuestion({ prompt }: LanguageModelV4CallOptions): string {
  const last = prompt.findLast(({ role }) => role === "user");
  if (last?.role !== "user") return "";
  return last.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
