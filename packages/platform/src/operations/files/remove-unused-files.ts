import type { Resource } from "../../definitions/resource.ts";
import type { Database } from "../../storage/database.ts";
import { deleteFileRecord, discardUnusedFiles } from "../../storage/files/file-records.ts";
import type { FileStore } from "../../storage/files/file-store.ts";

export interface UnusedOptions {
  readonly database: Database;
  readonly files: FileStore;
  readonly resources: readonly Resource[];
  /** How long a file may lie before an item holds it. */
  readonly olderThanInSeconds: number;
}

const batchSize = 100;

/** Removes files that no item holds: their item is gone, holds another, or was never written. Says how many. */
export async function removeUnusedFiles(options: UnusedOptions): Promise<number> {
  const { database, files, resources, olderThanInSeconds } = options;
  const fields = resources
    .filter(({ kind }) => kind === "context")
    .flatMap((resource) =>
      resource.fields
        .filter(({ type }) => type === "file")
        .map(({ name, renamedFrom }) => ({ context: resource.id, field: name, renamedFrom })),
    );
  let removed = 0;
  for (const field of fields) {
    for (;;) {
      const unused = await discardUnusedFiles(database, field, { olderThanInSeconds, limit: batchSize });
      for (const id of unused) {
        // The bytes first: a record without them is found again, bytes without a record never.
        await files.delete(id);
        await deleteFileRecord(database, id);
      }
      removed += unused.length;
      if (unused.length < batchSize) break;
    }
  }
  return removed;
}
