import type { Job } from "bullmq";
import type { JobAttempt } from "../definitions/job.ts";
import type { Json } from "../definitions/json.ts";
import { jsonProblem } from "../definitions/json-problem.ts";
import { keptText } from "./kept-text.ts";
import { runInThread } from "./threads.ts";

const longestLine = 10_000;
/** A handler may report after every item; storing each would cost more than the work. */
const leastBetweenReports = 250;

export interface StartedRun {
  readonly run: JobAttempt;
  /** Stores the last report, if it was held back. */
  flush(): Promise<void>;
}

/** What a handler is given. Once the signal is aborted, it reports into the void: the job may be someone else's by now. */
export function createJobRun(
  job: Job<Json, Json, string>,
  { queue, signal }: { readonly queue: string; readonly signal: AbortSignal },
): StartedRun {
  let reported = 0;
  let held: Parameters<JobAttempt["progress"]>[0] | undefined;
  const flush = async () => {
    if (held === undefined || signal.aborted) return;
    const value = held;
    held = undefined;
    await job.updateProgress(value);
  };
  return {
    run: {
      id: job.id ?? "",
      queue,
      name: job.name,
      data: job.data,
      attempt: job.attemptsMade + 1,
      attempts: job.opts.attempts ?? 1,
      signal,
      log: async (line) => {
        if (!signal.aborted) await job.log(keptText(line.slice(0, longestLine)));
      },
      progress: async (value) => {
        const problem = jsonProblem(value);
        if (problem) throw new Error(`The progress of a job ${problem}.`);
        held = value;
        const now = Date.now();
        if (now - reported < leastBetweenReports) return;
        reported = now;
        await flush();
      },
      inThread: (module, input, options) => runInThread(module, input, signal, options),
    },
    flush,
  };
}
