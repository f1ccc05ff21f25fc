import { hiding } from "../../agents/hide-secrets.ts";
import type { JobAttempt } from "../../definitions/job.ts";
import { evalRunsQueue } from "../../definitions/queue-names.ts";
import { caseThreshold } from "../../evals/run-score.ts";
import { TemporaryFailure } from "../../evals/temporary-failure.ts";
import { PlatformError } from "../../foundation/errors.ts";
import { newId } from "../../foundation/ids.ts";
import { redactText } from "../../foundation/redact.ts";
import { keptText } from "../../queues/kept-text.ts";
import { claimCase, type EvalCaseKey, type EvalCaseResult } from "../../storage/evals/eval-cases.ts";
import { markRunning, readEvalRun } from "../../storage/evals/eval-runs.ts";
import type { Call } from "../call.ts";
import { runInTime } from "../run-in-time.ts";
import type { EvalSettings } from "./eval-settings.ts";
import { type EvaluatedCase, evaluateCase } from "./evaluate-case.ts";
import { errorResult, recordCase } from "./finish-case.ts";

const longestAnswer = 100_000;
const longestError = 2000;
const mostKept = 50;
/** Of the time that the queue gives a job: the rest is for writing down that it was too long. */
const shareOfQueueTime = 0.95;

/**
 * Runs one test case of a run, and writes down what it came to: once, whatever happens to the job. What may work the next
 * time is thrown, as long as the queue is going to try again.
 */
export async function runCase(call: Call, key: EvalCaseKey, job: JobAttempt): Promise<{ readonly outcome: string }> {
  const { database } = call;
  const attempt = newId();
  const claimed = await claimCase(database, key, attempt);
  const run = claimed && (await readEvalRun(database, key.run));
  if (!claimed || !run?.results) return { outcome: "there is nothing to do" };
  if (run.status === "waiting") await markRunning(database, key.run);

  const settings = run.results.settings as unknown as EvalSettings;
  const secrets = new Map<string, string>();
  const told = (text: string) => keptText(redactText(hiding(secrets)(text)));
  const started = performance.now();
  let result: EvalCaseResult;
  try {
    const seconds = Math.min(settings.timeout_in_seconds, shareOfQueueTime * queueTime(call));
    const evaluated = await runInTime(seconds, job.signal, (signal) =>
      evaluateCase(call, { testCase: key.testCase, starter: claimed, settings, secrets, signal }),
    );
    const least = caseThreshold(settings.pass_threshold, settings.scoring_method, Number(run.results.total));
    result = resultOf(evaluated, { least, told });
  } catch (error) {
    // Stopped from outside: the job goes on elsewhere, or the queue gives it up.
    if (job.signal.aborted) throw job.signal.reason;
    const reason = told(error instanceof Error ? error.message : String(error)).slice(0, longestError);
    if (isTemporary(error) && job.attempt < job.attempts) throw new Error(reason);
    result = errorResult(keptText(reason), (performance.now() - started) / 1000);
  }
  job.signal.throwIfAborted();
  const isWritten = await recordCase(call, key, { attempt, result });
  return { outcome: isWritten ? result.state : "another attempt has done it" };
}

function queueTime({ queues }: Call): number {
  return queues.queue(evalRunsQueue)?.timeoutInSeconds ?? Number.POSITIVE_INFINITY;
}

function isTemporary(error: unknown): boolean {
  return error instanceof TemporaryFailure || (error instanceof PlatformError && error.code === "INTERNAL");
}

function resultOf(
  { score, functions, answer, toolCalls, found, seconds }: EvaluatedCase,
  { least, told }: { readonly least: number; readonly told: (text: string) => string },
): EvalCaseResult {
  return {
    state: score >= least ? "passed" : "failed",
    score,
    functions: functions.map(({ reason, ...rest }) => ({
      ...rest,
      ...(reason && { reason: keptText(told(reason).slice(0, longestError)) }),
    })),
    answer: keptText(answer.slice(0, longestAnswer)),
    toolCalls: toolCalls.slice(0, mostKept).map(({ tool }) => tool),
    found: found.slice(0, mostKept),
    error: null,
    seconds,
  };
}
