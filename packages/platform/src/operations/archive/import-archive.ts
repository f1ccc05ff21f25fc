import { StartRefusedError } from "../../foundation/errors.ts";
import type { SecretBox } from "../../foundation/secret-box.ts";
import { keptTables } from "../../storage/archive/archived-table.ts";
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

/** Throws, having changed nothing, unless the archive is whole, fits the deployment, and the database is empty or holds the beginning of it. */
export async function prepareImport(
  { database, queues, models, secrets }: Omit<ArchiveParts, "files"> & { readonly secrets: SecretBox },
  path: string,
): Promise<PreparedImport> {
  const archive = await checkArchive(path);
  const kept = keptTables(models);
  const problems = fitProblems(archive, { models: kept, secrets, queues: new Set(queues.list.keys()) });
  if (problems.length > 0) {
    throw new StartRefusedError(
      "The archive does not fit the deployment, and nothing was changed (import it with the definitions that it was made with, and change them afterwards):",
      problems,
    );
  }
  const state = await readImportState(database);
  if (state) {
    if (state.archive === archive.sha256) return { path, archive, from: state.lines };
    throw new StartRefusedError("Nothing was imported:", [
      "the database holds a part of another archive; import that one, or use a new database",
    ]);
  }
  const filled = await inSnapshot(database, () => filledTables(database, kept));
  if (filled.length > 0) {
    throw new StartRefusedError(
      "Nothing was imported: the database must be empty, a new one that was never started on.",
      [...filled.map(({ name, rows }) => `${name} has ${rows} ${rows === 1 ? "row" : "rows"}`)],
    );
  }
  await database.transaction(async () => {
    await prepareTables(database, models, filledIn(archive.header));
    await beginImport(database, archive.sha256);
  });
  return { path, archive, from: 0 };
}

/** Stores everything, then reads all of it again: it is complete only if every row is what the archive says. */
export async function importArchive(parts: ArchiveParts, prepared: PreparedImport): Promise<Imported> {
  const { path, archive, from } = prepared;
  await applyArchive(parts, path, prepared);
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
