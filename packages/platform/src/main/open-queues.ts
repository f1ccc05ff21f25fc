import type { Logger } from "pino";
import type { Deployment } from "../definitions/app.ts";
import { evalRunsQueue } from "../definitions/queue-names.ts";
import { StartRefusedError } from "../foundation/errors.ts";
import { newId } from "../foundation/ids.ts";
import { deployerSchedules } from "../jobs/deployer-jobs.ts";
import { sourceSchedules } from "../jobs/source-schedules.ts";
import { openDatabaseEngine } from "../queues/database-engine.ts";
import type { JobHandlers } from "../queues/job-handler.ts";
import { type FinishedJob, JobWorker } from "../queues/job-worker.ts";
import { type JobRetention, startPruning } from "../queues/prune-jobs.ts";
import type { QueueEngine } from "../queues/queue-engine.ts";
import { createQueueMetrics, type QueueMetrics } from "../queues/queue-metrics.ts";
import { PlatformQueues, type QueueRegistry } from "../queues/queue-registry.ts";
import { migrateQueues } from "../queues/queue-schema.ts";
import { openRedisEngine } from "../queues/redis-engine.ts";
import { keepSchedules } from "../queues/schedules.ts";
import { announceWorker } from "../queues/worker-presence.ts";
import type { Database } from "../storage/database.ts";

export interface QueueOptions {
  readonly database: Database;
  readonly logger: Logger;
  /** Default: the queues of this process. */
  readonly queues?: QueueRegistry | undefined;
  /** Where jobs are kept; absent: in the database. */
  readonly redisUrl?: string | undefined;
  readonly retention?: JobRetention | undefined;
  /** How long running jobs may take to end when the platform stops. Default 8. */
  readonly graceInSeconds?: number | undefined;
  /** Called after every attempt of this process. */
  onFinished?(job: FinishedJob): void;
}

/** The queues of a running platform. */
export interface QueueParts {
  readonly registry: QueueRegistry;
  readonly metrics: QueueMetrics;
  isReady(): Promise<boolean>;
  /** Starts to work on queues; absent: on all of them. */
  work(handlers: JobHandlers, names?: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** The queues that a deployment has, the platform's own included. */
export function deploymentQueues(queues: QueueRegistry = PlatformQueues): QueueRegistry {
  if (!queues.list.has(evalRunsQueue)) queues.register(evalRunsQueue, { worker: 2, queue: 4 }, 10, 600);
  return queues;
}

export async function openQueues(
  app: Pick<Deployment, "contexts" | "jobs">,
  options: QueueOptions,
): Promise<QueueParts> {
  const { database, logger, redisUrl, graceInSeconds = 8 } = options;
  const registry = deploymentQueues(options.queues);
  const engine = await openEngine({ database, logger, redisUrl });
  const closeAll = async () => {
    await registry.detach();
    await engine.close();
  };
  try {
    await registry.attach(engine);
    for (const configuration of registry.queues) {
      const { bull } = registry.opened(configuration.queue.name);
      await keepSchedules(bull, [
        ...deployerSchedules(app.jobs, configuration),
        ...sourceSchedules(app.contexts, configuration),
      ]);
    }
  } catch (error) {
    await closeAll();
    throw error;
  }
  const metrics = createQueueMetrics(registry, database);
  const stops: (() => Promise<void>)[] = [];

  return {
    registry,
    metrics,
    isReady: () => engine.isReady(),
    work: async (handlers, names = [...registry.list.keys()]) => {
      for (const configuration of chosen(registry, names)) {
        const worker = new JobWorker(configuration, {
          handlers,
          logger,
          onFinished: (job) => {
            metrics.finished(job);
            options.onFinished?.(job);
          },
        });
        await worker.start(engine);
        stops.push(() => worker.close(graceInSeconds * 1000));
      }
      const presence = await announceWorker(database, newId(), names);
      stops.push(() => presence.stop());
      const stopPruning = startPruning(registry, { database, retention: options.retention ?? {}, logger });
      stops.push(async () => stopPruning());
    },
    close: async () => {
      await Promise.all(stops.map((stop) => stop()));
      await closeAll();
    },
  };
}

/** Where jobs are kept: in Redis, if the settings name one, else in the database. */
export async function openEngine({
  database,
  logger,
  redisUrl,
}: Pick<QueueOptions, "database" | "logger" | "redisUrl">): Promise<QueueEngine> {
  if (redisUrl) return openRedisEngine({ url: redisUrl, database, logger });
  await migrateQueues(database);
  return openDatabaseEngine(database);
}

function chosen(registry: QueueRegistry, names: readonly string[]) {
  requireQueues(registry, names);
  return registry.queues.filter(({ queue }) => names.includes(queue.name));
}

/** Throws, naming every one that there is not. */
export function requireQueues(registry: QueueRegistry, names: readonly string[]): void {
  const unknown = names.filter((name) => !registry.list.has(name));
  if (unknown.length === 0) return;
  throw new StartRefusedError("The worker can't start:", [
    ...unknown.map((name) => `there is no queue "${name}"; there are: ${[...registry.list.keys()].join(", ")}`),
  ]);
}
