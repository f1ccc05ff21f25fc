import { ask, dataOf } from "./ask.ts";

export interface EvalRunFacts {
  readonly status: string | null;
  readonly score: number | null;
  readonly passed: boolean | null;
  readonly results: {
    readonly total: number;
    readonly done: number;
    readonly passed: number;
    readonly failed: number;
    readonly errors: number;
  } | null;
}

export interface EvalResultFacts {
  readonly testCase: string;
  readonly state: string;
  readonly attempts: number;
  readonly functions: readonly { readonly score: number | null; readonly reason: string | null }[] | null;
}

async function create(url: string, type: string, input: Readonly<Record<string, unknown>>): Promise<string> {
  const document = `mutation ($input: ${type}Input!) { created: ${type}CreateOne(input: $input) { item { id } } }`;
  return (await dataOf<{ created: { item: { id: string } } }>(url, document, { input })).created.item.id;
}

/** An agent that repeats what it is asked, and a set of so many test cases for it; some expect something else. */
export async function createSet(
  url: string,
  { count, wrong = 0 }: { readonly count: number; readonly wrong?: number },
) {
  const agent = await create(url, "agents", { name: "Echo", backend: "echo" });
  const set = await create(url, "eval_sets", { name: "Many" });
  const document = `mutation ($input: test_casesInput!) { created: test_casesCreateOne(input: $input) { item { id } } }`;
  for (let first = 0; first < count; first += 20) {
    const some = Array.from({ length: Math.min(20, count - first) }, (_, index) => first + index);
    await Promise.all(
      some.map(async (number) => {
        const expected_output = number < wrong ? "something else" : `Question ${number}`;
        const input = { name: `Case ${number}`, inputs: `Question ${number}`, expected_output, eval_set_id: set };
        const { errors } = await ask(url, document, { input });
        if (errors) throw new Error(JSON.stringify(errors));
      }),
    );
  }
  return { agent, set };
}

export function createRun(
  url: string,
  { agent, set }: { readonly agent: string; readonly set: string },
  input: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const eval_functions = [{ id: "exact_match" }];
  return create(url, "eval_runs", { name: "A run", agent_id: agent, eval_set_id: set, eval_functions, ...input });
}

export async function startRun(url: string, id: string): Promise<readonly string[]> {
  const document = `mutation ($id: ID!) { runEval(id: $id) { jobs } }`;
  return (await dataOf<{ runEval: { jobs: readonly string[] } }>(url, document, { id })).runEval.jobs;
}

export async function findRun(url: string, id: string): Promise<EvalRunFacts> {
  const document = `query ($id: ID!) { run: eval_runById(id: $id) { status score passed results } }`;
  return (await dataOf<{ run: EvalRunFacts }>(url, document, { id })).run;
}

/** Every result of a run, page by page. */
export async function allResults(url: string, run: string): Promise<readonly EvalResultFacts[]> {
  const results: EvalResultFacts[] = [];
  for (let page = 1; ; page++) {
    const { evalResults } = await dataOf<{
      evalResults: { items: readonly EvalResultFacts[]; pageInfo: { hasNextPage: boolean } };
    }>(
      url,
      `query ($run: ID!, $page: Int) {
        evalResults(run: $run, limit: 250, page: $page) {
          items { testCase state attempts functions { score reason } } pageInfo { hasNextPage }
        }
      }`,
      { run, page },
    );
    results.push(...evalResults.items);
    if (!evalResults.pageInfo.hasNextPage) return results;
  }
}
