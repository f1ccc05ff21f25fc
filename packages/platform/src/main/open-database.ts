import type { Database } from "../storage/database.ts";
import { openEmbedded } from "../storage/embedded/open-embedded.ts";
import { openPostgres } from "../storage/postgres/open-postgres.ts";
import type { Settings } from "./read-env.ts";

export function openDatabase({ databaseUrl, dataFolder }: Settings): Promise<Database> {
  return databaseUrl ? openPostgres({ url: databaseUrl }) : openEmbedded(dataFolder);
}
