import { createHash } from "node:crypto";
import { programSchedules, unfinishedJobs } from "../../queues/archived-jobs.ts";
import { countJobs } from "../../queues/list-jobs.ts";
import type { QueueRegistry } from "../../queues/queue-registry.ts";
import { describeTable, keptTables } from "../../storage/archive/archived-table.ts";
import { readRows } from "../../storage/archive/read-rows.ts";
import { inSnapshot } from "../../storage/archive/snapshot.ts";
import type { Database } from "../../storage/database.ts";
import { completeFiles, countCompleteFiles } from "../../storage/files/file-records.ts";
import type { FileStore } from "../../storage/files/file-store.ts";
import { sealingKeys } from "../../storage/identity/variables.ts";
import type { TableModel } from "../../storage/tables/table-model.ts";
import { type ArchiveHeader, archiveFormat, archiveVersion } from "./archive-format.ts";
import { filePieces } from "./file-pieces.ts";
import { writeArchive } from "./write-archive.ts";
import type { ArchiveWriter } from "./write-lines.ts";

/** What an archive is made of, or read into. */
export interface ArchiveParts {
  readonly database: Database;
  readonly files: FileStore;
  /** Open. */
  readonly queues: QueueRegistry;
  readonly models: readonly TableModel[];
  /** Called now and then while it goes on. */
  progress?(what: string, done: number, total: number): void;
}

export interface Exported {
  readonly sha256: string;
  readonly tables: Readonly<Record<string, number>>;
  readonly files: number;
  /** Files whose bytes are gone or damaged, though there is a record of them. */
  readonly missingFiles: readonly string[];
  readonly jobs: number;
  /** Jobs that have failed for good: they stay where they are. */
  readonly failedJobs: number;
}

/** Writes everything into one file, as it is at one moment. */
export async function exportArchive(parts: ArchiveParts, path: string): Promise<Exported> {
  let counts: Omit<Exported, "sha256"> | undefined;
  const sha256 = await writeArchive(path, async (archive) => {
    counts = await inSnapshot(parts.database, () => writeEverything(parts, archive));
  });
  if (!counts) throw new Error("An archive was written without anything in it.");
  return { sha256, ...counts };
}

async function writeEverything(parts: ArchiveParts, archive: ArchiveWriter): Promise<Omit<Exported, "sha256">> {
  const { database, queues } = parts;
  const tables = [];
  for (const model of keptTables(parts.models)) tables.push(await describeTable(database, model));
  const fileCount = await countCompleteFiles(database);
  const header: ArchiveHeader = {
    format: archiveFormat,
    version: archiveVersion,
    createdAt: new Date().toISOString(),
    sealedUnder: await sealingKeys(database),
    tables,
    files: fileCount,
  };
  await archive.header(header);

  for (const table of tables) {
    await archive.section({ begin: "table", name: table.name }, counted(parts, table, readRows(database, table)));
  }
  const missingFiles: string[] = [];
  let files = 0;
  for await (const { id, size, sha256 } of completeFiles(database)) {
    // One that is too short has no place in an archive: no import of it could be complete.
    const bytes = (await parts.files.size(id)) === size ? await parts.files.get(id) : undefined;
    const hash = createHash("sha256");
    if (bytes) await archive.section({ begin: "file", name: id }, filePieces(bytes, hash));
    if (!bytes || hash.digest("hex") !== sha256) missingFiles.push(id);
    files += bytes ? 1 : 0;
    parts.progress?.("files", files, fileCount);
  }
  let jobs = 0;
  let failedJobs = 0;
  for (const { queue } of queues.queues) {
    const open = queues.opened(queue.name);
    const isPaused = await queue.isPaused();
    const lines = asLines(unfinishedJobs(database, open));
    jobs += await archive.section({ begin: "jobs", name: queue.name, isPaused }, lines);
    const schedules = await programSchedules(open);
    await archive.section({ begin: "schedules", name: queue.name }, asLines([schedules]));
    failedJobs += (await countJobs(open.bull)).failed;
  }
  return {
    tables: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
    files,
    missingFiles,
    jobs,
    failedJobs,
  };
}

async function* counted(
  { progress }: ArchiveParts,
  { name, rows }: { readonly name: string; readonly rows: number },
  portions: AsyncIterable<readonly string[]>,
): AsyncGenerator<readonly string[]> {
  let done = 0;
  for await (const lines of portions) {
    yield lines;
    done += lines.length;
    progress?.(name, done, rows);
  }
}

/** In brackets: what belongs to a section is no object. */
async function* asLines(
  portions: AsyncIterable<readonly object[]> | Iterable<readonly object[]>,
): AsyncGenerator<readonly string[]> {
  for await (const portion of portions) yield portion.map((each) => JSON.stringify([each]));
}
