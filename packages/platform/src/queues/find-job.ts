import type { Job } from "bullmq";
import type { Json } from "../definitions/json.ts";
import type { QueueJob } from "../definitions/queue.ts";
import { isJobId } from "./job-id.ts";
import type { BullQueue } from "./queue-engine.ts";
import { levelledState, queueJob } from "./queue-job.ts";

/** The job under an id, as the library has it. */
export async function storedJob(queue: BullQueue, id: string): Promise<Job<Json, Json, string> | undefined> {
  return isJobId(id) ? queue.getJob(id) : undefined;
}

/**
 * The job under an id, and the state that it is in. The library asks for the two apart: what moves on in between is asked
 * for again, or a job would be shown as failed, without a reason.
 */
export async function findJob(queue: BullQueue, id: string): Promise<QueueJob | undefined> {
  let before: string | undefined;
  for (;;) {
    const job = await storedJob(queue, id);
    const after = await job?.getState();
    if (!job || !after) return undefined;
    if (before === after) {
      const state = levelledState(after);
      return state && queueJob(job, state);
    }
    before = after;
  }
}
