import type { Backoff, NewJob, QueueConfiguration } from "../definitions/queue.ts";
import { newId } from "../foundation/ids.ts";
import { traceParent } from "../foundation/tracing.ts";
import type { ReadyJob } from "./queue-engine.ts";

const defaultRetries = 3;
const defaultBackoff: Backoff = { type: "exponential", delay: 2000 };
/** The newest lines of a job's log that are kept. */
const keepLogs = 1000;

/** The job with everything that it does not say itself, from its queue. */
export function readyJob({ name, data, options = {} }: NewJob, queue: QueueConfiguration): ReadyJob {
  const parent = traceParent();
  const backoff = options.backoff ?? queue.backoff ?? defaultBackoff;
  return {
    name,
    data,
    options: {
      jobId: options.jobId ?? newId(),
      timestamp: Date.now(),
      attempts: options.attempts ?? (queue.retries ?? defaultRetries) + 1,
      backoff: { type: backoff.type, delay: Math.ceil(backoff.delay) },
      keepLogs,
      ...(parent !== undefined && { telemetry: { metadata: parent, omitContext: true } }),
      ...(options.delay && { delay: Math.ceil(options.delay) }),
      ...(options.priority && { priority: options.priority }),
    },
  };
}
