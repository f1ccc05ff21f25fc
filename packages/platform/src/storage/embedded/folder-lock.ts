import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Takes a data folder for this process. Two processes writing to one folder would destroy it without a word. SQLite is
 * here only for its use of the system's file locks, which Node lacks: such a lock ends with the process, however that
 * ends, and is seen from other containers too, where a process id means nothing.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const ownerFile = join(folder, "lock.pid");
  const lock = new DatabaseSync(join(folder, "lock.db"), { timeout: 0 });
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new FolderInUseError(folder, await readFile(ownerFile, "utf8").catch(() => undefined));
  }
  await writeFile(ownerFile, String(process.pid));
  return async () => {
    await rm(ownerFile, { force: true });
    lock.close();
  };
}

export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";

  constructor(folder: string, pid: string | undefined) {
    const who = pid ? `process ${pid}` : "another process";
    super(
      `The data folder ${folder} is in use by ${who}. Stop that one first, choose another folder with PLATFORM_DATA_DIR, or set DATABASE_URL to share one database between processes.`,
    );
  }
}

const busy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === busy;
}
