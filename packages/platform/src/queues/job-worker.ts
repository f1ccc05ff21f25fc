import { type Job, UnrecoverableError, WaitingError } from "bullmq";
import type { Logger } from "pino";
import type { Json } from "../definitions/json.ts";
import { jsonProblem } from "../definitions/json-problem.ts";
import type { QueueConfiguration } from "../definitions/queue.ts";
import { traced } from "../foundation/tracing.ts";
import { FinalFailure, type JobHandlers, JobTimeoutError } from "./job-handler.ts";
import { createJobRun } from "./job-run.ts";
import { keptText } from "./kept-text.ts";
import type { BullWorker, QueueEngine } from "./queue-engine.ts";
import { rateWindow } from "./rate-window.ts";
import { runAsJob } from "./running-job.ts";

export interface FinishedJob {
  readonly queue: string;
  readonly name: string;
  readonly state: "completed" | "failed" | "retried";
  readonly durationInSeconds: number;
}

export interface WorkerSettings {
  readonly handlers: JobHandlers;
  readonly logger: Logger;
  /** Called after every attempt. */
  onFinished?(job: FinishedJob): void;
}

/** A crashed worker's jobs go on elsewhere after the lease and one more check: within 8 seconds. */
const leaseInMilliseconds = 6000;
const checkInMilliseconds = 2000;
/** While the server with the jobs is away they can't be handed back. They go on elsewhere after the lease all the same. */
const handBackInMilliseconds = 5000;
/** A job that takes its worker down with it is given up after this many times. */
const mostCrashes = 10;

/** Takes jobs from one queue and runs them, in this process. */
export class JobWorker {
  readonly #configuration: QueueConfiguration;
  readonly #settings: WorkerSettings;
  /** What stops each job that is running here. */
  readonly #running = new Map<string, AbortController>();
  #worker: BullWorker | undefined;
  #isOutOfTime = false;

  constructor(configuration: QueueConfiguration, settings: WorkerSettings) {
    this.#configuration = configuration;
    this.#settings = settings;
  }

  async start(engine: QueueEngine): Promise<void> {
    const { concurrency, ratelimit, queue } = this.#configuration;
    const { logger } = this.#settings;
    const limiter = rateWindow(ratelimit);
    const worker = await engine.openWorker(queue.name, (job, token) => this.#process(job, token), {
      concurrency: concurrency.worker,
      ...(limiter && { limiter }),
      lockDuration: leaseInMilliseconds,
      stalledInterval: checkInMilliseconds,
      maxStalledCount: mostCrashes,
      runRetryDelay: 1000,
      settings: {
        backoffStrategy: (attemptsMade, type, _error, job) => linearDelay(attemptsMade, type, job?.opts.backoff),
      },
    });
    this.#worker = worker;
    worker.on("error", (error) => {
      // The library says it once more for each job, also for those that were just handed back.
      if (error.message.startsWith("could not renew lock")) return;
      logger.warn({ err: error, queue: queue.name }, "a worker had trouble; it goes on");
    });
    worker.on("lockRenewalFailed", (ids) => {
      const lost = ids.filter((id) => this.#running.get(id)?.signal.aborted === false);
      if (lost.length > 0) logger.warn({ queue: queue.name, jobs: lost }, "other workers have taken jobs over");
      for (const id of lost) this.#running.get(id)?.abort(new Error("another worker has taken the job over"));
    });
    worker.on("completed", (job) => this.#finished(job, "completed"));
    worker.on("failed", (job) => job && this.#finished(job, job.finishedOn ? "failed" : "retried"));
    worker.run().catch((error: unknown) => logger.error({ err: error, queue: queue.name }, "a worker has stopped"));
  }

  /** Takes no more jobs; those that are not done in time go back to the queue, with the attempt not counted. */
  async close(graceInMilliseconds: number): Promise<void> {
    const timer = setTimeout(() => {
      this.#isOutOfTime = true;
      for (const stop of this.#running.values()) stop.abort(new WorkerStopsError());
    }, graceInMilliseconds);
    const { promise: tooLate, resolve: giveUp } = Promise.withResolvers<void>();
    const lastTimer = setTimeout(giveUp, graceInMilliseconds + handBackInMilliseconds);
    await Promise.race([this.#worker?.close(), tooLate]);
    clearTimeout(timer);
    clearTimeout(lastTimer);
  }

  async #process(job: Job<Json, Json, string>, token: string | undefined): Promise<Json> {
    const handler = this.#settings.handlers.get(job.name);
    if (!handler) throw new Error(`Nothing here handles jobs called "${job.name}".`);
    const id = job.id ?? "";
    const queue = this.#configuration.queue.name;
    const seconds = handler.timeoutInSeconds ?? this.#configuration.timeoutInSeconds;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(new JobTimeoutError(seconds)), seconds * 1000);
    this.#running.set(id, stop);
    const { run, flush } = createJobRun(job, { queue, signal: stop.signal });

    try {
      // The library may take one more job while it closes.
      if (this.#isOutOfTime) stop.abort(new WorkerStopsError());
      stop.signal.throwIfAborted();
      const attributes = { "messaging.destination.name": queue, "platform.job": job.name, "platform.job_id": id };
      const parent = job.opts.telemetry?.metadata;
      const work = runAsJob({ queue, name: job.name, id, data: job.data }, () =>
        traced(`job ${job.name}`, { kind: "consumer", attributes, parent }, async () => handler.run(run)),
      );
      const result = await Promise.race([work, aborted(stop.signal)]);
      await flush();
      return keptResult(result);
    } catch (error) {
      if (stop.signal.reason instanceof WorkerStopsError) {
        await job.moveToWait(token);
        throw new WaitingError();
      }
      throw failure(error);
    } finally {
      clearTimeout(timer);
      this.#running.delete(id);
    }
  }

  #finished(job: Job<Json, Json, string>, state: FinishedJob["state"]): void {
    const durationInSeconds = (Date.now() - (job.processedOn ?? Date.now())) / 1000;
    this.#settings.onFinished?.({ queue: this.#configuration.queue.name, name: job.name, state, durationInSeconds });
  }
}

/** Why a job is handed back: nobody needs to know but the worker. */
class WorkerStopsError extends Error {
  override readonly name = "WorkerStopsError";

  constructor() {
    super("the worker stops");
  }
}

/** Rejects when the signal is aborted, so that a handler that does not heed it can't keep its place. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/**
 * What a handler has thrown, as it can be kept. The library would take an error by its name for something else than a
 * failure, and a job whose reason can't be kept would never end.
 */
function failure(thrown: unknown): Error {
  const { message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
  const kept = keptText(String(message));
  const error = thrown instanceof FinalFailure ? new UnrecoverableError(kept) : new Error(kept, { cause: thrown });
  error.stack = keptText(String(stack));
  return error;
}

function linearDelay(attemptsMade: number, type: string | undefined, backoff: unknown): number {
  const delay = typeof backoff === "object" && backoff !== null && "delay" in backoff ? Number(backoff.delay) : 0;
  return type === "linear" ? delay * attemptsMade : delay;
}

/** What a handler has returned, as it can be kept. */
function keptResult(result: unknown): Json {
  if (result === undefined || result === null) return null;
  const kept = JSON.parse(JSON.stringify(result) ?? "null") as Json;
  const problem = jsonProblem(kept);
  if (problem) throw new Error(`What the job returned can't be kept: it ${problem}.`);
  return kept;
}
