import { StartRefusedError } from "../../foundation/errors.ts";
import type { ArchivedTable } from "../../storage/archive/archived-table.ts";
import { readRows } from "../../storage/archive/read-rows.ts";
import { inSnapshot } from "../../storage/archive/snapshot.ts";
import type { Database } from "../../storage/database.ts";
import { completeFiles } from "../../storage/files/file-records.ts";
import { filledIn } from "./archive-format.ts";
import type { CheckedArchive } from "./check-archive.ts";
import type { ArchiveParts } from "./export-archive.ts";
import { LineDigest } from "./line-digest.ts";

/** Throws, naming every difference, unless tables and files are what the archive says they are. */
export async function verifyImport(parts: ArchiveParts, archive: CheckedArchive): Promise<void> {
  const { database } = parts;
  const sums = new Map(archive.sections.filter(({ end }) => end === "table").map((section) => [section.name, section]));
  const tables = filledIn(archive.header);
  const differences = await inSnapshot(database, async () => {
    const found: string[] = [];
    for (const [index, table] of tables.entries()) {
      const digest = await digestOf(database, table);
      const expected = sums.get(table.name);
      if (digest.count !== expected?.count) {
        found.push(`${table.name} has ${digest.count} rows, and ${expected?.count ?? 0} are in the archive`);
      } else if (digest.sha256() !== expected.sha256) found.push(`${table.name} has other values than the archive`);
      parts.progress?.("verified tables", index + 1, tables.length);
    }
    const files = await countWholeFiles(parts);
    if (files < archive.files) found.push(`${files} files are there, and ${archive.files} are in the archive`);
    return found;
  });
  if (differences.length === 0) return;
  throw new StartRefusedError(
    "The import is not what the archive is; drop the database, and import into a new one:",
    differences,
  );
}

async function digestOf(database: Database, table: ArchivedTable): Promise<LineDigest> {
  const digest = new LineDigest();
  for await (const lines of readRows(database, table)) for (const line of lines) digest.add(line);
  return digest;
}

async function countWholeFiles({ database, files }: ArchiveParts): Promise<number> {
  let count = 0;
  for await (const { id, size } of completeFiles(database)) if ((await files.size(id)) === size) count += 1;
  return count;
}
