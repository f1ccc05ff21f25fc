import type { Json } from "./json.ts";

export interface QueueConcurrency {
  /** Jobs that one worker process runs at a time. */
  readonly worker: number;
  /** Jobs that run at a time across all worker processes. */
  readonly queue: number;
}

export interface Backoff {
  /** `exponential` doubles the wait each time; `linear` adds the delay each time. */
  readonly type: "exponential" | "linear";
  /** In milliseconds. */
  readonly delay: number;
}

export interface JobSchedule {
  /** A cron expression of five fields, or of six with seconds first. */
  readonly pattern: string;
  /** The time zone that the pattern is read in, like `Europe/Berlin`. Default UTC. */
  readonly tz?: string;
}

export interface AddOptions {
  /** Names the job; adding the same id again adds nothing. Default: a new one. */
  readonly jobId?: string;
  /** Waits this long before it may run, in milliseconds. */
  readonly delay?: number;
  /** Runs again and again. Adding the same name with the same pattern again changes nothing. */
  readonly repeat?: JobSchedule;
  /** From 1, the most urgent. Jobs without one come before all that have one. */
  readonly priority?: number;
  /** How often it is tried in all. Default: once more than the queue's retries. */
  readonly attempts?: number;
  /** How long to wait between attempts. Default: the queue's backoff. */
  readonly backoff?: Backoff;
}

export type JobState = "waiting" | "active" | "delayed" | "completed" | "failed";

export const jobStates: readonly JobState[] = ["active", "waiting", "delayed", "failed", "completed"];

/** A job as it was when it was looked at. Times are in milliseconds since 1970. */
export interface QueueJob<Data = Json> {
  readonly id: string;
  readonly name: string;
  readonly data: Data;
  readonly state: JobState;
  readonly attemptsMade: number;
  /** How often it is tried in all. */
  readonly attempts: number;
  readonly failedReason: string | null;
  readonly stacktrace: readonly string[];
  readonly returnvalue: Json;
  readonly progress: Json;
  readonly timestamp: number;
  readonly processedOn: number | null;
  readonly finishedOn: number | null;
}

export type JobCounts = Readonly<Record<JobState, number>>;

export interface NewJob {
  readonly name: string;
  readonly data: Json;
  readonly options?: Omit<AddOptions, "repeat">;
}

/** A queue: the same on every backend. */
export interface QueueHandle {
  readonly name: string;
  /** Inside a transaction the job exists if and only if that commits; a schedule can't be added in one. */
  add(name: string, data: Json, options?: AddOptions): Promise<QueueJob>;
  /** All or none. */
  addBulk(jobs: readonly NewJob[]): Promise<readonly QueueJob[]>;
  getJob(id: string): Promise<QueueJob | undefined>;
  getJobCounts(): Promise<JobCounts>;
  /** The next to run first, whether or not the queue is paused. `end` is included; -1 means all. */
  getWaiting(start?: number, end?: number): Promise<readonly QueueJob[]>;
  /** The longest running first. */
  getActive(start?: number, end?: number): Promise<readonly QueueJob[]>;
  /** The next to become ready first. */
  getDelayed(start?: number, end?: number): Promise<readonly QueueJob[]>;
  /** The newest first. */
  getCompleted(start?: number, end?: number): Promise<readonly QueueJob[]>;
  /** The newest first. */
  getFailed(start?: number, end?: number): Promise<readonly QueueJob[]>;
  /** Null when there is no limit. */
  getGlobalConcurrency(): Promise<number | null>;
  setGlobalConcurrency(concurrency: number): Promise<void>;
  /** Starts no more jobs, on any worker; those that run go on. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  isPaused(): Promise<boolean>;
  /**
   * Removes jobs in a state that are older than `grace` milliseconds, at most `limit` (0: all), and says which. Jobs that
   * run and those of schedules stay.
   */
  clean(grace: number, limit: number, state?: JobState): Promise<readonly string[]>;
  /** Removes all waiting jobs, but for those of schedules. */
  drain(): Promise<void>;
  /** Lets go of the queue; its jobs stay. `use()` opens it again. */
  close(): Promise<void>;
}

export interface QueueConfiguration {
  readonly queue: QueueHandle;
  /** Jobs per second, across all worker processes. Infinity: no limit. */
  readonly ratelimit: number;
  /** Longest a job may run. */
  readonly timeoutInSeconds: number;
  readonly concurrency: QueueConcurrency;
  /** How often a failed job is tried again, unless it says so itself. Default 3. */
  retries?: number;
  /** How long to wait between attempts, unless the job says so itself. Default: exponential from 2 seconds. */
  backoff?: Backoff;
}

/** What `use()` gives: it can be awaited, or handed on as it is. */
export type QueueInUse = Promise<QueueConfiguration> & { readonly queueName: string };

export interface QueueRegistration {
  readonly name: string;
  readonly concurrency: QueueConcurrency;
  readonly ratelimit: number;
  readonly timeoutInSeconds: number;
  /** Creates the queue, once. */
  use(): QueueInUse;
}

/** The ways to say which queue is meant. */
export type QueueReference = QueueRegistration | QueueConfiguration | QueueInUse;

export function queueNameOf(reference: QueueReference): string | undefined {
  if (typeof reference !== "object") return undefined;
  if ("queueName" in reference) return reference.queueName;
  return "queue" in reference ? reference.queue?.name : reference.name;
}
