import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import type { RecordKind } from "../../shared/records/record-kind.ts";
import type { PageInfo } from "../../shared/table/pager.tsx";
import { type Rights, rightsSelection } from "../../shared/workspace/rights.ts";

export type RunStatus = "waiting" | "running" | "done" | "failed";
export type ScoringMethod = "AVERAGE" | "MEDIAN" | "SUM";

/** An evaluation as a run has it. */
export interface RunFunction {
  readonly id: string;
  readonly config?: Readonly<Record<string, unknown>>;
}

/** As in a list. */
export interface ListedRun {
  readonly id: string;
  readonly name: string;
  readonly agent_id: string;
  readonly eval_set_id: string | null;
  /** Null: it has never been run. */
  readonly status: RunStatus | null;
  readonly score: number | null;
  readonly passed: boolean | null;
  readonly updatedAt: string;
}

/** How far a run is, and what it came to. */
export interface RunResults {
  readonly total: number;
  readonly done: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  /** What the score had to reach; there when the run has ended. */
  readonly threshold?: number;
  readonly functions?: readonly { readonly id: string; readonly average: number | null; readonly cases: number }[];
  readonly settings: { readonly eval_functions: readonly RunFunction[] };
}

export interface EvalRun extends ListedRun {
  readonly description: string | null;
  readonly test_case_ids: readonly string[] | null;
  readonly eval_functions: readonly RunFunction[] | null;
  readonly scoring_method: ScoringMethod | null;
  readonly pass_threshold: number | null;
  readonly timeout_in_seconds: number | null;
  readonly results: RunResults | null;
  readonly RBAC: Rights;
}

export type RequiredOfRun = Pick<EvalRun, "name" | "agent_id">;
type Calculated = "id" | "status" | "score" | "passed" | "results" | "updatedAt";
export type EvalRunInput = RequiredOfRun & Partial<Omit<EvalRun, Calculated | keyof RequiredOfRun>>;

const listed = "id name agent_id eval_set_id status score passed updatedAt";
const fields = `${listed} description test_case_ids eval_functions scoring_method pass_threshold timeout_in_seconds results ${rightsSelection}`;

export const evalRunsOperation = operation<
  { readonly eval_runsPagination: { readonly items: readonly ListedRun[]; readonly pageInfo: PageInfo } },
  { readonly limit: number; readonly page: number }
>(`
  query EvalRuns($limit: Int, $page: Int) {
    eval_runsPagination(limit: $limit, page: $page, sort: { field: "updatedAt", direction: DESC }) {
      items { ${listed} }
      pageInfo { pageCount itemCount currentPage }
    }
  }
`);

export const evalRunOperation = operation<{ readonly eval_runById: EvalRun }, { readonly id: string }>(
  `query EvalRun($id: ID!) { eval_runById(id: $id) { ${fields} } }`,
);

export const createRunOperation = operation<
  { readonly result: { readonly item: EvalRun } },
  { readonly input: EvalRunInput }
>(
  `mutation CreateEvalRun($input: eval_runsInput!) { result: eval_runsCreateOne(input: $input) { item { ${fields} } } }`,
);

export const updateRunOperation = operation<
  { readonly result: { readonly item: EvalRun } },
  { readonly id: string; readonly input: EvalRunInput }
>(
  `mutation UpdateEvalRun($id: ID!, $input: eval_runsInput!) {
    result: eval_runsUpdateOneById(id: $id, input: $input) { item { ${fields} } }
  }`,
);

export const removeRunOperation = operation<unknown, { readonly id: string }>(
  "mutation RemoveEvalRun($id: ID!) { eval_runsRemoveOneById(id: $id) { id } }",
);

export const copyRunOperation = operation<{ readonly result: { readonly item: EvalRun } }, { readonly id: string }>(
  `mutation CopyEvalRun($id: ID!) { result: eval_runsCopyOneById(id: $id) { item { ${fields} } } }`,
);

export const runEvalOperation = operation<
  { readonly runEval: { readonly count: number } },
  { readonly id: string; readonly onlyFailed: boolean }
>("mutation RunEval($id: ID!, $onlyFailed: Boolean) { runEval(id: $id, onlyFailed: $onlyFailed) { count } }");

// Live while somebody looks, and only while it goes on.
const busyInMilliseconds = 1000;

export function isGoingOn({ status }: Pick<ListedRun, "status">): boolean {
  return status === "waiting" || status === "running";
}

export const evalRunsQuery = (page: number, limit = 25) =>
  queryOptions({
    queryKey: ["evals", "runs", "list", page, limit],
    queryFn: async ({ signal }) => (await request(evalRunsOperation, { limit, page }, { signal })).eval_runsPagination,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.items.some(isGoingOn) ? busyInMilliseconds : false),
  });

export const evalRunQuery = (id: string) =>
  queryOptions({
    queryKey: ["evals", "runs", "one", id],
    queryFn: async ({ signal }) => (await request(evalRunOperation, { id }, { signal })).eval_runById,
    refetchInterval: ({ state: { data } }) => (data && isGoingOn(data) ? busyInMilliseconds : false),
  });

export const runKind: RecordKind<EvalRun, EvalRunInput> = {
  key: ["evals", "runs"],
  required: ["name", "agent_id"],
  create: createRunOperation,
  update: updateRunOperation,
  remove: removeRunOperation,
};
