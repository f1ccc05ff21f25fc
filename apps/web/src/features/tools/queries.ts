import { queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";

export interface ToolSetting {
  readonly name: string;
  readonly description: string;
  /** boolean, string, number, or variable. */
  readonly type: string;
  readonly default: unknown;
}

export interface Tool {
  readonly id: string;
  readonly name: string;
  readonly modelName: string;
  readonly description: string;
  readonly category: string;
  readonly type: string;
  /** As JSON Schema. */
  readonly inputSchema: unknown;
  readonly config: readonly ToolSetting[];
}

/** An agent, with whose settings its tools can be tried. */
export interface ToolAgent {
  readonly id: string;
  readonly name: string;
  readonly tools: readonly { readonly id: string }[] | null;
}

export interface ToolOutput {
  readonly result: string | null;
  readonly job: string | null;
  readonly items: unknown;
}

export interface ToolCall {
  readonly agent: string;
  readonly tool: string;
  readonly inputs: unknown;
}

export const toolsOperation = operation<{ readonly tools: readonly Tool[] }>(`
  query Tools {
    tools { id name modelName description category type inputSchema config { name description type default } }
  }
`);

export const toolAgentsOperation = operation<{ readonly agentsPagination: { readonly items: readonly ToolAgent[] } }>(
  `query ToolAgents { agentsPagination(limit: 500, sort: { field: "name" }) { items { id name tools } } }`,
);

export const runToolOperation = operation<{ readonly runTool: ToolOutput }, ToolCall>(`
  mutation RunTool($agent: ID!, $tool: ID!, $inputs: JSON!) {
    runTool(agent: $agent, tool: $tool, inputs: $inputs) { result job items }
  }
`);

export const toolsQuery = queryOptions({
  queryKey: ["tools"],
  queryFn: async ({ signal }) => (await request(toolsOperation, {}, { signal })).tools,
  // They are declared, and change with a new start only.
  staleTime: 60_000,
});

/** Those of the caller's agents that have the tool. */
export const toolAgentsQuery = (tool: string) =>
  queryOptions({
    queryKey: ["agents", "with-tools"],
    queryFn: async ({ signal }) => (await request(toolAgentsOperation, {}, { signal })).agentsPagination.items,
    select: (agents) => agents.filter(({ tools }) => tools?.some(({ id }) => id === tool)),
  });
