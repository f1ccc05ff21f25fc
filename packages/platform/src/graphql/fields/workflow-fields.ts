import { type GraphQLFieldConfig, GraphQLID, GraphQLInt, GraphQLNonNull } from "graphql";
import type { Call } from "../../operations/call.ts";
import {
  findWorkflowRun,
  listWorkflowRuns,
  type RunsOptions,
  type ShownRun,
} from "../../operations/workflows/list-runs.ts";
import { resumeWorkflow, runWorkflow } from "../../operations/workflows/run-workflow.ts";
import { GraphQLJSON } from "../scalars.ts";
import { selectionOf } from "../selection.ts";
import { WorkflowPayload, WorkflowRunPage, WorkflowRunType } from "../types/workflow-types.ts";
import { field, pageInfoOf } from "./query-fields.ts";

type Fields = Record<string, GraphQLFieldConfig<unknown, Call>>;

const required = GraphQLNonNull;

export function workflowQueryFields(): Fields {
  return {
    workflowRuns: field<Omit<RunsOptions, "withSteps">>({
      type: new required(WorkflowRunPage),
      description: "The runs of a workflow, newest first.",
      args: {
        workflow: { type: new required(GraphQLID), description: "The id of the workflow." },
        limit: { type: GraphQLInt, description: "Runs per page, 1 to 500. Default: 10." },
        page: { type: GraphQLInt, description: "The number of the page, from 1. Default: 1." },
      },
      resolve: async (call, args, info) => {
        const selected = selectionOf(info).fields.get("items")?.fields;
        const withSteps = ["steps", "steps_json", "variables"].some((name) => selected?.has(name));
        const { items, count, limit, page } = await listWorkflowRuns(call, { ...args, withSteps });
        return { items: items.map(runFields), pageInfo: pageInfoOf(count, limit, page) };
      },
    }),
    workflowRunById: field<{ readonly id: string }>({
      type: WorkflowRunType,
      description: "One run of a workflow.",
      args: { id: { type: new required(GraphQLID), description: "The id of the run." } },
      resolve: async (call, { id }) => runFields(await findWorkflowRun(call, id)),
    }),
  };
}

export function workflowMutationFields(): Fields {
  return {
    runWorkflow: field<{ readonly id: string; readonly variables?: unknown }>({
      type: new required(WorkflowPayload),
      description:
        "Runs a workflow with the caller's rights: while they wait, or as a job where its agent has a queue.",
      args: {
        id: { type: new required(GraphQLID), description: "The id of the workflow." },
        variables: { type: GraphQLJSON, description: "The values of its variables, by name." },
      },
      resolve: (call, { id, variables }) => runWorkflow(call, id, variables),
    }),
    resumeWorkflow: field<{ readonly run: string }>({
      type: new required(WorkflowPayload),
      description: "Goes on with a run that has failed, after the last step that has ended.",
      args: { run: { type: new required(GraphQLID), description: "The id of the run." } },
      resolve: (call, { run }) => resumeWorkflow(call, run),
    }),
  };
}

function runFields({ isScheduled, userId, ...run }: ShownRun) {
  return { ...run, scheduled: isScheduled, user: userId };
}
