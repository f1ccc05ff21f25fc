import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { jobStates } from "../definitions/queue.ts";
import type { Database } from "../storage/database.ts";
import type { FinishedJob } from "./job-worker.ts";
import { countJobs, oldestWaiting, rateLimitLeft } from "./list-jobs.ts";
import type { QueueRegistry } from "./queue-registry.ts";
import { countWorkers } from "./worker-presence.ts";

/** Figures for Prometheus. */
export interface QueueMetrics {
  readonly contentType: string;
  /** Counts an attempt of this process. */
  finished(job: FinishedJob): void;
  text(): Promise<string>;
}

const labelNames = ["queue"] as const;

export function createQueueMetrics(queues: QueueRegistry, database: Database): QueueMetrics {
  const register = new Registry();
  const registers = [register];
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames, registers });
  const jobs = new Gauge({
    name: "platform_queue_jobs",
    help: "Jobs in each state.",
    labelNames: ["queue", "state"] as const,
    registers,
  });
  const oldest = gauge("platform_queue_oldest_waiting_seconds", "How long the oldest waiting job has been waiting.");
  const paused = gauge("platform_queue_paused", "1 when the queue is paused.");
  const limited = gauge(
    "platform_queue_rate_limited_seconds",
    "How long the rate limit still holds the next job back.",
  );
  const workers = gauge("platform_queue_workers", "Processes that work on the queue.");
  const outcome = ["queue", "job", "state"] as const;
  const finished = new Counter({
    name: "platform_jobs_finished_total",
    help: "Attempts of this process by how they ended.",
    labelNames: outcome,
    registers,
  });
  const durations = new Histogram({
    name: "platform_job_duration_seconds",
    help: "How long attempts of this process took.",
    labelNames: outcome,
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 180],
    registers,
  });

  const collect = async () => {
    const present = await countWorkers(database);
    for (const { queue, ratelimit } of queues.queues) {
      const { bull } = queues.opened(queue.name);
      const counts = await countJobs(bull);
      for (const state of jobStates) jobs.set({ queue: queue.name, state }, counts[state]);
      const job = await oldestWaiting(bull);
      oldest.set({ queue: queue.name }, job ? Math.max(0, (Date.now() - job.timestamp) / 1000) : 0);
      paused.set({ queue: queue.name }, (await bull.isPaused()) ? 1 : 0);
      limited.set({ queue: queue.name }, (await rateLimitLeft(bull, ratelimit)) / 1000);
      workers.set({ queue: queue.name }, present.get(queue.name) ?? 0);
    }
  };
  return {
    contentType: register.contentType,
    finished: ({ queue, name: job, state, durationInSeconds }) => {
      finished.inc({ queue, job, state });
      durations.observe({ queue, job, state }, durationInSeconds);
    },
    text: async () => {
      await collect();
      return register.metrics();
    },
  };
}
