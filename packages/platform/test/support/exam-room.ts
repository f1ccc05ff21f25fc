import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { vi } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { type EvalRun, type EvalScore, PlatformEval } from "../../src/definitions/eval.ts";
import { PlatformProvider } from "../../src/definitions/provider.ts";
import type { SpokenPart } from "../../src/models/language/model-parts.ts";
import { ownModel } from "../../src/models/language/own-model.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import { add } from "./bureau.ts";
import { articles, entries } from "./encyclopedia.ts";
import { type Client, developmentKey, startTestPlatform, type TestPlatform } from "./test-platform.ts";

type Said = string | readonly SpokenPart[];
type Answer = Said | ((options: LanguageModelV4CallOptions) => Said | Promise<Said>);
type Fields = Readonly<Record<string, unknown>>;

interface StoredRun {
  readonly status: string | null;
  readonly score: number | null;
  readonly passed: boolean | null;
  readonly results: {
    readonly total: number;
    readonly done: number;
    readonly passed: number;
    readonly failed: number;
    readonly errors: number;
    readonly threshold: number;
    readonly functions: readonly { readonly id: string; readonly average: number | null; readonly cases: number }[];
    readonly cases?: readonly Fields[];
    readonly settings: Fields;
  } | null;
}

export interface Result {
  readonly testCase: string;
  readonly name: string | null;
  readonly state: string;
  readonly score: number | null;
  readonly functions: readonly { readonly id: string; readonly score: number | null; readonly reason: string | null }[];
  readonly answer: string | null;
  readonly toolCalls: readonly string[] | null;
  readonly found: readonly { readonly id: string; readonly name: string }[] | null;
  readonly error: string | null;
  readonly seconds: number | null;
  readonly attempts: number;
}

/** A deployment whose agents answer what the test says, and whose evaluation scores as the test says. */
export interface ExamRoom extends TestPlatform {
  readonly queues: QueueRegistry;
  /** What the model says, by the question; without an entry it repeats the question. */
  readonly answers: Map<string, Answer>;
  /** What the model of the judge says. */
  readonly verdicts: { say: Answer; readonly heard: string[] };
  /** What the evaluation `as_told` does; by default it gives 100. */
  behaviour: { score(run: EvalRun<{ readonly key: string | undefined }>): unknown };
  create(type: string, input: Fields, client?: Client): Promise<string>;
  agent(input?: Fields, client?: Client): Promise<string>;
  testCase(input?: Fields, client?: Client): Promise<string>;
  set(testCases: readonly string[], client?: Client): Promise<string>;
  /** A run of these test cases. */
  run(testCases: readonly string[], input?: Fields, client?: Client): Promise<string>;
  start(
    id: string,
    input?: Fields,
    client?: Client,
  ): Promise<{ readonly jobs: readonly string[]; readonly count: number }>;
  stored(id: string): Promise<StoredRun>;
  /** Waits until a run has ended. */
  ended(id: string): Promise<StoredRun>;
  results(id: string, only?: string): Promise<readonly Result[]>;
  /** Starts a run and waits for its end. */
  finish(id: string, input?: Fields): Promise<StoredRun>;
}

export const runEvalDocument = `
  mutation ($id: ID!, $test_case_ids: [ID!], $onlyFailed: Boolean) {
    runEval(id: $id, test_case_ids: $test_case_ids, onlyFailed: $onlyFailed) { jobs count }
  }`;

export const resultsDocument = `
  query ($run: ID!, $limit: Int, $page: Int, $only: EvalResultState) {
    evalResults(run: $run, limit: $limit, page: $page, only: $only) {
      items {
        testCase name state score functions { id score reason } answer toolCalls found error seconds attempts
      }
      pageInfo { pageCount itemCount currentPage hasPreviousPage hasNextPage }
    }
  }`;

