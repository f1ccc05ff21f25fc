/** Timers take no more milliseconds than fit into 31 bits: a longer one would end at once. */
const longest = 2_000_000;

/** What is wrong with a timeout in seconds, if anything. */
export function timeoutProblem(seconds: number): string | undefined {
  if (!Number.isFinite(seconds) || seconds <= 0) return "timeoutInSeconds must be more than 0";
  return seconds <= longest ? undefined : `timeoutInSeconds must be at most ${longest} (23 days)`;
}
