import type { Json } from "../../definitions/json.ts";
import type { QueueConfiguration } from "../../definitions/queue.ts";
import { BadInputError, ConflictError, InsufficientPermissionsError, PlatformError } from "../../foundation/errors.ts";
import { newId } from "../../foundation/ids.ts";
import { addWorkflowJob } from "../../jobs/workflow-job.ts";
import { writeAudit } from "../../storage/audit/audit-log.ts";
import { claimRun, endRun, insertRun, type NewRun, reopenRun, touchRun } from "../../storage/workflows/runs.ts";
import { takeVariables } from "../../workflows/needed-variables.ts";
import { auditActor } from "../audit-actor.ts";
import type { Call } from "../call.ts";
import { runInTime } from "../run-in-time.ts";
import { checkAgents, workflowQueue } from "./check-agents.ts";
import { findWorkflow, runnableSteps } from "./find-workflow.ts";
import { findVisibleRun, seesContent } from "./list-runs.ts";
import { LostRunError, reasonOf, runSteps } from "./run-steps.ts";

export interface WorkflowPayload {
  readonly result: Json;
  /** The id of the job that the run is worked on in; null when it is done. */
  readonly job: string | null;
  readonly metadata: Readonly<Record<string, Json>>;
}

/** Longest that a caller waits. */
const longestInSeconds = 180;
const beatInMilliseconds = 5000;

/** Runs a workflow: in the background where its agent has a queue for it, and while the caller waits otherwise. */
export async function runWorkflow(call: Call, id: string, given: unknown): Promise<WorkflowPayload> {
  const workflow = await findWorkflow(call, id);
  const steps = runnableSteps(workflow.steps);
  const agent = await checkAgents(call, workflow.agent, steps);
  const { values, missing } = takeVariables(steps, variablesIn(given));
  if (missing.length > 0) {
    const names = missing.map((name) => `"${name}"`).join(", ");
    throw new BadInputError(`The workflow "${workflow.name}" needs values for the variables ${names}.`);
  }
  const { id: workflowId, name, agent: agentId, steps: stored } = workflow;
  const starting = { id: newId(), workflow: workflowId, name, queue: workflowQueue(call, agent) };
  return startRun(call, starting, (kept) =>
    insertRun(call.database, {
      ...kept,
      ...{ workflow: workflowId, agent: agentId, steps: stored, variables: values, isScheduled: false },
    }),
  );
}

function variablesIn(given: unknown): Readonly<Record<string, Json>> {
  if (given === null || given === undefined) return {};
  if (typeof given === "object" && !Array.isArray(given)) return given as Readonly<Record<string, Json>>;
  throw new BadInputError('"variables" must be an object of named values, like { "topic": "tea" }.');
}

/** Goes on with a run that has failed, after the last step that has ended, with the rights of whoever asks. */
export async function resumeWorkflow(call: Call, id: string): Promise<WorkflowPayload> {
  const run = await findVisibleRun(call, id);
  if (!seesContent(call.principal, run)) throw new InsufficientPermissionsError();
  const { name } = await findWorkflow(call, run.workflow);
  const agent = await checkAgents(call, run.agent, runnableSteps(run.steps));
  return startRun(call, { id, workflow: run.workflow, name, queue: workflowQueue(call, agent) }, async (kept) => {
    if (await reopenRun(call.database, kept)) return;
    throw new ConflictError("Only a run that has failed can be gone on with.");
  });
}

interface StartingRun {
  readonly id: string;
  readonly workflow: string;
  /** The workflow's. */
  readonly name: string;
  readonly queue: QueueConfiguration | undefined;
}

/** Keeps a run, and its job where there is one, in one transaction; then works on it where there is none. */
async function startRun(
  call: Call,
  { id, workflow, name, queue }: StartingRun,
  keep: (run: Pick<NewRun, "id" | "actor" | "queue" | "job">) => Promise<void>,
): Promise<WorkflowPayload> {
  const job = queue ? newId() : null;
  const actor = auditActor(call.principal);
  await call.database.transaction(async () => {
    await writeAudit(call.database, { actor, action: "run", resource: "workflow_templates", fields: [] }, workflow);
    await keep({ id, actor, job, queue: queue?.queue.name ?? null });
    if (queue && job) await addWorkflowJob(queue, { run: id, workflow, job });
  });
  const result = job ? null : await runNow(call, id, name);
  return { result, job, metadata: { run: id, workflow, status: job ? "waiting" : "done" } };
}

/** Works on a run while its caller waits. */
async function runNow(call: Call, id: string, name: string): Promise<Json> {
  const holder = newId();
  const run = await claimRun(call.database, id, holder);
  const live = call.liveAnswers.start(id);
  if (!run || !live) throw new ConflictError("The run is being worked on already.");
  const beat = setInterval(() => void touchRun(call.database, id, holder).catch(() => undefined), beatInMilliseconds);
  try {
    const result = await runInTime(longestInSeconds, live.signal, (signal) => runSteps(call, { run, holder, signal }));
    if (!(await endRun(call.database, { id, holder }, { status: "done", result }))) throw new LostRunError();
    return result;
  } catch (thrown) {
    const error = live.signal.aborted ? "It was stopped, with the platform." : reasonOf(thrown);
    await endRun(call.database, { id, holder }, { status: "failed", error });
    if (thrown instanceof PlatformError && thrown.code === "INTERNAL") throw thrown;
    throw new BadInputError(`The workflow "${name}" failed: ${error}`, { cause: thrown });
  } finally {
    clearInterval(beat);
    call.liveAnswers.end(id, live);
  }
}
