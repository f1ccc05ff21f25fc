import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { pino } from "pino";
import { checkDefinitions } from "../definitions/check-definitions.ts";
import { StartRefusedError } from "../foundation/errors.ts";
import { createPlatform, type Platform } from "./create-platform.ts";
import { keptSecret } from "./kept-secret.ts";
import { loadApp } from "./load-app.ts";
import { openDatabase } from "./open-database.ts";
import type { Settings } from "./read-env.ts";

export interface Started {
  readonly platform: Platform;
  /** Where the API answers. */
  readonly url: string;
  readonly developmentKey: string;
}

/** Opens the database, brings the tables up to date and listens. */
export async function start(config: string, settings: Settings): Promise<Started> {
  const logger = pino({ level: settings.logLevel }, pino.destination(2));
  const app = await loadApp(config);
  // Here already, so that a fault does not wait for a database, nor leave the folder of a new one behind.
  checkDefinitions(app);
  const database = await openDatabase(settings);
  try {
    const developmentKey = await developmentKeyFor(settings);
    const platform = await createPlatform(app, {
      database,
      logger,
      secrets: await secretsFor(settings),
      credentials: { internalSecret: settings.internalSecret, developmentKey },
      corsOrigins: settings.corsOrigins,
    });
    for (const warning of platform.warnings) logger.warn(warning);
    for (const change of platform.migrated.applied) logger.debug({ change }, "migrated");
    const url = await listen(platform, settings);
    return { platform, url, developmentKey };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function listen({ http }: Platform, { host, port }: Settings): Promise<string> {
  try {
    return await http.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "EADDRINUSE" && code !== "EACCES" && code !== "EADDRNOTAVAIL") throw error;
    throw new StartRefusedError(`The platform can't listen on ${host}:${port}:`, [
      code === "EADDRINUSE" ? "something else does; choose another PORT" : `${code}; choose another HOST or PORT`,
    ]);
  }
}

/** What a person needs next. */
export function startMessage({ platform, url, developmentKey }: Started, settings: Settings): string {
  const tables = platform.migrated.applied.filter((change) => change.startsWith("create the table")).length;
  const stored = settings.databaseUrl
    ? `PostgreSQL at ${new URL(settings.databaseUrl).host}`
    : `${resolve(settings.dataFolder)} (embedded PostgreSQL)`;
  const lines = [
    "",
    "  Platform is running.",
    "",
    `  GraphQL   ${url}/graphql`,
    `  Health    ${url}/health, ${url}/ready`,
    `  Data      ${stored}`,
    `  Key       ${developmentKey}   (development key with every right: keep it to yourself)`,
  ];
  if (tables > 0)
    lines.push(`  Tables    ${tables} created${platform.isSeeded ? ", with the example's first data" : ""}`);
  const body = `{"query":"{ ${exampleQuery(platform)} }"}`;
  lines.push(
    "",
    "  Try it:",
    "",
    `  curl -s ${url}/graphql -H 'x-api-key: ${developmentKey}' -H 'content-type: application/json' \\`,
    `    -d '${body}'`,
    "",
  );
  return lines.join("\n");
}

/** A page of the deployment's last context, or of the agents when it has none. */
function exampleQuery({ schema }: Platform): string {
  const queries = Object.keys(schema.getQueryType()?.getFields() ?? {});
  const pagination = queries.filter((name) => name.endsWith("Pagination")).at(-1) ?? "agentsPagination";
  return `${pagination}(limit: 3) { pageInfo { itemCount } items { id createdAt } }`;
}

async function secretsFor(settings: Settings): Promise<readonly [string, ...string[]]> {
  const [current, ...previous] = settings.sessionSecrets;
  return [current ?? (await keptSecret(settings.dataFolder, "session-secret")), ...previous];
}

/** On a laptop the key stays the same from start to start; elsewhere it lives as long as the process. */
async function developmentKeyFor(settings: Settings): Promise<string> {
  const secret = settings.databaseUrl
    ? randomBytes(32).toString("base64url")
    : await keptSecret(settings.dataFolder, "development-key");
  return `sk_development_${secret}`;
}
