import { AsyncLocalStorage } from "node:async_hooks";

/** The job that the code here and now works for. */
export interface RunningJob {
  readonly queue: string;
  readonly name: string;
  readonly id: string;
  readonly data: unknown;
}

const running = new AsyncLocalStorage<RunningJob>();

export function runAsJob<Result>(job: RunningJob, work: () => Result): Result {
  return running.run(job, work);
}

export function runningJob(): RunningJob | undefined {
  return running.getStore();
}
