import type { FastifyInstance } from "fastify";
import type { GraphQLSchema } from "graphql";
import { type Logger, pino } from "pino";
import { programPrincipal } from "../access/principal.ts";
import { type Credentials, createAuthenticate } from "../auth/authenticate.ts";
import type { Deployment } from "../definitions/app.ts";
import { checkDefinitions } from "../definitions/check-definitions.ts";
import { createSecretBox } from "../foundation/secret-box.ts";
import { buildSchema } from "../graphql/build-schema.ts";
import { createExecutor } from "../graphql/execute-request.ts";
import { defaultLimits, type RequestLimits } from "../graphql/limits.ts";
import { createHttpApp } from "../http/app.ts";
import type { Call } from "../operations/call.ts";
import type { Database } from "../storage/database.ts";
import { sql } from "../storage/sql.ts";
import { type Migrated, migrate } from "../storage/tables/migrate.ts";
import { tableModels } from "../storage/tables/table-model.ts";
import { contextHandles } from "./context-handles.ts";
import { seedOnce } from "./seed-once.ts";

export interface PlatformOptions {
  readonly database: Database;
  readonly credentials: Credentials;
  /** The current secret first, then earlier ones. */
  readonly secrets: readonly [string, ...string[]];
  readonly corsOrigins?: readonly string[];
  readonly limits?: Partial<RequestLimits>;
  readonly logger?: Logger;
}

/** A deployment that is ready to answer. */
export interface Platform {
  readonly http: FastifyInstance;
  readonly schema: GraphQLSchema;
  readonly migrated: Migrated;
  readonly warnings: readonly string[];
  /** Whether the first data was put in by this start. */
  readonly isSeeded: boolean;
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

  const shared: Omit<Call, "principal"> = { database, secrets: createSecretBox(options.secrets) };
  app.attach(contextHandles({ ...shared, principal: programPrincipal }, definitions.resources));
  const isSeeded = await seedOnce(database, app);

  const http = await createHttpApp({
    authenticate: createAuthenticate(options.credentials),
    executor: createExecutor(schema, { ...defaultLimits, ...options.limits }),
    callFor: (principal) => ({ ...shared, principal }),
    report: (error, requestId) => logger.error({ err: error, requestId }, "unexpected error"),
    isReady: () => answersInTime(database),
    corsOrigins: options.corsOrigins ?? [],
  });
  return {
    http,
    schema,
    migrated,
    warnings: definitions.warnings,
    isSeeded,
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
