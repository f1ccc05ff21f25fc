import type { JobAttempt } from "../../definitions/job.ts";
import type { Json } from "../../definitions/json.ts";
import { PlatformError, RecordNotFoundError } from "../../foundation/errors.ts";
import { newId } from "../../foundation/ids.ts";
import { FinalFailure, JobTimeoutError } from "../../queues/job-handler.ts";
import { claimRun, endRun, type WorkflowRun } from "../../storage/workflows/runs.ts";
import type { Call } from "../call.ts";
import { checkAgents } from "./check-agents.ts";
import { findWorkflow, runnableSteps } from "./find-workflow.ts";
import { runPrincipal } from "./run-principal.ts";
import { LostRunError, reasonOf, runSteps } from "./run-steps.ts";

/** An attempt at a run that waits on a queue: goes on after the last step that has ended. */
export async function workOnRun(
  call: Call,
  id: string,
  { attempt, attempts, signal }: Pick<JobAttempt, "attempt" | "attempts" | "signal">,
): Promise<Json> {
  const holder = newId();
  const run = await claimRun(call.database, id, holder);
  if (!run) return { run: id, note: "it is done, or gone" };
  const held = { run, holder, signal };
  try {
    await checkRun(call, run);
    const result = await runSteps(call, held);
    if (!(await endRun(call.database, { id, holder }, { status: "done", result }))) throw new LostRunError();
    return { run: id };
  } catch (thrown) {
    if (thrown instanceof LostRunError) throw thrown;
    // The worker stops, or has lost the job: it goes on elsewhere.
    if (signal.aborted && !(signal.reason instanceof JobTimeoutError)) throw thrown;
    const error = reasonOf(thrown);
    const isFinal = thrown instanceof RefusedRunError || attempt >= attempts;
    await endRun(call.database, { id, holder }, { status: isFinal ? "failed" : "waiting", error });
    // Whoever may look at jobs need not be who may see what runs give, and their errors may tell of it.
    const told = `The run ${id} ${isFinal ? "failed" : "is tried again"}: its history says why.`;
    throw isFinal ? new FinalFailure(told, { cause: thrown }) : new Error(told, { cause: thrown });
  }
}

/** The run would be refused if it were asked for now. */
class RefusedRunError extends Error {
  override readonly name = "RefusedRunError";
}

/** Whoever asked for a run must still be allowed to, and everything that it needs must still be there. */
async function checkRun(call: Call, run: WorkflowRun): Promise<void> {
  try {
    const now = { ...call, principal: await runPrincipal(call, run) };
    await found(findWorkflow(now, run.workflow), "The workflow was deleted, or can't be read any more.");
    const agents = checkAgents(now, run.agent, runnableSteps(run.steps));
    await found(agents, "An agent of the workflow was deleted, or can't be used any more.");
  } catch (thrown) {
    const isRefused = thrown instanceof PlatformError && thrown.code !== "INTERNAL";
    throw isRefused || thrown instanceof RefusedRunError
      ? new RefusedRunError(reasonOf(thrown), { cause: thrown })
      : thrown;
  }
}

async function found(looked: Promise<unknown>, otherwise: string): Promise<void> {
  await looked.catch((thrown: unknown) => {
    throw thrown instanceof RecordNotFoundError ? new RefusedRunError(otherwise, { cause: thrown }) : thrown;
  });
}
