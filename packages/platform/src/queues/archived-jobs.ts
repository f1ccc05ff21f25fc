import type { Job, JobType } from "bullmq";
import type { Json } from "../definitions/json.ts";
import { newId } from "../foundation/ids.ts";
import type { Database } from "../storage/database.ts";
import { isOfSchedule } from "./job-id.ts";
import { readOutbox } from "./outbox.ts";
import type { BullQueue, ReadyJob } from "./queue-engine.ts";
import type { OpenQueue } from "./queue-handle.ts";
import { isDeclared, type Schedule } from "./schedules.ts";

/** What still has to be done, in the order in which it would be; what runs now would begin again, and comes first. */
const unfinished: readonly JobType[] = ["active", "waiting", "prioritized", "delayed"];
const pageSize = 200;

/** The jobs of a queue that have not ended, portion by portion. */
export async function* unfinishedJobs(database: Database, { bull }: OpenQueue): AsyncGenerator<readonly ReadyJob[]> {
  for (const state of unfinished) yield* jobsOf(bull, state);
  // Those that were added, and have not reached Redis yet.
  yield* readOutbox(database, bull.name);
}

async function* jobsOf(queue: BullQueue, state: JobType): AsyncGenerator<readonly ReadyJob[]> {
  let before = new Set<string | undefined>();
  for (let start = 0; ; start += pageSize) {
    const found = await queue.getJobs([state], start, start + pageSize - 1, true);
    // A page in the middle may be short: a job that ends meanwhile is left out of it.
    if (found.length === 0) return;
    // For one that is listed and gone, the library takes one of the next page.
    yield found.filter(({ id }) => !before.has(id)).flatMap((job) => archivedJob(job, state));
    before = new Set(found.map(({ id }) => id));
  }
}

/** Attempts are counted anew. The next run of a schedule comes with the schedule; one that is due already, by itself. */
function archivedJob(job: Job<Json, Json, string>, state: JobType): readonly ReadyJob[] {
  const { id = newId(), name, data, timestamp, delay } = job;
  const isScheduled = isOfSchedule(id);
  const isDelayed = state === "delayed" && job.attemptsMade === 0 && timestamp + delay > Date.now();
  if (isScheduled && isDelayed) return [];
  const { attempts, backoff, keepLogs, priority } = job.opts;
  return [
    {
      name,
      data,
      options: {
        jobId: isScheduled ? newId() : id,
        timestamp,
        ...(attempts !== undefined && { attempts }),
        ...(backoff !== undefined && { backoff }),
        ...(keepLogs !== undefined && { keepLogs }),
        ...(priority !== undefined && { priority }),
        ...(isDelayed && { delay }),
      },
    },
  ];
}

/** Schedules that a program has set. Those of definitions are made by the next start. */
export async function programSchedules({ bull }: OpenQueue): Promise<readonly Schedule[]> {
  const schedulers = await bull.getJobSchedulers(0, -1, true);
  return schedulers
    .filter(({ key }) => !isDeclared(key))
    .map(({ key: id, name, pattern = "", tz = "UTC", template }) => ({
      ...{ id, pattern, tz },
      job: { name, data: template?.data ?? {}, options: { ...template?.opts, jobId: id } },
    }));
}