export async function startExamRoom(
  options: NonNullable<Parameters<typeof startTestPlatform>[1]> = {},
): Promise<ExamRoom> {
  const queues = new QueueRegistry();
  const queue = await queues.register("eval_runs", { worker: 4, queue: 8 }, 1000, 30).use();
  queue.retries = 1;
  queue.backoff = { type: "linear", delay: 20 };
  const answers = new Map<string, Answer>();
  const verdicts: ExamRoom["verdicts"] = { say: `{ "score": 100 }`, heard: [] };
  const room: Pick<ExamRoom, "behaviour"> = { behaviour: { score: () => 100 } };

  const asTold = new PlatformEval({
    id: "as_told",
    name: "As told",
    description: "Scores as the test says.",
    config: [{ name: "key", description: "A secret.", type: "variable" }],
    execute: (run) => room.behaviour.score(run) as EvalScore,
  });
  const app = new PlatformApp({
    contexts: [articles, entries],
    tools: [add],
    providers: [
      provider("puppet", (call) => {
        const question = lastQuestion(call);
        return saidBy(answers.get(question) ?? question, call);
      }),
      provider("judge", (call) => {
        verdicts.heard.push(lastQuestion(call));
        return saidBy(verdicts.say, call);
      }),
    ],
    evals: [asTold],
  });
  const platform = await startTestPlatform(app, { queues, workers: "all", ...options });

  const create: ExamRoom["create"] = async (type, input, client = platform) => {
    const document = `mutation ($input: ${type}Input!) { created: ${type}CreateOne(input: $input) { item { id } } }`;
    return (await client.data<{ created: { item: { id: string } } }>(document, { input })).created.item.id;
  };
  const start: ExamRoom["start"] = async (id, input = {}, client = platform) =>
    (await client.data<{ runEval: { jobs: string[]; count: number } }>(runEvalDocument, { id, ...input })).runEval;
  const stored: ExamRoom["stored"] = async (id) => {
    const query = `query ($id: ID!) { run: eval_runById(id: $id) { status score passed results } }`;
    const response = await fetch(`${platform.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": developmentKey },
      // Once, and not three times as the client does: a run that goes on changes in between.
      body: JSON.stringify({ query, variables: { id } }),
    });
    return ((await response.json()) as { data: { run: StoredRun } }).data.run;
  };
  const ended: ExamRoom["ended"] = (id) =>
    vi.waitFor(
      async () => {
        const run = await stored(id);
        if (run.status !== "done" && run.status !== "failed") throw new Error(`It is ${run.status}.`);
        return run;
      },
      { timeout: 20_000, interval: 50 },
    );

  return Object.assign(room, {
    ...platform,
    ...{ queues, answers, verdicts, create, start, stored, ended },
    agent: (input: Fields = {}, client?: Client) =>
      create("agents", { name: "Puppet", backend: "puppet", RBAC: { type: "public" }, ...input }, client),
    testCase: (input: Fields = {}, client?: Client) =>
      create("test_cases", { name: "A case", inputs: "Hello", expected_output: "Hello", ...input }, client),
    set: (testCases: readonly string[], client?: Client) =>
      create("eval_sets", { name: "A set", test_case_ids: testCases }, client),
    run: async (testCases: readonly string[], input: Fields = {}, client?: Client) => {
      const agent_id = input.agent_id ?? (await create("agents", { name: "Puppet", backend: "puppet" }, client));
      const eval_functions = [{ id: "exact_match" }];
      return create(
        "eval_runs",
        { name: "A run", test_case_ids: testCases, eval_functions, ...input, agent_id },
        client,
      );
    },
    results: async (id: string, only?: string) => {
      const variables = { run: id, limit: 400, ...(only && { only }) };
      const data = await platform.data<{ evalResults: { items: readonly Result[] } }>(resultsDocument, variables);
      return data.evalResults.items;
    },
    finish: async (id: string, input: Fields = {}) => {
      await start(id, input);
      return ended(id);
    },
  });
}

function provider(id: string, speak: (call: LanguageModelV4CallOptions) => Promise<readonly SpokenPart[]>) {
  const model = ownModel(id, speak);
  return new PlatformProvider({ id, provider: "test", modelName: id, model: () => model });
}

async function saidBy(answer: Answer, call: LanguageModelV4CallOptions): Promise<readonly SpokenPart[]> {
  const said = typeof answer === "function" ? await answer(call) : answer;
  return typeof said === "string" ? [{ kind: "text", text: said }] : said;
}

function lastQuestion({ prompt }: LanguageModelV4CallOptions): string {
  const last = prompt.findLast(({ role }) => role === "user");
  if (last?.role !== "user") return "";
  return last.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
