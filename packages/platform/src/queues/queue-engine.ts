import type { IQueueBackend, JobsOptions, Processor, Queue, Worker, WorkerOptions } from "bullmq";
import type { Json } from "../definitions/json.ts";
import type { JobState } from "../definitions/queue.ts";

export type BullQueue = Queue<Json, Json, string, Json, Json, string, IQueueBackend>;
export type BullWorker = Worker<Json, Json, string, IQueueBackend>;
type BullProcessor = Processor<Json, Json, string>;

/** A job that only needs to be stored. */
export interface ReadyJob {
  readonly name: string;
  readonly data: Json;
  readonly options: JobsOptions & { readonly jobId: string };
}

/** What became of a job. */
export interface JobChange {
  readonly queue: string;
  readonly id: string;
  readonly state: JobState | "removed";
}

/** Where jobs are kept. Both implementations pass the same conformance suite. */
export interface QueueEngine {
  readonly kind: "database" | "redis";
  openQueue(name: string): Promise<BullQueue>;
  /** Starts when `run` is called on it. */
  openWorker(name: string, processor: BullProcessor, options: Omit<WorkerOptions, "connection">): Promise<BullWorker>;
  /** Tells what happens to the jobs of a queue, in whatever process, until it is stopped. */
  watch(name: string, hear: (change: JobChange) => void): () => Promise<void>;
  /** All or none, and inside a transaction only if that commits. A job whose id is there already is not added again. */
  add(queue: BullQueue, jobs: readonly ReadyJob[]): Promise<void>;
  /** Whether what is added here and now belongs to a transaction. */
  isInTransaction(): boolean;
  /** Whether jobs can be stored and taken now. */
  isReady(): Promise<boolean>;
  /** To be called when the queues and workers are closed. */
  close(): Promise<void>;
}

/** Stores jobs at once, whatever transaction there may be. */
export async function addNow(queue: BullQueue, jobs: readonly ReadyJob[]): Promise<void> {
  const [job, ...others] = jobs;
  if (job && others.length === 0) await queue.add(job.name, job.data, job.options);
  else if (job) await queue.addBulk(jobs.map(({ name, data, options }) => ({ name, data, opts: options })));
}
