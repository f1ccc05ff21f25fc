import { type Job, WaitingError } from "bullmq";
import type { Logger } from "pino";
import type { Json } from "../definitions/json.ts";
import type { QueueConfiguration } from "../definitions/queue.ts";
import type { JobHandlers } from "./job-handler.ts";
import { createJobRun } from "./job-run.ts";
import type { BullWorker, QueueEngine } from "./queue-engine.ts";
import { rateWindow } from "./rate-window.ts";
import { runAsJob } from "./running-job.ts";

/** How many finished jobs of a queue are kept. */
export interface JobRetention {
  /** Default 1,000. */
  readonly completed?: number | undefined;
  /** Default: all of them. */
  readonly failed?: number | undefined;
}

export interface FinishedJob {
  readonly queue: string;
  readonly name: string;
  readonly state: "completed" | "failed" | "retried";
  readonly durationInSeconds: number;
}

export interface WorkerSettings {
  readonly handlers: JobHandlers;
  readonly logger: Logger;
  readonly retention?: JobRetention | undefined;
  /** Called after every attempt. */
  onFinished?(job: FinishedJob): void;
}

/** A crashed worker's jobs go on elsewhere after the lease and one more check: within 8 seconds. */
const leaseInMilliseconds = 6000;
const checkInMilliseconds = 2000;
/** A job that takes its worker down with it is given up after this many times. */
const mostCrashes = 10;

/** Takes jobs from one queue and runs them, in this process. */
export class JobWorker {
  readonly #configuration: QueueConfiguration;
  readonly #settings: WorkerSettings;
  readonly #handBack = new AbortController();
  readonly #lost = new Map<string, AbortController>();
  #worker: BullWorker | undefined;

  constructor(configuration: QueueConfiguration, settings: WorkerSettings) {
    this.#configuration = configuration;
    this.#settings = settings;
  }

  async start(engine: QueueEngine): Promise<void> {
    const { concurrency, ratelimit, queue } = this.#configuration;
    const { retention, logger } = this.#settings;
    const worker = await engine.openWorker(queue.name, (job, token) => this.#process(job, token), {
      concurrency: concurrency.worker,
      limiter: rateWindow(ratelimit),
      lockDuration: leaseInMilliseconds,
      stalledInterval: checkInMilliseconds,
      maxStalledCount: mostCrashes,
      runRetryDelay: 1000,
      removeOnComplete: { count: retention?.completed ?? 1000 },
      ...(retention?.failed !== undefined && { removeOnFail: { count: retention.failed } }),
      settings: {
        backoffStrategy: (attemptsMade, type, _error, job) => linearDelay(attemptsMade, type, job?.opts.backoff),
      },
    });
    this.#worker = worker;
    worker.on("error", (error) => logger.warn({ err: error, queue: queue.name }, "a worker had trouble; it goes on"));
    worker.on("lockRenewalFailed", (ids) => {
      for (const id of ids) this.#lost.get(id)?.abort(new Error("another worker has taken the job over"));
    });
    worker.on("completed", (job) => this.#finished(job, "completed"));
    worker.on("failed", (job) => job && this.#finished(job, job.finishedOn ? "failed" : "retried"));
    worker.run().catch((error: unknown) => logger.error({ err: error, queue: queue.name }, "a worker has stopped"));
  }

  /** Takes no more jobs; those that are not done in time go back to the queue, with the attempt not counted. */
  async close(graceInMilliseconds: number): Promise<void> {
    const timer = setTimeout(() => this.#handBack.abort(new Error("the worker stops")), graceInMilliseconds);
    await this.#worker?.close();
    clearTimeout(timer);
  }

  async #process(job: Job<Json, Json, string>, token: string | undefined): Promise<Json> {
    const handler = this.#settings.handlers.get(job.name);
    if (!handler) throw new Error(`Nothing here handles jobs called "${job.name}".`);
    const id = job.id ?? "";
    const queue = this.#configuration.queue.name;
    const seconds = handler.timeoutInSeconds ?? this.#configuration.timeoutInSeconds;
    const lost = new AbortController();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`It took longer than ${seconds} seconds.`)), seconds * 1000);
    this.#lost.set(id, lost);
    const signal = AbortSignal.any([lost.signal, late.signal, this.#handBack.signal]);
    const { run, flush } = createJobRun(job, { queue, signal });

    try {
      const work = runAsJob({ queue, name: job.name, id, data: job.data }, async () => handler.run(run));
      const result = await Promise.race([work, aborted(signal)]);
      await flush();
      return jsonResult(result);
    } catch (error) {
      if (this.#handBack.signal.aborted && !late.signal.aborted && !lost.signal.aborted) {
        await job.moveToWait(token);
        throw new WaitingError();
      }
      throw error instanceof Error ? error : new Error(String(error));
    } finally {
      clearTimeout(timer);
      this.#lost.delete(id);
    }
  }

  #finished(job: Job<Json, Json, string>, state: FinishedJob["state"]): void {
    const durationInSeconds = (Date.now() - (job.processedOn ?? Date.now())) / 1000;
    this.#settings.onFinished?.({ queue: this.#configuration.queue.name, name: job.name, state, durationInSeconds });
  }
}

/** Rejects when the signal is aborted, so that a handler that does not heed it can't keep its place. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function linearDelay(attemptsMade: number, type: string | undefined, backoff: unknown): number {
  const delay = typeof backoff === "object" && backoff !== null && "delay" in backoff ? Number(backoff.delay) : 0;
  return type === "linear" ? delay * attemptsMade : delay;
}

/** What a handler returned, as it can be kept. */
function jsonResult(result: unknown): Json {
  return result === undefined ? null : (JSON.parse(JSON.stringify(result) ?? "null") as Json);
}
