import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { StartRefusedError } from "../../foundation/errors.ts";
import type { Database } from "../../storage/database.ts";
import { FolderInUseError } from "../../storage/embedded/folder-lock.ts";
import { readingOnly, readServerClock, readServerFacts, type ServerFacts } from "../../storage/inspect-server.ts";
import { installVectors } from "../../storage/tables/prepare-database.ts";
import { openDatabase } from "../open-database.ts";
import type { Settings } from "../read-env.ts";
import { checkClock } from "./check-clock.ts";
import { type Finding, fault, ok, warning } from "./finding.ts";

const leastVersion = 150_000;

/** Opens the database if it is there: an embedded one is not made here. */
export async function openExisting(
  settings: Settings,
): Promise<{ readonly database: Database } | { readonly finding: Finding }> {
  const folder = resolve(settings.dataFolder);
  if (!settings.databaseUrl && !existsSync(join(folder, "database", "PG_VERSION"))) {
    return { finding: ok("database", `none yet: the first start makes an embedded one in ${folder}`) };
  }
  try {
    return { database: await openDatabase(settings) };
  } catch (error) {
    if (error instanceof FolderInUseError) {
      const remedy = "nothing, if that is the running platform; to have a look inside, stop it first";
      return { finding: warning("database", error.message.split(". ")[0] ?? error.message, remedy) };
    }
    if (error instanceof StartRefusedError) {
      const [headline = ""] = error.message.split("\n");
      const remedy = "start the server, or correct DATABASE_URL; without it the embedded database is used";
      return { finding: fault("database", `${headline} ${error.faults.join("; ")}`, remedy) };
    }
    const reason = error instanceof Error ? error.message : String(error);
    const remedy = "restore the folder from a copy, or choose another one with PLATFORM_DATA_DIR";
    return { finding: fault("database", `the database in ${folder} can't be opened: ${reason}`, remedy) };
  }
}

export async function checkServer(settings: Settings, database: Database): Promise<readonly Finding[]> {
  const facts = await readingOnly(database, () => readServerFacts(database));
  const clock = database.kind === "embedded" ? [] : [await checkClock("PostgreSQL", () => readServerClock(database))];
  return [versionFinding(settings, facts), vectorFinding(facts), ...clock];
}

function versionFinding({ databaseUrl, dataFolder }: Settings, { version, versionText }: ServerFacts): Finding {
  const place = databaseUrl ? new URL(databaseUrl).host : resolve(dataFolder);
  const message = `PostgreSQL ${versionText} at ${place}`;
  if (version >= leastVersion) return ok("database", message);
  return fault("database", `${message} is too old`, "use PostgreSQL 15 or newer");
}

function vectorFinding({ vectorInstalled, vectorAvailable }: ServerFacts): Finding {
  if (vectorInstalled !== null) return ok("extension", `pgvector ${vectorInstalled}`);
  if (vectorAvailable !== null) return ok("extension", `pgvector ${vectorAvailable} is added by the first start`);
  return fault("extension", "the server has no pgvector", installVectors);
}
