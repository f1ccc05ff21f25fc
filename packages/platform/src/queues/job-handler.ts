import type { JobAttempt } from "../definitions/job.ts";

/** A job that fails with it is not tried again: it would fail again. */
export class FinalFailure extends Error {
  override readonly name = "FinalFailure";
}

/** Why the signal of a job is aborted whose time is up. */
export class JobTimeoutError extends Error {
  override readonly name = "JobTimeoutError";

  constructor(seconds: number) {
    super(`It took longer than ${seconds} seconds.`);
  }
}

export interface JobHandler {
  /** Longest an attempt may take. Default: the queue's. */
  readonly timeoutInSeconds?: number | undefined;
  run(run: JobAttempt): unknown;
}

/** What to do with a job, by its name. */
export type JobHandlers = ReadonlyMap<string, JobHandler>;
