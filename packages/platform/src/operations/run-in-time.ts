import { setTimeout as wait } from "node:timers/promises";

/** Runs work that may take so long and no longer: its signal is aborted, and the caller told, when the time is up. */
export async function runInTime<Result>(
  seconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const signal = outer ? AbortSignal.any([outer, late.signal]) : late.signal;
  const ended = new AbortController();
  const timeout = wait(seconds * 1000, undefined, { signal: ended.signal }).then(() => {
    const error = new Error(`It took longer than ${seconds} seconds.`);
    late.abort(error);
    throw error;
  });
  try {
    return await Promise.race([work(signal), timeout]);
  } finally {
    ended.abort();
    // Rejects with the abort above when the work was done in time.
    timeout.catch(() => undefined);
  }
}
