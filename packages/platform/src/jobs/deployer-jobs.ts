import type { AppServices } from "../definitions/app-services.ts";
import { type JobRun, ownAddOptions, type PlatformJob } from "../definitions/job.ts";
import { type QueueConfiguration, queueNameOf } from "../definitions/queue.ts";
import type { JobHandlers } from "../queues/job-handler.ts";
import { readyJob } from "../queues/ready-job.ts";
import type { Schedule } from "../queues/schedules.ts";

/** What to do with the jobs that the deployer has declared. */
export function deployerHandlers(jobs: readonly PlatformJob<never>[], services: AppServices): JobHandlers {
  return new Map(
    jobs.map(({ id, options }) => [
      id,
      {
        timeoutInSeconds: options.timeoutInSeconds,
        run: (attempt) => options.execute({ ...attempt, ...services } as JobRun<never>),
      },
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
