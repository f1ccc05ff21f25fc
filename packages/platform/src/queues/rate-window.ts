export interface RateWindow {
  /** Jobs that may start in a window. */
  readonly max: number;
  /** How long the window is, in milliseconds. */
  readonly duration: number;
}

/**
 * A limit in jobs per second as the library takes it: so many in a window. Windows are short, so that jobs are spread over
 * the second; up to 14 a second each job has a window of its own, and no second ever has one more. Undefined: no limit.
 */
export function rateWindow(jobsPerSecond: number): RateWindow | undefined {
  if (jobsPerSecond === Number.POSITIVE_INFINITY) return undefined;
  const max = Math.max(1, Math.round(jobsPerSecond / 10));
  return { max, duration: Math.ceil((1000 * max) / jobsPerSecond) };
}
