import type { JobAttempt } from "../definitions/job.ts";
import type { Json } from "../definitions/json.ts";
import type { QueueConfiguration } from "../definitions/queue.ts";
import type { JobHandler } from "../queues/job-handler.ts";

/** No context can be called so: it is a core type. */
export const workflowJobName = "workflow_templates.run";

/** Adds the job that a run is worked on in; its data carries ids alone. Inside a transaction it belongs to it. */
export async function addWorkflowJob(
  queue: QueueConfiguration,
  { run, workflow, job }: { readonly run: string; readonly workflow: string; readonly job: string },
): Promise<void> {
  await queue.queue.add(workflowJobName, { context: "workflow_templates", item: workflow, run }, { jobId: job });
}

/** The name and the handler of the jobs that runs of workflows are worked on in. */
export function workflowHandler(
  work: (run: string, attempt: Pick<JobAttempt, "attempt" | "attempts" | "signal">) => Promise<Json>,
): [string, JobHandler] {
  const handler: JobHandler = { run: (attempt) => work(runIn(attempt.data), attempt) };
  return [workflowJobName, handler];
}

function runIn(data: Json): string {
  if (typeof data === "object" && data !== null && "run" in data && typeof data.run === "string") return data.run;
  throw new Error("The job names no run.");
}
