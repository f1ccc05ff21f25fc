import type { FastifyInstance } from "fastify";
import type { Deployment } from "../definitions/app.ts";
import { createStatusApp } from "../http/status-app.ts";
import { closeModels } from "./close-models.ts";
import { keepEvalRuns } from "./keep-eval-runs.ts";
import { keepWorkflows } from "./keep-workflows.ts";
import { type CoreOptions, openCore } from "./open-core.ts";

export interface WorkerOptions extends CoreOptions {
  /** The queues to work on; absent: all. */
  readonly names?: readonly string[] | undefined;
  readonly metricsToken?: string | undefined;
}

/** A process that works on queues and answers no requests but `/health`, `/ready` and `/metrics`. */
export interface PlatformWorker {
  readonly http: FastifyInstance;
  readonly queues: readonly string[];
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

export async function createWorker(app: Deployment, options: WorkerOptions): Promise<PlatformWorker> {
  const core = await openCore(app, options);
  const http = await createStatusApp({
    readiness: core.readiness,
    metrics: core.queues.metrics,
    metricsToken: options.metricsToken,
  });
  await core.queues.work(core.handlers, options.names).catch(async (error: unknown) => {
    await core.queues.close();
    throw error;
  });
  const workflows = await keepWorkflows(core.program);
  const evalRuns = keepEvalRuns(core.shared);
  return {
    http,
    queues: options.names ?? [...core.queues.registry.list.keys()],
    warnings: core.definitions.warnings,
    close: async () => {
      await http.close();
      await workflows.close();
      await evalRuns.close();
      await core.queues.close();
      await core.shared.tally.write();
      await closeModels(core.definitions.resources);
      await options.database.close();
    },
  };
}
