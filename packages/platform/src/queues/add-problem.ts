import { backoffProblem } from "../definitions/backoff-problem.ts";
import { jsonProblem } from "../definitions/json-problem.ts";
import type { AddOptions } from "../definitions/queue.ts";
import { scheduleProblem } from "../definitions/schedule-problem.ts";
import { textProblem } from "../definitions/text-problem.ts";
import { jobIdProblem } from "./job-id.ts";

/** The library keeps no more bits. */
const leastUrgent = 2_097_151;

/** What is wrong with a job that is to be added, if anything. */
export function addProblem(job: {
  readonly name: string;
  readonly data: unknown;
  readonly options?: AddOptions;
}): string | undefined {
  const { jobId, delay, priority, attempts, backoff, repeat } = job.options ?? {};
  if (typeof job.name !== "string" || job.name === "") return "A job needs a name.";
  const nameProblem = textProblem(job.name);
  if (nameProblem) return `The name of a job ${nameProblem}.`;
  // Of null, one backend would make an empty object.
  if (job.data === undefined || job.data === null) {
    return `The data of the job "${job.name}" is missing; an empty object will do.`;
  }
  const dataProblem = jsonProblem(job.data);
  if (dataProblem) return `The data of the job "${job.name}" ${dataProblem}.`;
  const idProblem = jobId !== undefined && jobIdProblem(jobId);
  if (idProblem) return idProblem;
  if (delay !== undefined && !(Number.isFinite(delay) && delay >= 0))
    return "The delay must be 0 or more milliseconds.";
  if (priority !== undefined && !isWhole(priority, 1, leastUrgent))
    return `The priority must be a whole number from 1 to ${leastUrgent}.`;
  if (attempts !== undefined && !isWhole(attempts, 1, 1000))
    return "The attempts must be a whole number from 1 to 1000.";
  return (backoff && backoffProblem(backoff)) ?? (repeat && scheduleProblem(repeat));
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
