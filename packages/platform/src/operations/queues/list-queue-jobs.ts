import { type JobState, jobStates, type QueueJob } from "../../definitions/queue.ts";
import { RecordNotFoundError } from "../../foundation/errors.ts";
import { redactText } from "../../foundation/redact.ts";
import { parsePage } from "../../query/parse-page.ts";
import { readJobLogs } from "../../queues/change-job.ts";
import { findJob } from "../../queues/find-job.ts";
import { pageOfJobs } from "../../queues/list-jobs.ts";
import type { OpenQueue } from "../../queues/queue-handle.ts";
import type { Call } from "../call.ts";
import { readableQueue } from "./queue-access.ts";
import { shownJobs } from "./shown-jobs.ts";

export interface JobsOptions {
  readonly queue: string;
  /** Default: every state. */
  readonly statusses?: readonly (JobState | "paused")[] | null | undefined;
  readonly page?: number | null | undefined;
  readonly limit?: number | null | undefined;
}

export interface JobsPage {
  readonly items: readonly QueueJob[];
  readonly count: number;
  readonly limit: number;
  readonly page: number;
}

/** Jobs of a queue: active ones first, then waiting, delayed, failed and completed, and of each the newest first. */
export async function listQueueJobs(call: Call, options: JobsOptions): Promise<JobsPage> {
  const open = readableQueue(call, options.queue);
  const { limit, page } = parsePage(options.limit, options.page);
  const states = await wantedStates(open, options.statusses);
  const { jobs, count } = await pageOfJobs(open.bull, states, { limit, page });
  return { items: await shownJobs(call, jobs), count, limit, page };
}

export async function findQueueJob(call: Call, queue: string, id: string): Promise<QueueJob> {
  const job = await findJob(readableQueue(call, queue).bull, id);
  const [shown] = await shownJobs(call, job ? [job] : []);
  if (!shown) throw new RecordNotFoundError();
  return shown;
}

const mostLines = 1000;

/** What a job's handler wrote down, the oldest line first. Empty for a job whose item the caller may not read. */
export async function findJobLogs(call: Call, queue: string, id: string): Promise<readonly string[]> {
  const shown = await findQueueJob(call, queue, id);
  if (shown.data === null) return [];
  const lines = await readJobLogs(readableQueue(call, queue).bull, id, mostLines);
  return lines.map(redactText);
}

/** `paused` jobs are the waiting ones of a paused queue. */
async function wantedStates({ bull }: OpenQueue, asked: JobsOptions["statusses"]): Promise<readonly JobState[]> {
  if (!asked || asked.length === 0) return jobStates;
  const isPaused = asked.includes("paused") && (await bull.isPaused());
  return jobStates.filter((state) => asked.includes(state) || (state === "waiting" && isPaused));
}
