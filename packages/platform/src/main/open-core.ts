import type { Logger } from "pino";
import { pino } from "pino";
import { LiveAnswers } from "../agents/live-answers.ts";
import { deploymentTools } from "../agents/tools/deployment-tools.ts";
import type { Deployment } from "../definitions/app.ts";
import { checkDefinitions, type Definitions } from "../definitions/check-definitions.ts";
import { deploymentEvals } from "../evals/built-in-evals.ts";
import { createSecretBox } from "../foundation/secret-box.ts";
import type { Readiness } from "../http/health-routes.ts";
import { retrievalProvider } from "../models/language/retrieval-provider.ts";
import { backendValues } from "../operations/agents/backend-values.ts";
import type { Call } from "../operations/call.ts";
import { runToolDirectly } from "../operations/tools/run-tool.ts";
import type { JobHandlers } from "../queues/job-handler.ts";
import type { FinishedJob } from "../queues/job-worker.ts";
import { updateBackend } from "../storage/agents/backends.ts";
import { requireNoImport } from "../storage/archive/import-state.ts";
import type { FileStore } from "../storage/files/file-store.ts";
import { sql } from "../storage/sql.ts";
import { EventTally } from "../storage/statistics/event-tally.ts";
import { type Migrated, migrate } from "../storage/tables/migrate.ts";
import { tableModels } from "../storage/tables/table-model.ts";
import { coreHandle, programCall } from "./app-services.ts";
import { jobHandlers } from "./job-handlers.ts";
import { deploymentQueues, openQueues, type QueueOptions, type QueueParts } from "./open-queues.ts";
import { PlatformDatabase } from "./platform-database.ts";
import { seedOnce } from "./seed-once.ts";

export interface CoreOptions extends Omit<QueueOptions, "logger" | "onFinished"> {
  /** The file that declares the deployment, to be named in commands that people can copy. */
  readonly config?: string | undefined;
  /** The current secret first, then earlier ones. */
  readonly secrets: readonly [string, ...string[]];
  /** Where the bytes of files are kept. */
  readonly files: FileStore;
  readonly logger?: Logger;
}

/** What every process of a deployment has, whether it answers requests or works on queues. */
export interface Core {
  readonly definitions: Definitions;
  readonly migrated: Migrated;
  /** Whether the first data was put in by this start. */
  readonly isSeeded: boolean;
  /** What the platform itself works in: with every right. */
  readonly program: Call;
  /** What an operation works in, but for who asks. */
  readonly shared: Omit<Call, "principal">;
  readonly queues: QueueParts;
  /** What to do with the jobs of the queues. */
  readonly handlers: JobHandlers;
  readonly logger: Logger;
  /** Whether the database and the queues answer. */
  readiness(): Promise<Readiness>;
}

const slowestReadiness = 2000;

/** Throws, listing every fault, when the definitions are not sound. */
export async function openCore(app: Deployment, options: CoreOptions): Promise<Core> {
  const { database, logger = pino({ level: "silent" }) } = options;
  const registry = deploymentQueues(options.queues);
  const definitions = checkDefinitions(app, registry.list.keys());
  // Who has no file fields needs no place to keep files.
  const hasFiles = definitions.resources.some(({ fields }) => fields.some(({ type }) => type === "file"));
  if (hasFiles) await options.files.check();
  await requireNoImport(database);
  const migrated = await migrate(database, tableModels(definitions), { config: options.config });
  const report = (error: unknown, what: string) => logger.error({ err: error }, what);
  const tally = new EventTally(database, (error) => report(error, "events could not be counted"));
  const queues = await openQueues(app, { ...options, logger, queues: registry, onFinished: countJobs(tally) });

  const program = programCall({
    database,
    files: options.files,
    resources: definitions.resources,
    queues: registry,
    secrets: createSecretBox(options.secrets),
    report,
    tally,
    tools: deploymentTools(app),
    providers: [...definitions.providers, retrievalProvider()],
    evals: deploymentEvals(definitions.evals),
    tokensPerDay: app.tokensPerDay,
    liveAnswers: new LiveAnswers(),
    // The deployer's own program has no limit; callers are counted where they come in.
    takeAgentRun: async () => true,
  });
  for (const { id } of program.providers) await updateBackend(database, id, backendValues(program, id));
  const { principal: _, ...shared } = program;
  app.attach({
    ...program.services,
    core: (type) => coreHandle(program, type),
    runTool: (tool, run) => runToolDirectly(program, tool, run),
  });
  PlatformDatabase.attach(program);
  const isSeeded = await seedOnce(database, app).catch(async (error: unknown) => {
    await queues.close();
    throw error;
  });
  const handlers = jobHandlers(app, program);
  return {
    definitions,
    migrated,
    isSeeded,
    program,
    shared,
    queues,
    handlers,
    logger,
    readiness: async () => {
      const isDatabaseReady = inTime(database.query(sql`select 1`).then(() => true));
      // Where jobs are kept in the database, they are as ready as that.
      const areQueuesReady = options.redisUrl ? inTime(queues.isReady()) : isDatabaseReady;
      return { database: await isDatabaseReady, queues: await areQueuesReady };
    },
  };
}

/** Jobs are counted when they have ended, not at each attempt. */
function countJobs(tally: EventTally): (job: FinishedJob) => void {
  return ({ queue, name, state }) => {
    if (state === "retried") return;
    tally.count({ name, label: name, type: "job", trigger: queue, user: null, role: null });
  };
}

async function inTime(answer: Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), slowestReadiness);
  const isReady = await Promise.race([answer.catch(() => false), late]);
  clearTimeout(timer);
  return isReady;
}
