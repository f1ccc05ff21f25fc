import { type JobCounts, type QueueConfiguration, queueNameOf } from "../../definitions/queue.ts";
import { RecordNotFoundError } from "../../foundation/errors.ts";
import { workflowJobName } from "../../jobs/workflow-job.ts";
import { countJobs, oldestWaiting, rateLimitLeft } from "../../queues/list-jobs.ts";
import { type KnownSchedule, listSchedules } from "../../queues/schedules.ts";
import { countWorkers } from "../../queues/worker-presence.ts";
import { schedulesOfBackends } from "../../storage/workflows/schedules.ts";
import type { Call } from "../call.ts";
import { readableQueue, requireQueueReader } from "./queue-access.ts";

export interface QueueDescription extends Omit<QueueConfiguration, "queue"> {
  readonly name: string;
  readonly isPaused: boolean;
  readonly counts: JobCounts;
  /** Processes that work on it. */
  readonly workers: number;
  /** When the rate limit lets the next job start; null when it would now. */
  readonly rateLimitedUntil: string | null;
  readonly oldestWaitingInSeconds: number | null;
  readonly schedules: readonly KnownSchedule[];
}

export async function describeQueues(call: Call): Promise<readonly QueueDescription[]> {
  requireQueueReader(call);
  const workers = await countWorkers(call.database);
  return Promise.all(call.queues.queues.map((configuration) => description(call, configuration, workers)));
}

export async function describeQueue(call: Call, name: string): Promise<QueueDescription> {
  readableQueue(call, name);
  const configuration = call.queues.queue(name);
  if (!configuration) throw new RecordNotFoundError();
  return description(call, configuration, await countWorkers(call.database));
}

async function description(
  call: Call,
  configuration: QueueConfiguration,
  workers: ReadonlyMap<string, number>,
): Promise<QueueDescription> {
  const { queue, ratelimit, timeoutInSeconds, concurrency, retries, backoff } = configuration;
  const { bull } = call.queues.opened(queue.name);
  const [isPaused, counts, limit, rateLimitMs, oldest, schedules, ofWorkflows] = await Promise.all([
    bull.isPaused(),
    countJobs(bull),
    bull.getGlobalConcurrency(),
    rateLimitLeft(bull, ratelimit),
    oldestWaiting(bull),
    listSchedules(bull),
    workflowSchedules(call, queue.name),
  ]);
  return {
    name: queue.name,
    isPaused,
    counts,
    workers: workers.get(queue.name) ?? 0,
    ratelimit,
    timeoutInSeconds,
    concurrency: { worker: concurrency.worker, queue: limit ?? concurrency.queue },
    ...(retries !== undefined && { retries }),
    ...(backoff && { backoff }),
    rateLimitedUntil: rateLimitMs > 0 ? new Date(Date.now() + rateLimitMs).toISOString() : null,
    oldestWaitingInSeconds: oldest && Math.max(0, (Date.now() - oldest.timestamp) / 1000),
    schedules: [...schedules, ...ofWorkflows],
  };
}

/** They are kept with their workflows, not with the queue. */
async function workflowSchedules(call: Call, queue: string): Promise<readonly KnownSchedule[]> {
  const backends = call.providers.flatMap(({ id, options }) => {
    const reference = options.workflows?.queue;
    return reference && queueNameOf(reference) === queue ? [id] : [];
  });
  if (backends.length === 0) return [];
  const schedules = await schedulesOfBackends(call.database, backends);
  return schedules.map(({ id, pattern, nextAt }) => ({
    ...{ id, name: workflowJobName, pattern, tz: "UTC" },
    next: Date.parse(nextAt),
  }));
}
