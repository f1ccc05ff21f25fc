import { ownAddOptions, type PlatformJob } from "../definitions/job.ts";
import { type QueueConfiguration, queueNameOf } from "../definitions/queue.ts";
import type { JobHandlers } from "../queues/job-handler.ts";
import { readyJob } from "../queues/ready-job.ts";
import type { Schedule } from "../queues/schedules.ts";

/** What to do with the jobs that the deployer has declared. */
export function deployerHandlers(jobs: readonly PlatformJob<never>[]): JobHandlers {
  return new Map(
    jobs.map(({ id, options }) => [
      id,
      { timeoutInSeconds: options.timeoutInSeconds, run: (run) => options.execute(run as never) },
    ]),
  );
}

/** The schedules that the deployer has declared on one queue. */
export function deployerSchedules(jobs: readonly PlatformJob<never>[], queue: QueueConfiguration): Schedule[] {
  return jobs.flatMap(({ id, options }) => {
    const { schedule: pattern, timezone: tz } = options;
    if (!pattern || queueNameOf(options.queue) !== queue.queue.name) return [];
    const job = readyJob({ name: id, data: {}, options: ownAddOptions(options) }, queue);
    return [{ id, pattern, ...(tz !== undefined && { tz }), job }];
  });
}
