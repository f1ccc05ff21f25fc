/**
 * Runs work that may take so long and no longer, if a time is given: its signal is aborted, and the caller told, when the time is up or the
 * outer signal says so. The work may go on all the same; nobody waits for it.
 */
export async function runInTime<Result>(
  seconds: number | undefined,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const signal = outer ? AbortSignal.any([outer, late.signal]) : late.signal;
  const ended = new AbortController();
  const timer =
    seconds !== undefined &&
    setTimeout(() => late.abort(new Error(`It took longer than ${seconds} seconds.`)), seconds * 1000);
  try {
    return await Promise.race([work(signal), aborted(signal, ended.signal)]);
  } finally {
    ended.abort();
    if (timer) clearTimeout(timer);
  }
}

function aborted(signal: AbortSignal, ended: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const tell = () => reject(signal.reason);
    if (signal.aborted) tell();
    else signal.addEventListener("abort", tell, { once: true, signal: ended });
  });
}
