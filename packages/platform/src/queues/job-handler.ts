import type { JobAttempt } from "../definitions/job.ts";

export interface JobHandler {
  /** Longest an attempt may take. Default: the queue's. */
  readonly timeoutInSeconds?: number | undefined;
  run(run: JobAttempt): unknown;
}

/** What to do with a job, by its name. */
export type JobHandlers = ReadonlyMap<string, JobHandler>;
