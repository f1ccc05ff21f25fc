import { queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";

/** A way to score answers, on this deployment. */
export interface EvalFunction {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly config: readonly { readonly name: string; readonly description: string; readonly default: unknown }[];
}

export const evalFunctionsOperation = operation<{ readonly evals: readonly EvalFunction[] }>(
  "query EvalFunctions { evals { id name description config { name description default } } }",
);

interface AgentName {
  readonly id: string;
  readonly name: string;
}

export const evalAgentsOperation = operation<{ readonly agentsPagination: { readonly items: readonly AgentName[] } }>(
  `query EvalAgents { agentsPagination(limit: 500, sort: { field: "name" }) { items { id name } } }`,
);

export const evalFunctionsQuery = queryOptions({
  queryKey: ["evals", "functions"],
  queryFn: async ({ signal }) => (await request(evalFunctionsOperation, {}, { signal })).evals,
  staleTime: 60_000,
});

/** The agents that can be asked, by name. */
export const evalAgentsQuery = queryOptions({
  queryKey: ["agents", "names"],
  queryFn: async ({ signal }) => (await request(evalAgentsOperation, {}, { signal })).agentsPagination.items,
});
