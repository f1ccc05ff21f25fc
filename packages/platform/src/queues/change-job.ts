import { ErrorCode } from "bullmq";
import { ConflictError, RecordNotFoundError } from "../foundation/errors.ts";
import { storedJob } from "./find-job.ts";
import type { BullQueue } from "./queue-engine.ts";

/** Removes a job that does not run. */
export async function removeJob(queue: BullQueue, id: string): Promise<void> {
  const job = await storedJob(queue, id);
  if (!job) throw new RecordNotFoundError();
  if (await job.isActive()) throw new ConflictError("The job is running; it can be deleted when it has ended.");
  try {
    await job.remove();
  } catch (error) {
    if (!isNextOfSchedule(error)) throw error;
    throw new ConflictError("The job belongs to a schedule: change the schedule where it is declared.");
  }
}

function isNextOfSchedule(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === ErrorCode.JobBelongsToJobScheduler;
}

/** Brings a failed job back, with all its attempts before it again. */
export async function retryJob(queue: BullQueue, id: string): Promise<void> {
  const job = await storedJob(queue, id);
  if (!job) throw new RecordNotFoundError();
  if (!(await job.isFailed())) throw new ConflictError("Only a failed job can be retried.");
  await job.retry("failed", { resetAttemptsMade: true });
}

const batch = 100;

/** Brings every failed job back; says how many there were. */
export async function retryFailedJobs(queue: BullQueue): Promise<number> {
  let count = 0;
  const seen = new Set<string | undefined>();
  for (;;) {
    // The oldest first. One that fails again comes last; nor is one tried for ever that can't be brought back.
    const oldest = await queue.getJobs(["failed"], 0, batch - 1, true);
    const jobs = oldest.filter(({ id }) => !seen.has(id));
    if (jobs.length === 0) return count;
    for (const { id } of jobs) seen.add(id);
    const outcomes = await Promise.allSettled(jobs.map((job) => job.retry("failed", { resetAttemptsMade: true })));
    count += outcomes.filter((outcome) => outcome.status === "fulfilled").length;
  }
}

/** The newest lines of a job's log, the oldest of them first. */
export async function readJobLogs(queue: BullQueue, id: string, limit: number): Promise<readonly string[]> {
  const { logs } = await queue.getJobLogs(id, 0, limit - 1, false);
  return logs.toReversed();
}
