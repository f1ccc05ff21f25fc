/**
 * A limit in jobs per second as the library takes it: so many in a window. Windows are short, so that jobs are spread over
 * the second; up to 14 a second each job has a window of its own, and no second ever has one more.
 */
export function rateWindow(jobsPerSecond: number): { readonly max: number; readonly duration: number } {
  const max = Math.max(1, Math.round(jobsPerSecond / 10));
  return { max, duration: Math.ceil((1000 * max) / jobsPerSecond) };
}
