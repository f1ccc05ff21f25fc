import { createHash } from "node:crypto";
import type { Json } from "../definitions/json.ts";
import type {
  AddOptions,
  JobCounts,
  JobState,
  NewJob,
  QueueConfiguration,
  QueueHandle,
  QueueJob,
} from "../definitions/queue.ts";
import { BadInputError } from "../foundation/errors.ts";
import { addProblem } from "./add-problem.ts";
import { countJobs, jobsInState } from "./list-jobs.ts";
import type { BullQueue, QueueEngine } from "./queue-engine.ts";
import { levelledState, queueJob } from "./queue-job.ts";
import { readyJob } from "./ready-job.ts";
import { setSchedule } from "./schedules.ts";

/** A queue that is open, and where it is kept. */
export interface OpenQueue {
  readonly bull: BullQueue;
  readonly engine: QueueEngine;
}

/** The queue as the deployer's program sees it. It can be passed around before the platform has started. */
export class PlatformQueueHandle implements QueueHandle {
  readonly name: string;
  readonly #configuration: () => QueueConfiguration;
  readonly #open: () => OpenQueue;

  constructor(name: string, configuration: () => QueueConfiguration, open: () => OpenQueue) {
    this.name = name;
    this.#configuration = configuration;
    this.#open = open;
  }

  async add(name: string, data: Json, options: AddOptions = {}): Promise<QueueJob> {
    refuse(addProblem({ name, data, options }));
    const { bull, engine } = this.#open();
    const { repeat, ...once } = options;
    if (repeat) {
      const id = createHash("sha256")
        .update(JSON.stringify([name, repeat.pattern, repeat.tz]))
        .digest("hex")
        .slice(0, 16);
      const job = await setSchedule(bull, {
        id,
        ...repeat,
        job: readyJob({ name, data, options: once }, this.#configuration()),
      });
      return queueJob(job, "delayed");
    }
    const [added] = await this.#add(bull, engine, [{ name, data, options: once }]);
    if (!added) throw new Error("A job was added and not given back.");
    return added;
  }

  async addBulk(jobs: readonly NewJob[]): Promise<readonly QueueJob[]> {
    for (const job of jobs) refuse(addProblem(job));
    const { bull, engine } = this.#open();
    return this.#add(bull, engine, jobs);
  }

  async #add(bull: BullQueue, engine: QueueEngine, jobs: readonly NewJob[]): Promise<QueueJob[]> {
    const ready = jobs.map((job) => readyJob(job, this.#configuration()));
    await engine.add(bull, ready);
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
    const job = await this.#open().bull.getJob(id);
    const state = job && levelledState(await job.getState());
    return job && state && queueJob(job, state);
  }

  getJobCounts(): Promise<JobCounts> {
    return countJobs(this.#open().bull);
  }

  getWaiting(start = 0, end = -1): Promise<readonly QueueJob[]> {
    return jobsInState(this.#open().bull, "waiting", { start, end, oldestFirst: true });
  }

  getActive(start = 0, end = -1): Promise<readonly QueueJob[]> {
    return jobsInState(this.#open().bull, "active", { start, end, oldestFirst: true });
  }

  getDelayed(start = 0, end = -1): Promise<readonly QueueJob[]> {
    return jobsInState(this.#open().bull, "delayed", { start, end, oldestFirst: true });
  }

  getCompleted(start = 0, end = -1): Promise<readonly QueueJob[]> {
    return jobsInState(this.#open().bull, "completed", { start, end, oldestFirst: false });
  }

  getFailed(start = 0, end = -1): Promise<readonly QueueJob[]> {
    return jobsInState(this.#open().bull, "failed", { start, end, oldestFirst: false });
  }

  getGlobalConcurrency(): Promise<number | null> {
    return this.#open().bull.getGlobalConcurrency();
  }

  async setGlobalConcurrency(concurrency: number): Promise<void> {
    if (!Number.isInteger(concurrency) || concurrency < 1) {
      throw new BadInputError(`The concurrency must be a whole number from 1, not ${concurrency}.`);
    }
    await this.#open().bull.setGlobalConcurrency(concurrency);
  }

  async pause(): Promise<void> {
    await this.#open().bull.pause();
  }

  async resume(): Promise<void> {
    await this.#open().bull.resume();
  }

  isPaused(): Promise<boolean> {
    return this.#open().bull.isPaused();
  }

  async clean(grace: number, limit: number, state: JobState = "completed"): Promise<readonly string[]> {
    const { bull } = this.#open();
    if (state !== "waiting") return bull.clean(grace, limit, state);
    const plain = await bull.clean(grace, limit, "wait");
    if (limit > 0 && plain.length >= limit) return plain;
    return [...plain, ...(await bull.clean(grace, limit > 0 ? limit - plain.length : 0, "prioritized"))];
  }

  async drain(): Promise<void> {
    await this.#open().bull.drain();
  }

  async close(): Promise<void> {
    await this.#open().bull.close();
  }
}

function refuse(problem: string | undefined): void {
  if (problem) throw new BadInputError(problem);
}
