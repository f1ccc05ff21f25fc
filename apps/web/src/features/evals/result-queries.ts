import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import type { PageInfo } from "../../shared/table/pager.tsx";
import type { ResultState } from "./result-states.ts";

export interface FunctionScore {
  readonly id: string;
  /** Null: it has nothing to say about the case. */
  readonly score: number | null;
  readonly reason: string | null;
}

export interface EvalResult {
  readonly testCase: string;
  /** Null when the caller may not read the case. */
  readonly name: string | null;
  readonly state: ResultState;
  readonly score: number | null;
  readonly functions: readonly FunctionScore[] | null;
  readonly answer: string | null;
  readonly toolCalls: readonly string[] | null;
  readonly found: readonly { readonly id: string; readonly name?: string | null; readonly context: string }[] | null;
  readonly error: string | null;
  readonly seconds: number | null;
  readonly attempts: number;
}

export const evalResultsOperation = operation<
  { readonly evalResults: { readonly items: readonly EvalResult[]; readonly pageInfo: PageInfo } },
  { readonly run: string; readonly only: ResultState | null; readonly page: number }
>(`
  query EvalResults($run: ID!, $only: EvalResultState, $page: Int) {
    evalResults(run: $run, only: $only, limit: 25, page: $page) {
      items { testCase name state score functions { id score reason } answer toolCalls found error seconds attempts }
      pageInfo { pageCount itemCount currentPage }
    }
  }
`);

export interface ComparedCase {
  readonly testCase: string;
  readonly name: string | null;
  readonly a: number;
  readonly b: number;
  readonly difference: number;
}

export interface Comparison {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  readonly isSignificant: boolean;
  readonly count: number;
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly items: readonly ComparedCase[];
  readonly pageInfo: PageInfo;
}

export const compareRunsOperation = operation<
  { readonly compareEvalRuns: Comparison },
  { readonly a: string; readonly b: string; readonly page: number }
>(`
  query CompareEvalRuns($a: ID!, $b: ID!, $page: Int) {
    compareEvalRuns(a: $a, b: $b, limit: 25, page: $page) {
      difference low high isSignificant count better worse same onlyA onlyB
      items { testCase name a b difference }
      pageInfo { pageCount itemCount currentPage }
    }
  }
`);

export interface ResultsView {
  readonly only?: ResultState | undefined;
  readonly page?: number | undefined;
  /** What changes whenever the run has come further: results are asked for again then. */
  readonly progress: string;
}

export const evalResultsQuery = (run: string, { only, page = 1, progress }: ResultsView) =>
  queryOptions({
    queryKey: ["evals", "results", run, only ?? null, page, progress],
    queryFn: async ({ signal }) =>
      (await request(evalResultsOperation, { run, only: only ?? null, page }, { signal })).evalResults,
    placeholderData: keepPreviousData,
  });

export const comparisonQuery = (a: string, b: string, page: number) =>
  queryOptions({
    queryKey: ["evals", "comparison", a, b, page],
    queryFn: async ({ signal }) => (await request(compareRunsOperation, { a, b, page }, { signal })).compareEvalRuns,
    placeholderData: keepPreviousData,
  });
