import { isDeepStrictEqual } from "node:util";
import { ErrorCode, type Job } from "bullmq";
import type { Json } from "../definitions/json.ts";
import type { JobSchedule } from "../definitions/queue.ts";
import type { BullQueue, ReadyJob } from "./queue-engine.ts";

/** A job that comes again and again. */
export interface Schedule extends JobSchedule {
  /** Names the schedule within its queue. */
  readonly id: string;
  readonly job: ReadyJob;
}

export interface KnownSchedule {
  readonly id: string;
  readonly name: string;
  readonly pattern: string;
  readonly tz: string;
  /** When it comes next, in milliseconds since 1970. */
  readonly next: number | null;
}

/** Schedules of definitions, apart from those that a program has set. */
const declaredPrefix = "declared-";

export function isDeclared(id: string): boolean {
  return id.startsWith(declaredPrefix);
}

/** Makes a schedule, or changes the one with this id; gives back the job that comes next. */
export async function setSchedule(
  queue: BullQueue,
  { id, pattern, tz, job }: Schedule,
): Promise<Job<Json, Json, string>> {
  // A schedule made in the course of a request is no part of its trace for ever.
  const { jobId: _, timestamp: __, delay: ___, telemetry: ____, ...options } = job.options;
  try {
    return await queue.upsertJobScheduler(
      id,
      { pattern, tz: tz ?? "UTC" },
      { name: job.name, data: job.data, opts: { ...options, priority: options.priority ?? 0 } },
    );
  } catch (error) {
    // Another process has just made the same one.
    const next = isTaken(error) ? await nextRun(queue, id) : undefined;
    if (!next) throw error;
    return next;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === ErrorCode.SchedulerJobIdCollision;
}

/** The job that comes next, if there is such a schedule and the job is really there. */
export async function nextRun(queue: BullQueue, id: string): Promise<Job<Json, Json, string> | undefined> {
  const schedule = await queue.getJobScheduler(id);
  return schedule?.next === undefined ? undefined : queue.getJob(`repeat:${id}:${schedule.next}`);
}

export async function listSchedules(queue: BullQueue): Promise<KnownSchedule[]> {
  const schedulers = await queue.getJobSchedulers(0, -1, true);
  return schedulers.map(({ key, name, pattern, tz, next }) => ({
    id: key,
    name,
    pattern: pattern ?? "",
    tz: tz ?? "UTC",
    next: next ?? null,
  }));
}

/**
 * Brings the schedules in line with what is declared: adds, changes, removes. One that did not change is left alone, so
 * that a run that fell due while nothing was running still comes, once.
 */
export async function keepSchedules(queue: BullQueue, declared: readonly Schedule[]): Promise<void> {
  const known = new Map((await queue.getJobSchedulers(0, -1, true)).map((each) => [each.key, each]));
  const wanted = new Map(declared.map((each) => [`${declaredPrefix}${each.id}`, each]));
  for (const id of known.keys()) {
    if (isDeclared(id) && !wanted.has(id)) await queue.removeJobScheduler(id);
  }
  for (const [id, schedule] of wanted) {
    const today = known.get(id);
    const isSame =
      today?.pattern === schedule.pattern &&
      (today.tz ?? "UTC") === (schedule.tz ?? "UTC") &&
      today.name === schedule.job.name &&
      isDeepStrictEqual(today.template?.data ?? {}, schedule.job.data) &&
      today.template?.opts?.attempts === schedule.job.options.attempts &&
      isDeepStrictEqual(today.template?.opts?.backoff, schedule.job.options.backoff) &&
      (await nextRun(queue, id)) !== undefined;
    if (!isSame) await setSchedule(queue, { ...schedule, id });
  }
}
