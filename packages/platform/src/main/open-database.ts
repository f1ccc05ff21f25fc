import type { Logger } from "pino";
import type { Database } from "../storage/database.ts";
import { openEmbedded } from "../storage/embedded/open-embedded.ts";
import { openPostgres } from "../storage/postgres/open-postgres.ts";
import type { Settings } from "./read-env.ts";
import { watchedDatabase } from "./tracing/watched-database.ts";

export function openDatabase({ databaseUrl, dataFolder }: Settings): Promise<Database> {
  return databaseUrl ? openPostgres({ url: databaseUrl }) : openEmbedded(dataFolder);
}

/** For a process that serves: its statements are part of traces, and the slow ones are logged. */
export async function openWatchedDatabase(settings: Settings, logger: Logger): Promise<Database> {
  return watchedDatabase(await openDatabase(settings), {
    logger,
    slowInMilliseconds: settings.slowQueryInMilliseconds,
  });
}
