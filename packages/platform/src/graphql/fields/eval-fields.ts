import { GraphQLBoolean, type GraphQLFieldConfig, GraphQLID, GraphQLInt, GraphQLList, GraphQLNonNull } from "graphql";
import type { Call } from "../../operations/call.ts";
import { type CompareInput, compareEvalRuns } from "../../operations/evals/compare-eval-runs.ts";
import { type EvalResultsInput, evalResults } from "../../operations/evals/eval-results.ts";
import { listEvals } from "../../operations/evals/list-evals.ts";
import { type RunEvalInput, runEval } from "../../operations/evals/run-eval.ts";
import { defaultRows } from "../../query/parse-page.ts";
import {
  EvalComparisonType,
  EvalFunctionType,
  EvalResultsPageType,
  EvalStateEnum,
  RunEvalPayloadType,
} from "../types/eval-types.ts";
import { field, pageInfoOf } from "./query-fields.ts";

type Fields = Record<string, GraphQLFieldConfig<unknown, Call>>;

const required = GraphQLNonNull;
const paging = {
  limit: { type: GraphQLInt, description: "Cases per page, 1 to 500. Default: 10." },
  page: { type: GraphQLInt, description: "The number of the page, from 1. Default: 1." },
};
const runId = (description: string) => ({ type: new required(GraphQLID), description });

export function evalQueryFields(): Fields {
  return {
    evals: field({
      type: new required(new GraphQLList(new required(EvalFunctionType))),
      description: "What can score the answers of agents.",
      resolve: (call) => listEvals(call),
    }),
    evalResults: field<EvalResultsInput>({
      type: new required(EvalResultsPageType),
      description: "The results of a run, case by case.",
      args: {
        run: runId("The id of the run."),
        ...paging,
        only: { type: EvalStateEnum, description: "Only the cases in this state. Default: all." },
      },
      resolve: async (call, args) => {
        const { items, count, limit, page } = await evalResults(call, args);
        return { items, pageInfo: pageInfoOf(count, limit, page) };
      },
    }),
    compareEvalRuns: field<CompareInput>({
      type: new required(EvalComparisonType),
      description: "Compares two runs on the test cases that both have.",
      args: { a: runId("The id of the first run."), b: runId("The id of the second run."), ...paging },
      // It counts as a search does: it reads all cases of both runs, however few it shows.
      extensions: { rows: defaultRows },
      resolve: async (call, args) => {
        const { limit, page, ...comparison } = await compareEvalRuns(call, args);
        return { ...comparison, pageInfo: pageInfoOf(comparison.count, limit, page) };
      },
    }),
  };
}

export function evalMutationFields(): Fields {
  return {
    runEval: field<RunEvalInput>({
      type: new required(RunEvalPayloadType),
      description: "Runs test cases against the agent of an eval run, in the background: one job for each.",
      args: {
        id: runId("The id of the eval run."),
        test_case_ids: {
          type: new GraphQLList(new required(GraphQLID)),
          description: "The ids of the test cases. Default: the run's own, else all of its set.",
        },
        onlyFailed: {
          type: GraphQLBoolean,
          description: "Only the cases of the last round that did not pass; the others keep their results.",
        },
      },
      resolve: (call, args) => runEval(call, args),
    }),
  };
}
