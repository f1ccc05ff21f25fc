import { evalRunsQueue } from "../../definitions/queue-names.ts";
import { redactText } from "../../foundation/redact.ts";
import { findJob } from "../../queues/find-job.ts";
import { waitingInOutbox } from "../../queues/outbox.ts";
import { listOpenCases, type OpenCase } from "../../storage/evals/eval-cases.ts";
import { listOpenRuns } from "../../storage/evals/eval-runs.ts";
import type { Call } from "../call.ts";
import { errorResult, recordCase } from "./finish-case.ts";

/** So many at a time. Cases are run in order: as long as the first ones have jobs, the run goes on. */
const batch = 100;

/** Ends the cases of all runs whose jobs will not come any more, so that every run ends. */
export async function closeAllLostCases(call: Call): Promise<void> {
  for (const run of await listOpenRuns(call.database)) await closeLostCases(call, run);
}

/** Ends the cases of a run whose jobs were deleted, or given up by the queue: as errors that say so. */
export async function closeLostCases(call: Call, run: string): Promise<void> {
  for (;;) {
    const cases = await listOpenCases(call.database, run, batch);
    if (cases.length === 0) return;
    // Asked first: what is not in it any more is on the queue by now.
    const pending = await waitingInOutbox(
      call.database,
      cases.map(({ job }) => job),
    );
    let closed = 0;
    for (const each of cases.filter(({ job }) => !pending.has(job))) {
      const reason = await lossOf(call, each);
      if (reason === undefined) continue;
      const key = { run, testCase: each.testCase, round: each.round };
      if (await recordCase(call, key, { attempt: null, result: errorResult(reason) })) closed += 1;
    }
    if (closed < cases.length) return;
  }
}

/** Why a case will never run; undefined when it will. */
async function lossOf(call: Call, { job }: OpenCase): Promise<string | undefined> {
  const found = await findJob(call.queues.opened(evalRunsQueue).bull, job);
  if (!found) return "Its job was removed from the queue.";
  if (found.state === "failed") return redactText(`Its job was given up: ${found.failedReason ?? "nobody knows why"}`);
  // Whoever has the case now writes its result before that.
  return found.state === "completed" ? "Its job has ended without a result." : undefined;
}
