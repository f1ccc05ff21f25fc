import type { FastifyInstance } from "fastify";
import type { GraphQLSchema } from "graphql";
import { pino } from "pino";
import { servicePrincipal } from "../access/principal.ts";
import type { Deployment } from "../definitions/app.ts";
import { checkDefinitions } from "../definitions/check-definitions.ts";
import { createSecretBox } from "../foundation/secret-box.ts";
import { buildSchema } from "../graphql/build-schema.ts";
import { createExecutor } from "../graphql/execute-request.ts";
import { defaultLimits, type RequestLimits } from "../graphql/limits.ts";
import { createHttpApp } from "../http/app.ts";
import { readWebFiles } from "../http/web-files.ts";
import type { Call } from "../operations/call.ts";
import type { Database } from "../storage/database.ts";
import { sql } from "../storage/sql.ts";
import { type Migrated, migrate } from "../storage/tables/migrate.ts";
import { tableModels } from "../storage/tables/table-model.ts";
import { contextHandles } from "./context-handles.ts";
import { type IdentityOptions, openIdentity } from "./open-identity.ts";
import { PlatformDatabase } from "./platform-database.ts";
import { seedOnce } from "./seed-once.ts";

export interface PlatformOptions extends IdentityOptions {
  readonly corsOrigins?: readonly string[];
  /** Addresses or ranges of proxies. Default: none, and `X-Forwarded-For` means nothing. */
  readonly trustedProxies?: readonly string[];
  /** Largest body, in bytes. Default 1 MiB. */
  readonly bodyLimit?: number;
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
  /** Whether a web frontend is served. */
  readonly hasWeb: boolean;
  /** Finishes the requests that are running, then closes the database. */
  close(): Promise<void>;
}

const slowestReadiness = 2000;

/** The only place where the parts are put together. Throws, listing every fault, when the definitions are not sound. */
export async function createPlatform(app: Deployment, options: PlatformOptions): Promise<Platform> {
  const { database, logger = pino({ level: "silent" }) } = options;
  const definitions = checkDefinitions(app);
  const schema = buildSchema(definitions);
  const migrated = await migrate(database, tableModels(definitions));

  const { resources } = definitions;
  const shared: Omit<Call, "principal"> = { database, resources, secrets: createSecretBox(options.secrets) };
  const program: Call = { ...shared, principal: servicePrincipal("program") };
  app.attach(contextHandles(program, resources));
  PlatformDatabase.attach(program);
  const isSeeded = await seedOnce(database, app);
  const identity = await openIdentity(options);

  const webFiles = options.webFolder === undefined ? undefined : await readWebFiles(options.webFolder);
  const http = await createHttpApp({
    ...identity.routes,
    executor: createExecutor(schema, { ...defaultLimits, ...options.limits }),
    callFor: (principal) => ({ ...shared, principal }),
    report: (error, requestId) => logger.error({ err: error, requestId }, "unexpected error"),
    isReady: () => answersInTime(database),
    corsOrigins: options.corsOrigins ?? [],
    trustedProxies: options.trustedProxies ?? [],
    webFiles,
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
  });
  http.addHook("onClose", identity.close);
  return {
    http,
    schema,
    migrated,
    warnings: definitions.warnings,
    isSeeded,
    setUpSecret: identity.setUpSecret,
    hasWeb: webFiles !== undefined,
    close: async () => {
      await http.close();
      await database.close();
    },
  };
}

async function answersInTime(database: Database): Promise<boolean> {
  const answer = database.query(sql`select 1`).then(
    () => true,
    () => false,
  );
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), slowestReadiness);
  const isReady = await Promise.race([answer, late]);
  clearTimeout(timer);
  return isReady;
}
