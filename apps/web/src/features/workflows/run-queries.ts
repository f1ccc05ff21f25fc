import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import type { PageInfo } from "../../shared/table/pager.tsx";

export type RunStatus = "waiting" | "running" | "done" | "failed";
export type StepStatus = "running" | "done" | "skipped" | "failed";

export interface ListedRun {
  readonly id: string;
  readonly status: RunStatus;
  readonly error: string | null;
  readonly scheduled: boolean;
  /** The id of whose rights it has; null for a service. */
  readonly user: string | null;
  readonly createdAt: string;
  readonly durationMs: number | null;
}

export interface Run extends ListedRun {
  readonly workflow: string;
  readonly result: unknown;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Null for those who may not see what it was given. */
  readonly variables: Readonly<Record<string, unknown>> | null;
  /** As they were when it was asked for. */
  readonly steps_json: unknown;
  /** Those that have begun. */
  readonly steps: readonly RunStep[];
}

export interface RunStep {
  readonly index: number;
  readonly name: string | null;
  readonly status: StepStatus;
  readonly input: unknown;
  readonly output: unknown;
  readonly error: string | null;
  readonly startedAt: string;
  readonly durationMs: number | null;
  readonly attempts: number;
}

interface Payload {
  readonly job: string | null;
  readonly metadata: { readonly run: string };
}

const listed = "id status error scheduled user createdAt durationMs";

export const runsOperation = operation<
  { readonly workflowRuns: { readonly items: readonly ListedRun[]; readonly pageInfo: PageInfo } },
  { readonly workflow: string; readonly page: number }
>(`
  query WorkflowRuns($workflow: ID!, $page: Int) {
    workflowRuns(workflow: $workflow, limit: 20, page: $page) {
      items { ${listed} }
      pageInfo { pageCount itemCount currentPage }
    }
  }
`);

export const runOperation = operation<{ readonly workflowRunById: Run }, { readonly id: string }>(`
  query WorkflowRun($id: ID!) {
    workflowRunById(id: $id) {
      ${listed} workflow result startedAt finishedAt variables steps_json
      steps { index name status input output error startedAt durationMs attempts }
    }
  }
`);

export const runWorkflowOperation = operation<
  { readonly runWorkflow: Payload },
  { readonly id: string; readonly variables: unknown }
>(`
  mutation RunWorkflow($id: ID!, $variables: JSON) { runWorkflow(id: $id, variables: $variables) { job metadata } }
`);

export const resumeWorkflowOperation = operation<{ readonly resumeWorkflow: Payload }, { readonly run: string }>(
  "mutation ResumeWorkflow($run: ID!) { resumeWorkflow(run: $run) { job metadata } }",
);

// Live while somebody looks, as queues and jobs are.
export const busyInMilliseconds = 1500;
const idleInMilliseconds = 6000;

export const runsQuery = (workflow: string, page: number) =>
  queryOptions({
    queryKey: ["workflow-runs", workflow, page],
    queryFn: async ({ signal }) => (await request(runsOperation, { workflow, page }, { signal })).workflowRuns,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some((run) => !isOver(run)) ? busyInMilliseconds : idleInMilliseconds,
  });

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ["workflow-run", id],
    queryFn: async ({ signal }) => (await request(runOperation, { id }, { signal })).workflowRunById,
    refetchInterval: ({ state: { data } }) => (data && !isOver(data) ? busyInMilliseconds : false),
  });

function isOver({ status }: ListedRun): boolean {
  return status === "done" || status === "failed";
}
