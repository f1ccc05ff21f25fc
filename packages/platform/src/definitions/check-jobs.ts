import { backoffProblem } from "./backoff-problem.ts";
import { identifierProblem } from "./identifier-problem.ts";
import { itemEvents, type JobTrigger, type PlatformJob } from "./job.ts";
import { queueNameOf } from "./queue.ts";
import { scheduleProblem } from "./schedule-problem.ts";
import { timeoutProblem } from "./timeout-problem.ts";
import { unknownOptions } from "./unknown-options.ts";

const jobOptions = [
  "id",
  "description",
  "queue",
  "schedule",
  "timezone",
  "trigger",
  "retries",
  "backoff",
  "timeoutInSeconds",
  "execute",
];

/** Every fault of every job. */
export function jobFaults(
  jobs: readonly PlatformJob<never>[],
  known: { readonly contexts: readonly string[]; readonly queues: readonly string[] },
): string[] {
  return jobs.flatMap((job, index) => {
    const isTwice = jobs.findIndex((other) => other.id === job.id) < index;
    const faults = [...(isTwice ? ["there is another job of this id"] : []), ...faultsOf(job, known)];
    return faults.map((fault) => `job "${job.id}"${job.site ? ` (${job.site})` : ""}: ${fault}`);
  });
}

function faultsOf(
  { id, options }: PlatformJob<never>,
  known: { readonly contexts: readonly string[]; readonly queues: readonly string[] },
): string[] {
  const faults: string[] = [];
  const idProblem = identifierProblem(id);
  if (idProblem) faults.push(`the id ${idProblem}`);
  if (id.startsWith("platform_"))
    faults.push("the id must not start with platform_, which the platform keeps for itself");
  faults.push(...unknownOptions("a job", options, jobOptions));

  const queue = options.queue && queueNameOf(options.queue);
  if (!queue) faults.push("it needs a queue: what PlatformQueues.register gives back");
  else if (!known.queues.includes(queue)) faults.push(`the queue "${queue}" is not registered with PlatformQueues`);
  if (typeof options.execute !== "function") faults.push("it needs a function execute");

  const { schedule, timezone, trigger, retries, backoff, timeoutInSeconds } = options;
  const problem =
    schedule !== undefined && scheduleProblem({ pattern: schedule, ...(timezone !== undefined && { tz: timezone }) });
  if (problem) faults.push(`schedule: ${problem}`);
  if (timezone !== undefined && schedule === undefined) faults.push("a timezone needs a schedule");
  faults.push(...triggerFaults(trigger, known.contexts).map((fault) => `trigger: ${fault}`));
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0 && retries < 1000)) {
    faults.push("retries must be a whole number from 0 to 999");
  }
  const backoffFault = backoff && backoffProblem(backoff);
  if (backoffFault) faults.push(`backoff: ${backoffFault}`);
  const timeoutFault = timeoutInSeconds !== undefined && timeoutProblem(timeoutInSeconds);
  if (timeoutFault) faults.push(timeoutFault);
  return faults;
}

function triggerFaults(trigger: JobTrigger | undefined, contexts: readonly string[]): string[] {
  if (trigger === undefined) return [];
  if (typeof trigger !== "object" || trigger === null) return ["it must be an object that names a context"];
  const faults = unknownOptions("a trigger", trigger, ["context", "on"]);
  if (!contexts.includes(trigger.context)) faults.push(`there is no context "${trigger.context}"`);
  const events = trigger.on ?? [];
  if (!Array.isArray(events)) return [...faults, `on must be a list of ${itemEvents.join(", ")}`];
  const unknown = events.filter((event) => !itemEvents.includes(event));
  return [...faults, ...unknown.map((event) => `"${event}" is none of ${itemEvents.join(", ")}`)];
}
