/** What is wrong with a backoff, if anything. */
export function backoffProblem(backoff: { readonly type: string; readonly delay: number }): string | undefined {
  if (backoff.type !== "exponential" && backoff.type !== "linear") {
    return `The backoff type must be exponential or linear, not "${backoff.type}".`;
  }
  return Number.isFinite(backoff.delay) && backoff.delay >= 0
    ? undefined
    : "The delay of the backoff must be 0 or more milliseconds.";
}
