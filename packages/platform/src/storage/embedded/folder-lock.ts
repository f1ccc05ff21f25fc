import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";

interface Owner {
  readonly pid: number;
  /** When that process started, in the system's own count: a process id alone is used again after a while. */
  readonly started: string;
  readonly token: string;
}

/** Takes a data folder for this process. Two processes writing to one folder would destroy it without a word. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const path = join(resolve(folder), "lock");
  const mine: Owner = { pid: process.pid, started: await processStart(process.pid), token: randomUUID() };

  for (let attempt = 0; attempt < 10; attempt++) {
    if (await createLock(path, mine)) return () => rm(path, { force: true });
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text === undefined) continue;
    const owner = parseOwner(text);
    if (owner && (await isAlive(owner))) throw new FolderInUseError(folder, owner.pid);
    await removeStale(path, text, folder);
  }
  throw new FolderInUseError(folder, undefined);
}

export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";

  constructor(folder: string, pid: number | undefined) {
    const who = pid === undefined ? "another process" : `process ${pid}`;
    super(
      `The data folder ${folder} is in use by ${who}. Stop that one first, choose another folder with PLATFORM_DATA_DIR, or set DATABASE_URL to share one database between processes.`,
    );
  }
}

async function createLock(path: string, owner: Owner): Promise<boolean> {
  try {
    const file = await open(path, "wx");
    await file.writeFile(JSON.stringify(owner));
    await file.close();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Of two processes that find the same stale lock, one must not remove the other's new one. */
async function removeStale(path: string, staleText: string, folder: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, "utf8")) !== staleText) {
    await rename(aside, path);
    throw new FolderInUseError(folder, undefined);
  }
  await rm(aside, { force: true });
}

function parseOwner(text: string): Owner | undefined {
  try {
    const owner: unknown = JSON.parse(text);
    if (typeof owner !== "object" || owner === null || !("pid" in owner) || !("started" in owner)) return undefined;
    return {
      pid: Number(owner.pid),
      started: String(owner.started),
      token: "token" in owner ? String(owner.token) : "",
    };
  } catch {
    // Cut off while it was being written: its writer is dead, or would have finished by now.
    return undefined;
  }
}

async function isAlive(owner: Owner): Promise<boolean> {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // EPERM: it lives, under another user.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return (await processStart(owner.pid)) === owner.started;
}

async function processStart(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}
