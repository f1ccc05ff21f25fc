import { queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import type { RecordKind } from "../../shared/records/record-kind.ts";
import { type Rights, rightsSelection } from "../../shared/workspace/rights.ts";

/** A tool as an agent has it. */
export interface AgentTool {
  readonly id: string;
  readonly config?: Readonly<Record<string, unknown>>;
  /** Whether a person is asked before every call. */
  readonly approval?: boolean;
}

/** As in a list. */
export interface ListedAgent {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly active: boolean | null;
  readonly backend: string | null;
  readonly modelName: string | null;
}

export interface Agent extends ListedAgent {
  readonly instructions: string | null;
  readonly welcomeMessage: string | null;
  readonly tools: readonly AgentTool[] | null;
  readonly maxSteps: number | null;
  readonly rateLimit: number | null;
  readonly RBAC: Rights;
}

export type AgentInput = Pick<Agent, "name"> &
  Partial<Omit<Agent, "id" | "name" | "modelName" | "RBAC">> & { readonly RBAC?: Rights };

export interface Provider {
  readonly id: string;
  readonly description: string | null;
  readonly modelName: string;
}

export interface Tool {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly config: readonly { readonly name: string; readonly description: string | null }[];
}

const listed = "id name description category active backend modelName";
const fields = `${listed} instructions welcomeMessage tools maxSteps rateLimit ${rightsSelection}`;

export const agentsOperation = operation<{ readonly agentsPagination: { readonly items: readonly ListedAgent[] } }>(
  `query Agents { agentsPagination(limit: 500, sort: { field: "name" }) { items { ${listed} } } }`,
);

export const agentOperation = operation<{ readonly agentById: Agent }, { readonly id: string }>(
  `query Agent($id: ID!) { agentById(id: $id) { ${fields} } }`,
);

export const agentPartsOperation = operation<{
  readonly providers: readonly Provider[];
  readonly tools: readonly Tool[];
}>(`query AgentParts {
  providers { id description modelName }
  tools { id name description category config { name description } }
}`);

export const createAgentOperation = operation<
  { readonly result: { readonly item: Agent } },
  { readonly input: AgentInput }
>(`mutation CreateAgent($input: agentsInput!) { result: agentsCreateOne(input: $input) { item { ${fields} } } }`);

export const updateAgentOperation = operation<
  { readonly result: { readonly item: Agent } },
  { readonly id: string; readonly input: AgentInput }
>(
  `mutation UpdateAgent($id: ID!, $input: agentsInput!) { result: agentsUpdateOneById(id: $id, input: $input) { item { ${fields} } } }`,
);

export const removeAgentOperation = operation<unknown, { readonly id: string }>(
  "mutation RemoveAgent($id: ID!) { agentsRemoveOneById(id: $id) { id } }",
);

export const agentsQuery = queryOptions({
  queryKey: ["agents", "list"],
  queryFn: async ({ signal }) => (await request(agentsOperation, {}, { signal })).agentsPagination.items,
});

export const agentQuery = (id: string) =>
  queryOptions({
    queryKey: ["agents", "one", id],
    queryFn: async ({ signal }) => (await request(agentOperation, { id }, { signal })).agentById,
  });

/** What an agent can be made of, on this deployment. */
export const agentPartsQuery = queryOptions({
  queryKey: ["agents", "parts"],
  queryFn: ({ signal }) => request(agentPartsOperation, {}, { signal }),
});

export const agentKind: RecordKind<Agent, AgentInput> = {
  key: ["agents"],
  required: ["name"],
  create: createAgentOperation,
  update: updateAgentOperation,
  remove: removeAgentOperation,
};
