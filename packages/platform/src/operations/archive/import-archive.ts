import { StartRefusedError } from "../../foundation/errors.ts";
import type { SecretBox } from "../../foundation/secret-box.ts";
import { countHeldJobs } from "../../queues/inspect-queues.ts";
import { keptTables } from "../../storage/archive/archived-table.ts";
import { buildIndexes, dropLateIndexes } from "../../storage/archive/build-indexes.ts";
import { beginImport, endImport, readImportState } from "../../storage/archive/import-state.ts";
import { analyzeTables, filledTables, prepareTables } from "../../storage/archive/prepare-tables.ts";
import { inSnapshot } from "../../storage/archive/snapshot.ts";
import { applyArchive } from "./apply-archive.ts";
import { filledIn } from "./archive-format.ts";
import { type CheckedArchive, checkArchive } from "./check-archive.ts";
import type { ArchiveParts } from "./export-archive.ts";
import { fitProblems } from "./fit-problems.ts";
import { verifyImport } from "./verify-import.ts";

/** An archive that fits, and a database that is ready for it. */
export interface PreparedImport {
  readonly path: string;
  readonly archive: CheckedArchive;
  /** The lines that an earlier attempt has stored already. */
  readonly from: number;
}

export interface Imported {
  readonly sha256: string;
  readonly tables: Readonly<Record<string, number>>;
  readonly files: number;
  readonly jobs: number;
  /** Whether it went on with what an earlier attempt has begun. */
  readonly isResumed: boolean;
}

/** What an import needs to know before the queues are open. */
export interface TargetParts extends Pick<ArchiveParts, "database" | "queues" | "models"> {
  readonly secrets: SecretBox;
  /** Where jobs are kept; absent: in the database. */
  readonly redisUrl?: string | undefined;
}

/**
 * Throws, having changed nothing, unless the archive is whole, fits the deployment, and the database and the queues are empty or hold the
 * beginning of it.
 */
export async function prepareImport(parts: TargetParts, path: string): Promise<PreparedImport> {
  const { database, models, secrets } = parts;
  const archive = await checkArchive(path);
  const names = [...parts.queues.list.keys()];
  const problems = fitProblems(archive, { models: keptTables(models), secrets, queues: new Set(names) });
  if (problems.length > 0) {
    throw new StartRefusedError(
      "The archive does not fit the deployment, and nothing was changed (import it with the definitions that it was made with, and change them afterwards):",
      problems,
    );
  }
  const state = await readImportState(database);
  if (state && state.archive !== archive.sha256) {
    throw new StartRefusedError("Nothing was imported:", [
      "the database holds a part of another archive; import that one, or use a new database",
    ]);
  }
  const tables = filledIn(archive.header);
  if (state) {
    // The definitions may have changed since, for what the first attempt failed with.
    await prepareTables(database, models, tables);
    return { path, archive, from: state.lines };
  }
  await requireEmpty(parts, names);
  await database.transaction(async () => {
    await prepareTables(database, models, tables);
    await dropLateIndexes(database, models);
    await beginImport(database, archive.sha256);
  });
  return { path, archive, from: 0 };
}

/** Jobs count as well: one that is there under the id of one in the archive would keep that out. */
async function requireEmpty({ database, models, redisUrl }: TargetParts, queues: readonly string[]): Promise<void> {
  const tables = [...keptTables(models), { name: "platform_outbox" }];
  const filled = await inSnapshot(database, () => filledTables(database, tables));
  if (filled.length > 0) {
    throw new StartRefusedError(
      "Nothing was imported: the database must be empty, a new one that was never started on.",
      filled.map(({ name, rows }) => `${name} has ${rows} ${rows === 1 ? "row" : "rows"}`),
    );
  }
  const held = await countHeldJobs(queues, { database, redisUrl });
  if (held.length > 0) {
    const place = redisUrl
      ? "let REDIS_URL name an empty database of Redis"
      : "use a new database, or drop its schema platform_queues";
    throw new StartRefusedError(
      "Nothing was imported: the queues must be empty.",
      held.map(({ queue, jobs }) => `${queue} holds ${jobs} ${jobs === 1 ? "job" : "jobs"} already; ${place}`),
    );
  }
}

/** Stores everything, then reads all of it again: it is complete only if every row is what the archive says. */
export async function importArchive(parts: ArchiveParts, prepared: PreparedImport): Promise<Imported> {
  const { path, archive, from } = prepared;
  await applyArchive(parts, path, prepared);
  await buildIndexes(parts.database, parts.models, { ...parts, archived: archive.header.tables });
  await analyzeTables(parts.database);
  await verifyImport(parts, archive);
  await endImport(parts.database);
  const { tables } = archive.header;
  return {
    sha256: archive.sha256,
    tables: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
    files: archive.files,
    jobs: archive.sections.reduce((sum, { end, count }) => sum + (end === "jobs" ? count : 0), 0),
    isResumed: from > 0,
  };
}
