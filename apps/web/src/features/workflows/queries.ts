import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import type { RecordKind } from "../../shared/records/record-kind.ts";
import { type Rights, rightsSelection } from "../../shared/workspace/rights.ts";

/** As in a list. */
export interface ListedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** The id of its agent. */
  readonly agent: string;
  /** A cron expression, in UTC. */
  readonly schedule: string | null;
  /** What a run must be given. */
  readonly variables: readonly string[] | null;
}

export interface Workflow extends ListedWorkflow {
  readonly steps_json: unknown;
  readonly RBAC: Rights;
}

export interface WorkflowInput {
  readonly name: string;
  readonly agent: string;
  readonly description?: string | null;
  readonly schedule?: string | null;
  readonly steps_json?: unknown;
  readonly RBAC?: Rights;
}

/** An agent, as far as a workflow is concerned. */
export interface WorkflowAgent {
  readonly id: string;
  readonly name: string;
  readonly backend: string | null;
  readonly tools: readonly { readonly id: string; readonly approval?: boolean }[] | null;
}

export interface WorkflowTool {
  readonly id: string;
  readonly description: string;
  /** As JSON Schema. */
  readonly inputSchema: unknown;
}

/** What a workflow can be made of, on this deployment. */
export interface WorkflowParts {
  readonly agents: readonly WorkflowAgent[];
  readonly tools: readonly WorkflowTool[];
}

const listed = "id name description agent schedule variables";
const fields = `${listed} steps_json ${rightsSelection}`;

export const workflowsOperation = operation<{
  readonly workflow_templatesPagination: { readonly items: readonly ListedWorkflow[] };
}>(`query Workflows { workflow_templatesPagination(limit: 500, sort: { field: "name" }) { items { ${listed} } } }`);

export const workflowOperation = operation<{ readonly workflow_templateById: Workflow }, { readonly id: string }>(
  `query Workflow($id: ID!) { workflow_templateById(id: $id) { ${fields} } }`,
);

export const workflowPartsOperation = operation<{
  readonly agentsPagination: { readonly items: readonly WorkflowAgent[] };
  readonly providers: readonly { readonly id: string; readonly workflows: boolean }[];
  readonly tools: readonly WorkflowTool[];
}>(`query WorkflowParts {
  agentsPagination(limit: 500, sort: { field: "name" }) { items { id name backend tools } }
  providers { id workflows }
  tools { id description inputSchema }
}`);

export const createWorkflowOperation = operation<
  { readonly result: { readonly item: Workflow } },
  { readonly input: WorkflowInput }
>(
  `mutation CreateWorkflow($input: workflow_templatesInput!) { result: workflow_templatesCreateOne(input: $input) { item { ${fields} } } }`,
);

export const updateWorkflowOperation = operation<
  { readonly result: { readonly item: Workflow } },
  { readonly id: string; readonly input: WorkflowInput }
>(
  `mutation UpdateWorkflow($id: ID!, $input: workflow_templatesInput!) {
    result: workflow_templatesUpdateOneById(id: $id, input: $input) { item { ${fields} } }
  }`,
);

export const removeWorkflowOperation = operation<unknown, { readonly id: string }>(
  "mutation RemoveWorkflow($id: ID!) { workflow_templatesRemoveOneById(id: $id) { id } }",
);

export const workflowsQuery = queryOptions({
  queryKey: ["workflows", "list"],
  queryFn: async ({ signal }) => (await request(workflowsOperation, {}, { signal })).workflow_templatesPagination.items,
});

export const workflowQuery = (id: string) =>
  queryOptions({
    queryKey: ["workflows", "one", id],
    queryFn: async ({ signal }) => (await request(workflowOperation, { id }, { signal })).workflow_templateById,
  });

/** Of the agents those whose backend runs workflows. */
export const workflowPartsQuery = queryOptions({
  queryKey: ["workflows", "parts"],
  queryFn: async ({ signal }): Promise<WorkflowParts> => {
    const { agentsPagination, providers, tools } = await request(workflowPartsOperation, {}, { signal });
    const running = providers.filter(({ workflows }) => workflows).map(({ id }) => id);
    return { agents: agentsPagination.items.filter(({ backend }) => running.includes(backend ?? "")), tools };
  },
  placeholderData: keepPreviousData,
});

export const workflowKind: RecordKind<Workflow, WorkflowInput> = {
  key: ["workflows"],
  required: ["name", "agent"],
  create: createWorkflowOperation,
  update: updateWorkflowOperation,
  remove: removeWorkflowOperation,
};
