import type { Job } from "bullmq";
import type { Json } from "../definitions/json.ts";
import type { JobState, QueueJob } from "../definitions/queue.ts";

/** What the library calls a job, as we show it. */
export function queueJob(job: Job<Json, Json, string>, state: JobState): QueueJob {
  return {
    id: job.id ?? "",
    name: job.name,
    data: job.data,
    state,
    attemptsMade: job.attemptsMade,
    attempts: job.opts.attempts ?? 1,
    failedReason: job.failedReason || null,
    // Redis also keeps those of before the job was brought back.
    stacktrace: job.attemptsMade > 0 ? (job.stacktrace ?? []).slice(-job.attemptsMade) : [],
    returnvalue: job.returnvalue ?? null,
    progress: (job.progress as Json | undefined) ?? 0,
    timestamp: job.timestamp,
    processedOn: job.processedOn ?? null,
    finishedOn: job.finishedOn ?? null,
  };
}

/** Paused and prioritised jobs wait, whatever the backend calls them. */
export function levelledState(state: string): JobState | undefined {
  switch (state) {
    case "active":
    case "delayed":
    case "completed":
    case "failed":
      return state;
    case "wait":
    case "waiting":
    case "paused":
    case "prioritized":
      return "waiting";
    default:
      return undefined;
  }
}
