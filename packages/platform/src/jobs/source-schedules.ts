import type { PlatformContext } from "../definitions/context.ts";
import { contextJobName, ownAddOptions } from "../definitions/job.ts";
import { type QueueConfiguration, queueNameOf } from "../definitions/queue.ts";
import { readyJob } from "../queues/ready-job.ts";
import type { Schedule } from "../queues/schedules.ts";

/** The schedules of the sources that run on one queue. */
export function sourceSchedules(contexts: readonly PlatformContext[], queue: QueueConfiguration): Schedule[] {
  return contexts.flatMap((context) =>
    context.sources.flatMap(({ id, config = {} }) => {
      const { schedule: pattern, timezone: tz } = config;
      if (!pattern || !config.queue || queueNameOf(config.queue) !== queue.queue.name) return [];
      const name = contextJobName(context.id, id);
      const data = { context: context.id, source: id, inputs: {} };
      const job = readyJob({ name, data, options: ownAddOptions(config) }, queue);
      return [{ id: name, pattern, ...(tz !== undefined && { tz }), job }];
    }),
  );
}
