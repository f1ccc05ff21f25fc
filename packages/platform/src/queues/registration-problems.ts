import type { QueueConcurrency } from "../definitions/queue.ts";
import { queueEnumName } from "../definitions/queue-names.ts";
import { timeoutProblem } from "../definitions/timeout-problem.ts";

interface QueueSettings {
  readonly concurrency: QueueConcurrency;
  readonly ratelimit: number;
  readonly timeoutInSeconds: number;
}

/** Everything that is wrong with a registration. */
export function registrationProblems(
  name: string,
  { concurrency, ratelimit, timeoutInSeconds }: QueueSettings,
  taken: readonly string[],
): string[] {
  const problems: string[] = [];
  if (typeof name !== "string" || name === "" || name.length > 100 || /[:\s\p{C}]/u.test(name)) {
    problems.push("its name must have 1 to 100 characters, without spaces and colons");
  } else if (taken.includes(name)) {
    problems.push("there is a queue of this name already");
  } else {
    const other = taken.find((each) => queueEnumName(each) === queueEnumName(name));
    if (other) problems.push(`in the API it would be called ${queueEnumName(name)}, like the queue "${other}"`);
  }
  for (const key of ["worker", "queue"] as const) {
    const value = concurrency?.[key];
    if (!Number.isInteger(value) || value < 1) problems.push(`concurrency.${key} must be a whole number from 1`);
  }
  if (typeof ratelimit !== "number" || !(ratelimit > 0)) {
    problems.push("ratelimit must be more than 0 jobs per second; Infinity is no limit");
  }
  const timeoutFault = timeoutProblem(timeoutInSeconds);
  if (timeoutFault) problems.push(timeoutFault);
  return problems;
}
