import { backoffProblem } from "../definitions/backoff-problem.ts";
import type { AddOptions } from "../definitions/queue.ts";
import { scheduleProblem } from "../definitions/schedule-problem.ts";

/** What is wrong with a job that is to be added, if anything. */
export function addProblem(job: {
  readonly name: string;
  readonly data: unknown;
  readonly options?: AddOptions;
}): string | undefined {
  const { jobId, delay, priority, attempts, backoff, repeat } = job.options ?? {};
  if (typeof job.name !== "string" || job.name === "") return "A job needs a name.";
  if (job.data === undefined) return `The data of the job "${job.name}" is missing; an empty object will do.`;
  if (jobId !== undefined && !isJobId(jobId)) {
    return "A job id has 1 to 200 characters, none of them a colon, and is no whole number.";
  }
  if (delay !== undefined && !(Number.isFinite(delay) && delay >= 0))
    return "The delay must be 0 or more milliseconds.";
  if (priority !== undefined && !isWhole(priority, 1, 2_097_152)) return "The priority must be a whole number from 1.";
  if (attempts !== undefined && !isWhole(attempts, 1, 1000))
    return "The attempts must be a whole number from 1 to 1000.";
  return (backoff && backoffProblem(backoff)) ?? (repeat && scheduleProblem(repeat));
}

function isJobId(id: string): boolean {
  return typeof id === "string" && id.length > 0 && id.length <= 200 && !id.includes(":") && !/^\d+$/.test(id);
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
