import type { FastifyInstance } from "fastify";
import type { GraphQLSchema } from "graphql";
import type { Deployment } from "../definitions/app.ts";
import { buildSchema } from "../graphql/build-schema.ts";
import { createExecutor } from "../graphql/execute-request.ts";
import { defaultLimits, type RequestLimits } from "../graphql/limits.ts";
import { createHttpApp } from "../http/app.ts";
import { readWebFiles } from "../http/web-files.ts";
import { countRequest } from "../operations/activity/count-request.ts";
import { ChangeWatch } from "../operations/events/change-watch.ts";
import type { Migrated } from "../storage/tables/migrate.ts";
import { closeModels } from "./close-models.ts";
import { keepAnswers } from "./keep-answers.ts";
import { keepEvalRuns } from "./keep-eval-runs.ts";
import { keepIndexed } from "./keep-indexed.ts";
import { keepWorkflows } from "./keep-workflows.ts";
import { type CoreOptions, openCore } from "./open-core.ts";
import { type IdentityOptions, openIdentity } from "./open-identity.ts";
import { tidyFiles } from "./tidy-files.ts";

export interface PlatformOptions extends CoreOptions, IdentityOptions {
  /** The queues to work on in this process; absent: none. */
  readonly workers?: "all" | readonly string[] | undefined;
  readonly corsOrigins?: readonly string[];
  /** Addresses or ranges of proxies. Default: none, and `X-Forwarded-For` means nothing. */
  readonly trustedProxies?: readonly string[];
  /** What Prometheus must send to read `/metrics`; absent: nothing. */
  readonly metricsToken?: string | undefined;
  /** Largest body, in bytes. Default 1 MiB. */
  readonly bodyLimit?: number;
  /** Largest file, in bytes. Default 25 MiB. */
  readonly largestFile?: number;
  readonly limits?: Partial<RequestLimits>;
  /** The folder of a built web frontend. Default: none is served. */
  readonly webFolder?: string | undefined;
}

/** A deployment that is ready to answer. */
export interface Platform {
  readonly http: FastifyInstance;
  readonly schema: GraphQLSchema;
  readonly migrated: Migrated;
  readonly warnings: readonly string[];
  /** Whether the first data was put in by this start. */
  readonly isSeeded: boolean;
  /** With it the first super admin is set up, once; undefined when there is one. */
  readonly setUpSecret: string | undefined;
  /** Settles when everything that waited to become searchable at the start, such as the first data, has its chunks. */
  readonly caughtUp: Promise<void>;
  /** Whether a web frontend is served. */
  readonly hasWeb: boolean;
  /** Finishes the requests and jobs that are running, then closes the database. */
  close(): Promise<void>;
}

/** The only place where the parts are put together. Throws, listing every fault, when the definitions are not sound. */
export async function createPlatform(app: Deployment, options: PlatformOptions): Promise<Platform> {
  const core = await openCore(app, options);
  const { definitions, shared, queues, logger } = core;
  const schema = buildSchema(definitions);
  const identity = await openIdentity(options, shared.secrets);
  const answers = await keepAnswers(shared.database, shared.liveAnswers);
  const listening = Promise.withResolvers<void>();
  const indexed = await keepIndexed({ ...shared, listening: listening.promise });
  const tidy = tidyFiles(shared);
  const workflows = await keepWorkflows(core.program);
  const evalRuns = keepEvalRuns(shared);

  const changes = new ChangeWatch({ ...shared, queues: queues.registry });
  const webFiles = options.webFolder === undefined ? undefined : await readWebFiles(options.webFolder);
  const http = await createHttpApp({
    ...identity.routes,
    executor: createExecutor(schema, { ...defaultLimits, ...options.limits }),
    callFor: (principal) => {
      countRequest(shared.tally, principal);
      return { ...shared, principal, takeAgentRun: identity.takeAgentRun };
    },
    report: (error, requestId) => logger.error({ err: error, requestId }, "unexpected error"),
    largestFile: options.largestFile ?? 25 * 1024 * 1024,
    readiness: core.readiness,
    changes,
    metrics: queues.metrics,
    metricsToken: options.metricsToken,
    corsOrigins: options.corsOrigins ?? [],
    trustedProxies: options.trustedProxies ?? [],
    webFiles,
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
  });
  http.addHook("onListen", async () => listening.resolve());
  // Before the requests are waited for: a stream would go on until its answer is whole.
  http.addHook("preClose", async () => {
    await changes.close();
    await answers.close();
  });
  http.addHook("onClose", async () => {
    await workflows.close();
    await evalRuns.close();
    await queues.close();
    await shared.tally.write();
    const closed = indexed.close();
    listening.resolve();
    await closed;
    await tidy.close();
    await closeModels(definitions.resources);
    await identity.close();
  });
  if (options.workers) await queues.work(core.handlers, options.workers === "all" ? undefined : options.workers);
  return {
    http,
    schema,
    migrated: core.migrated,
    warnings: definitions.warnings,
    isSeeded: core.isSeeded,
    setUpSecret: identity.setUpSecret,
    caughtUp: indexed.caughtUp,
    hasWeb: webFiles !== undefined,
    close: async () => {
      await http.close();
      await options.database.close();
    },
  };
}
