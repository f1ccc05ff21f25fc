import { type Logger, pino } from "pino";
import { developmentPrefix } from "../auth/authenticate.ts";
import { checkDefinitions } from "../definitions/check-definitions.ts";
import { StartRefusedError } from "../foundation/errors.ts";
import { PlatformQueues } from "../queues/queue-registry.ts";
import type { Database } from "../storage/database.ts";
import { createPlatform, type Platform } from "./create-platform.ts";
import { findWebFolder } from "./find-web-folder.ts";
import { keptSecret } from "./kept-secret.ts";
import { loadApp } from "./load-app.ts";
import { openWatchedDatabase } from "./open-database.ts";
import { openFileStore } from "./open-file-store.ts";
import type { Settings } from "./read-env.ts";
import { startTracing } from "./tracing/start-tracing.ts";

export interface Started {
  readonly platform: Platform;
  readonly database: Database;
  /** Where the API answers. */
  readonly url: string;
  /** Only on the embedded database. */
  readonly developmentKey: string | undefined;
}

/** Opens the database, brings the tables up to date and listens. Without workers, jobs wait for another process. */
export async function start(config: string, settings: Settings, workers: "all" | undefined): Promise<Started> {
  const logger = pino({ level: settings.logLevel }, pino.destination(2));
  const app = await loadApp(config);
  // Here already, so that a fault does not wait for a database, nor leave the folder of a new one behind.
  checkDefinitions(app, PlatformQueues.list.keys());
  const stopTracing = await startTracing(settings);
  const database = await openWatchedDatabase(settings, logger);
  try {
    const developmentKey = await developmentKeyFor(settings);
    const platform = await createPlatform(app, {
      ...(await coreOptions(settings, { database, logger })),
      workers,
      config,
      internalSecret: settings.internalSecret,
      developmentKey,
      rateLimitPerMinute: settings.rateLimitPerMinute,
      admin: settings.admin,
      auditRetentionInDays: settings.auditRetentionInDays,
      openId: settings.openId,
      corsOrigins: settings.corsOrigins,
      largestFile: settings.largestFileInMegabytes * 1024 * 1024,
      trustedProxies: settings.trustedProxies,
      webFolder: settings.webFolder === "off" ? undefined : (settings.webFolder ?? findWebFolder()),
    });
    for (const warning of platform.warnings) logger.warn(warning);
    for (const change of platform.migrated.applied) logger.debug({ change }, "migrated");
    const close = async () => {
      await platform.close();
      // Last: what ends while the platform stops is part of a trace too.
      await stopTracing();
    };
    const url = await listenOrClose({ http: platform.http, close }, settings);
    return { platform: { ...platform, close }, database, url, developmentKey };
  } catch (error) {
    await database.close();
    throw error;
  }
}

export async function listenOrClose(
  { http, close }: Pick<Platform, "http" | "close">,
  { host, port }: Pick<Settings, "host" | "port">,
): Promise<string> {
  try {
    return await http.listen({ host, port });
  } catch (error) {
    await close();
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "EADDRINUSE" && code !== "EACCES" && code !== "EADDRNOTAVAIL") throw error;
    throw new StartRefusedError(`The platform can't listen on ${host}:${port}:`, [
      code === "EADDRINUSE" ? "something else does; choose another PORT" : `${code}; choose another HOST or PORT`,
    ]);
  }
}

/** What every process of a deployment is started with. */
export async function coreOptions(
  settings: Settings,
  { database, logger }: { readonly database: Database; readonly logger: Logger },
) {
  return {
    database,
    logger,
    files: openFileStore(settings),
    secrets: await secretsFor(settings),
    redisUrl: settings.redisUrl,
    retention: { completed: settings.keepCompletedJobs, failed: settings.keepFailedJobs || undefined },
    graceInSeconds: settings.graceInSeconds,
    metricsToken: settings.metricsToken,
  };
}

export async function secretsFor(settings: Settings): Promise<readonly [string, ...string[]]> {
  const [current, ...previous] = settings.sessionSecrets;
  return [current ?? (await keptSecret(settings.dataFolder, "session-secret")), ...previous];
}

/** A key for the first tries on a laptop. A deployment with a database server has users and keys of its own. */
async function developmentKeyFor(settings: Settings): Promise<string | undefined> {
  if (settings.databaseUrl) return undefined;
  return `${developmentPrefix}${await keptSecret(settings.dataFolder, "development-key")}`;
}
