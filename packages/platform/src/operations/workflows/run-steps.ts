import type { Json } from "../../definitions/json.ts";
import { redactText } from "../../foundation/redact.ts";
import { JobTimeoutError } from "../../queues/job-handler.ts";
import { keptText } from "../../queues/kept-text.ts";
import type { WorkflowRun } from "../../storage/workflows/runs.ts";
import { beginStep, endStep, readSteps } from "../../storage/workflows/steps.ts";
import { placeOf } from "../../workflows/parse-steps.ts";
import { type PlacedStep, stagesOf } from "../../workflows/stages.ts";
import type { StepValues } from "../../workflows/step.ts";
import { conditionHolds } from "../../workflows/step-condition.ts";
import type { Call } from "../call.ts";
import { runInTime } from "../run-in-time.ts";
import { runnableSteps } from "./find-workflow.ts";
import { runPrincipal } from "./run-principal.ts";
import { runStep } from "./run-step.ts";

/** A run that someone works on. */
export interface HeldRun {
  readonly run: WorkflowRun;
  readonly holder: string;
  readonly signal: AbortSignal;
}

/** Someone else works on the run by now: whatever was done here since then is not kept. */
export class LostRunError extends Error {
  override readonly name = "LostRunError";

  constructor() {
    super("Another worker has taken the run over.");
  }
}

/** A step has failed; the message says which, and why. */
class StepFailedError extends Error {
  override readonly name = "StepFailedError";
}

interface Outcome {
  readonly isDone: boolean;
  readonly output: Json;
}

/** Goes through the steps that have not ended yet. Gives what the last one that was not skipped gave. */
export async function runSteps(call: Call, held: HeldRun): Promise<Json> {
  const { run, signal } = held;
  const ended = new Map<number, Outcome>();
  for (const { index, status, output } of await readSteps(call.database, [run.id])) {
    if (status === "done" || status === "skipped") ended.set(index, { isDone: status === "done", output });
  }
  const results = new Map<string, Json>();
  let last: Json = null;
  for (const stage of stagesOf(runnableSteps(run.steps))) {
    signal.throwIfAborted();
    const outcomes = await Promise.allSettled(
      stage.map(async (placed) => ended.get(placed.index) ?? takeStep(call, held, placed, new Map(results))),
    );
    for (const [place, outcome] of outcomes.entries()) {
      if (outcome.status === "rejected") throw outcome.reason;
      if (!outcome.value.isDone) continue;
      last = outcome.value.output;
      const name = stage[place]?.step.name;
      if (name !== undefined) results.set(name, last);
    }
  }
  return last;
}

async function takeStep(call: Call, held: HeldRun, { step, index }: PlacedStep, results: StepValues): Promise<Outcome> {
  const { run, holder, signal } = held;
  const { database } = call;
  const kept = { run: run.id, holder, index, name: step.name };
  if (step.when && !conditionHolds(step.when, results)) {
    mustBeKept(await endStep(database, kept, { status: "skipped" }));
    return { isDone: false, output: null };
  }
  mustBeKept(await beginStep(database, kept));
  const values = new Map([...Object.entries(run.variables), ...results]);
  const output = await runInTime(undefined, signal, async (stop) => {
    // Asked for anew with every step: rights may have changed since the last.
    const principal = await runPrincipal(call, run);
    return runStep({ ...call, principal }, step, { agent: run.agent, values, signal: stop });
  }).catch(async (thrown: unknown) => {
    // Whoever goes on with the run goes on with this step.
    if (signal.aborted && !(signal.reason instanceof JobTimeoutError)) throw thrown;
    const error = reasonOf(thrown);
    mustBeKept(await endStep(database, kept, { status: "failed", error }));
    throw new StepFailedError(`${placeOf(step, index)} failed: ${error}`, { cause: thrown });
  });
  mustBeKept(await endStep(database, kept, { status: "done", output }));
  return { isDone: true, output };
}

function mustBeKept(isKept: boolean): void {
  if (!isKept) throw new LostRunError();
}

/** What people are told of an error. */
export function reasonOf(thrown: unknown): string {
  return redactText(keptText(thrown instanceof Error ? thrown.message : String(thrown)));
}
