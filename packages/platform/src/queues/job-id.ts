import { textProblem } from "../definitions/text-problem.ts";

/** On Redis, a job of such an id would be taken for a part of the queue itself. */
const reservedIds = new Set([
  ...["active", "completed", "de", "delayed", "events", "failed", "id", "limiter", "marker", "meta", "paused", "pc"],
  ...["prioritized", "priority", "repeat", "stalled", "stalled-check", "wait", "waiting-children"],
]);

/** What is wrong with an id that a program has chosen for a job, if anything. */
export function jobIdProblem(id: string): string | undefined {
  if (typeof id !== "string" || id === "" || id.length > 200 || id.includes(":") || /^\d+$/.test(id)) {
    return "A job id has 1 to 200 characters, none of them a colon, and is no whole number.";
  }
  if (reservedIds.has(id)) return `"${id}" can't be the id of a job; choose another.`;
  const problem = textProblem(id);
  return problem && `A job id ${problem}.`;
}

/** The ids that the library gives to the runs of a schedule. */
const scheduledId = /^repeat:[^:]+:\d+$/;

/** Whether a job was made by a schedule. */
export function isOfSchedule(id: string): boolean {
  return scheduledId.test(id);
}

/** Whether there can be a job of this id. On Redis, others may lead to a part of the queue itself: to look is harm enough. */
export function isJobId(id: string): boolean {
  return isOfSchedule(id) ? textProblem(id) === undefined : jobIdProblem(id) === undefined;
}
