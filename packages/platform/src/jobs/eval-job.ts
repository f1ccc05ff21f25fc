import { contextJobName, type JobAttempt } from "../definitions/job.ts";
import type { Json } from "../definitions/json.ts";
import type { JobHandler } from "../queues/job-handler.ts";
import type { EvalCaseKey } from "../storage/evals/eval-cases.ts";

/** The name of the job that runs one test case. */
export const evalJobName = contextJobName("eval_runs", "case");

/** What such a job carries: ids. `context` and `item` say whose rights decide who may look at it. */
export function evalJobData({ run, testCase, round }: EvalCaseKey): Json {
  return { context: "eval_runs", item: run, test_case: testCase, round };
}

export function evalHandler(
  runCase: (key: EvalCaseKey, attempt: JobAttempt) => Promise<unknown>,
): [string, JobHandler] {
  return [evalJobName, { run: (attempt) => runCase(keyIn(attempt.data), attempt) }];
}

function keyIn(data: Json): EvalCaseKey {
  const { item, test_case, round } = (data ?? {}) as Readonly<Record<string, unknown>>;
  return { run: String(item), testCase: String(test_case), round: String(round) };
}
