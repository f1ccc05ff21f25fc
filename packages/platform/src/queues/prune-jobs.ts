import type { Logger } from "pino";
import { countJobs } from "./list-jobs.ts";
import type { BullQueue } from "./queue-engine.ts";
import type { QueueRegistry } from "./queue-registry.ts";

/** About how many finished jobs of a queue are kept. */
export interface JobRetention {
  /** Default 1,000. */
  readonly completed?: number | undefined;
  /** Default: all of them. */
  readonly failed?: number | undefined;
}

const pauseInMilliseconds = 15_000;
const batch = 1000;

/**
 * Removes the oldest finished jobs, now and then. The library could do it with every job that ends; on PostgreSQL those
 * deletes then wait for one another and end in deadlocks, some twenty in a run of 6,000 jobs.
 */
export function startPruning(
  queues: QueueRegistry,
  { retention, logger }: { readonly retention: JobRetention; readonly logger: Logger },
): () => void {
  const prune = async () => {
    for (const { queue } of queues.queues) await pruneJobs(queues.opened(queue.name).bull, retention);
  };
  const timer = setInterval(() => {
    prune().catch((error: unknown) => logger.warn({ err: error }, "old jobs could not be removed; it is tried again"));
  }, pauseInMilliseconds).unref();
  return () => clearInterval(timer);
}

export async function pruneJobs(queue: BullQueue, { completed = 1000, failed }: JobRetention): Promise<void> {
  const counts = await countJobs(queue);
  await removeOldest(queue, "completed", counts.completed - completed);
  if (failed !== undefined) await removeOldest(queue, "failed", counts.failed - failed);
}

async function removeOldest(queue: BullQueue, state: "completed" | "failed", count: number): Promise<void> {
  for (let left = count; left > 0; left -= batch) await queue.clean(0, Math.min(left, batch), state);
}
