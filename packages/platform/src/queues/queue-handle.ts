import { createHash } from "node:crypto";
import type { Json } from "../definitions/json.ts";
import type {
  AddOptions,
  JobCounts,
  JobSchedule,
  JobState,
  NewJob,
  QueueConfiguration,
  QueueHandle,
  QueueJob,
} from "../definitions/queue.ts";
import { BadInputError } from "../foundation/errors.ts";
import { traced } from "../foundation/tracing.ts";
import { addProblem } from "./add-problem.ts";
import { findJob } from "./find-job.ts";
import { countJobs, jobsInState } from "./list-jobs.ts";
import type { BullQueue, QueueEngine } from "./queue-engine.ts";
import { levelledState, queueJob } from "./queue-job.ts";
import { readyJob } from "./ready-job.ts";
import { nextRun, setSchedule } from "./schedules.ts";

/** A queue that is open, and where it is kept. */
export interface OpenQueue {
  readonly bull: BullQueue;
  readonly engine: QueueEngine;
}

/** What a handle asks its registry for. */
interface QueueSource {
  configuration(): QueueConfiguration;
  /** Throws while the queue is not open. */
  open(): OpenQueue;
  close(): Promise<void>;
}

/** The queue as the deployer's program sees it. It can be passed around before the platform has started. */
export class PlatformQueueHandle implements QueueHandle {
  readonly name: string;
  readonly #source: QueueSource;

  constructor(name: string, source: QueueSource) {
    this.name = name;
    this.#source = source;
  }

  async add(name: string, data: Json, options: AddOptions = {}): Promise<QueueJob> {
    refuse(addProblem({ name, data, options }));
    const { bull, engine } = this.#source.open();
    const { repeat } = options;
    if (repeat) {
      refuse(engine.isInTransaction() ? "A schedule can't be added inside a transaction." : undefined);
      const id = scheduleId(name, repeat);
      const job = readyJob({ name, data, options }, this.#source.configuration());
      const next = (await nextRun(bull, id)) ?? (await setSchedule(bull, { id, ...repeat, job }));
      return queueJob(next, levelledState(await next.getState()) ?? "delayed");
    }
    const [added] = await this.#add(bull, engine, [{ name, data, options }]);
    if (!added) throw new Error("A job was added and not given back.");
    return added;
  }

  async addBulk(jobs: readonly NewJob[]): Promise<readonly QueueJob[]> {
    for (const job of jobs) refuse(addProblem(job));
    const { bull, engine } = this.#source.open();
    return this.#add(bull, engine, jobs);
  }

  async #add(bull: BullQueue, engine: QueueEngine, jobs: readonly NewJob[]): Promise<QueueJob[]> {
    const ready = await traced(`add ${this.name}`, { kind: "producer" }, async () => {
      const made = jobs.map((job) => readyJob(job, this.#source.configuration()));
      await engine.add(bull, made);
      return made;
    });
    return ready.map(({ name, data, options }) => ({
      id: options.jobId,
      name,
      data,
      state: options.delay ? "delayed" : "waiting",
      attemptsMade: 0,
      attempts: options.attempts ?? 1,
      failedReason: null,
      stacktrace: [],
      returnvalue: null,
      progress: 0,
      timestamp: options.timestamp ?? Date.now(),
      processedOn: null,
      finishedOn: null,
    }));
  }

  async getJob(id: string): Promise<QueueJob | undefined> {
    return findJob(this.#source.open().bull, id);
  }

  async getJobCounts(): Promise<JobCounts> {
    return countJobs(this.#source.open().bull);
  }

  async getWaiting(start = 0, end = -1): Promise<readonly QueueJob[]> {
    return jobsInState(this.#source.open().bull, "waiting", { start, end, oldestFirst: true });
  }

  async getActive(start = 0, end = -1): Promise<readonly QueueJob[]> {
    return jobsInState(this.#source.open().bull, "active", { start, end, oldestFirst: true });
  }

  async getDelayed(start = 0, end = -1): Promise<readonly QueueJob[]> {
    return jobsInState(this.#source.open().bull, "delayed", { start, end, oldestFirst: true });
  }

  async getCompleted(start = 0, end = -1): Promise<readonly QueueJob[]> {
    return jobsInState(this.#source.open().bull, "completed", { start, end, oldestFirst: false });
  }

  async getFailed(start = 0, end = -1): Promise<readonly QueueJob[]> {
    return jobsInState(this.#source.open().bull, "failed", { start, end, oldestFirst: false });
  }

  async getGlobalConcurrency(): Promise<number | null> {
    return this.#source.open().bull.getGlobalConcurrency();
  }

  async setGlobalConcurrency(concurrency: number): Promise<void> {
    if (!Number.isInteger(concurrency) || concurrency < 1) {
      throw new BadInputError(`The concurrency must be a whole number from 1, not ${concurrency}.`);
    }
    await this.#source.open().bull.setGlobalConcurrency(concurrency);
  }

  async pause(): Promise<void> {
    await this.#source.open().bull.pause();
  }

  async resume(): Promise<void> {
    await this.#source.open().bull.resume();
  }

  async isPaused(): Promise<boolean> {
    return this.#source.open().bull.isPaused();
  }

  async clean(grace: number, limit: number, state: JobState = "completed"): Promise<readonly string[]> {
    const { bull } = this.#source.open();
    // A job that runs is its worker's; one whose worker is gone goes on elsewhere.
    if (state === "active") return [];
    if (state !== "waiting") return bull.clean(grace, limit, state);
    const plain = await bull.clean(grace, limit, "wait");
    if (limit > 0 && plain.length >= limit) return plain;
    return [...plain, ...(await bull.clean(grace, limit > 0 ? limit - plain.length : 0, "prioritized"))];
  }

  async drain(): Promise<void> {
    await this.#source.open().bull.drain();
  }

  close(): Promise<void> {
    return this.#source.close();
  }
}

function scheduleId(name: string, { pattern, tz = "UTC" }: JobSchedule): string {
  return createHash("sha256")
    .update(JSON.stringify([name, pattern, tz]))
    .digest("hex")
    .slice(0, 16);
}

function refuse(problem: string | undefined): void {
  if (problem) throw new BadInputError(problem);
}
