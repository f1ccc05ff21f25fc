import type { JobType } from "bullmq";
import { type JobCounts, type JobState, jobStates, type QueueJob } from "../definitions/queue.ts";
import type { BullQueue } from "./queue-engine.ts";
import { queueJob } from "./queue-job.ts";
import { rateWindow } from "./rate-window.ts";

/** What the library splits a state into. */
const partsOf: Readonly<Record<JobState, readonly JobType[]>> = {
  active: ["active"],
  waiting: ["waiting", "prioritized"],
  delayed: ["delayed"],
  failed: ["failed"],
  completed: ["completed"],
};

export async function countJobs(queue: BullQueue): Promise<JobCounts> {
  const counts = await queue.getJobCounts(...jobStates.flatMap((state) => partsOf[state]));
  const sum = (state: JobState) => partsOf[state].reduce((total, part) => total + (counts[part] ?? 0), 0);
  return {
    waiting: sum("waiting"),
    active: sum("active"),
    completed: sum("completed"),
    failed: sum("failed"),
    delayed: sum("delayed"),
  };
}

export interface RangeOptions {
  readonly start: number;
  /** Included; -1 means all. */
  readonly end: number;
  readonly oldestFirst: boolean;
}

/** Jobs of one state; its parts follow one another as if they were one list. */
export async function jobsInState(queue: BullQueue, state: JobState, options: RangeOptions): Promise<QueueJob[]> {
  const { start, end, oldestFirst } = options;
  const jobs: QueueJob[] = [];
  let before = 0;
  for (const part of partsOf[state]) {
    if (end >= 0 && end < before) break;
    const size = partsOf[state].length === 1 ? Number.POSITIVE_INFINITY : await sizeOf(queue, part);
    const from = Math.max(start - before, 0);
    if (from < size) {
      const found = await queue.getJobs([part], from, end < 0 ? -1 : end - before, oldestFirst);
      jobs.push(...found.map((job) => queueJob(job, state)));
    }
    before += size;
  }
  return jobs;
}

async function sizeOf(queue: BullQueue, part: JobType): Promise<number> {
  const counts = await queue.getJobCounts(part);
  return counts[part] ?? 0;
}

export interface JobPage {
  readonly jobs: readonly QueueJob[];
  readonly count: number;
}

/** A page across several states: these in the order of `jobStates`, and in each of them the newest first. */
export async function pageOfJobs(
  queue: BullQueue,
  states: readonly JobState[],
  { limit, page }: { readonly limit: number; readonly page: number },
): Promise<JobPage> {
  const counts = await countJobs(queue);
  const jobs: QueueJob[] = [];
  let before = 0;
  const first = (page - 1) * limit;
  const last = first + limit - 1;
  for (const state of jobStates.filter((each) => states.includes(each))) {
    const start = Math.max(first - before, 0);
    const end = Math.min(last - before, counts[state] - 1);
    if (end >= start) jobs.push(...(await jobsInState(queue, state, { start, end, oldestFirst: false })));
    before += counts[state];
  }
  return { jobs, count: before };
}

/** The job that has been waiting longest. */
export async function oldestWaiting(queue: BullQueue): Promise<QueueJob | null> {
  const heads = await Promise.all(partsOf.waiting.map((part) => queue.getJobs([part], 0, 0, true)));
  const [oldest] = heads.flat().toSorted((one, other) => one.timestamp - other.timestamp);
  return oldest ? queueJob(oldest, "waiting") : null;
}

/** How long the rate limit still holds the next job back, in milliseconds. */
export async function rateLimitLeft(queue: BullQueue, jobsPerSecond: number): Promise<number> {
  const window = rateWindow(jobsPerSecond);
  return window ? Math.max(0, await queue.getRateLimitTtl(window.max)) : 0;
}
