import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { link, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { finished } from "node:stream/promises";
import { StartRefusedError } from "../../foundation/errors.ts";
import { type ArchiveWriter, compressed, writeLines } from "./write-lines.ts";

/**
 * Writes an archive beside its place, and puts it there once all of it is on the disk: whatever is found under the name is whole. A name that
 * ends with `.gz` is compressed. Gives back the archive's checksum.
 */
export async function writeArchive(path: string, write: (archive: ArchiveWriter) => Promise<void>): Promise<string> {
  if (existsSync(path)) throw taken(path);
  await removeLeftovers(path);
  // Not by the process alone: in containers that share a folder, two have the same id.
  const unfinished = `${path}.${process.pid}-${randomBytes(4).toString("hex")}.partial`;
  // It holds everything, the hashes of passwords included.
  const file = createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true });
  const failed = finished(file);
  failed.catch(() => undefined);
  try {
    await once(file, "open");
    const sha256 = await writeLines(path.endsWith(".gz") ? compressed(file) : file, write);
    await failed;
    await putInPlace(unfinished, path);
    return sha256;
  } catch (error) {
    file.destroy();
    await rm(unfinished, { force: true });
    throw isFileError(error)
      ? new StartRefusedError("The archive can't be written:", [`${path}: ${error.message}`])
      : error;
  }
}

function taken(path: string): StartRefusedError {
  return new StartRefusedError("The archive can't be written:", [`there is a file ${path} already; name another`]);
}

/** What exports to the same name have left behind whose process is gone. */
async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  const prefix = `${basename(path)}.`;
  // A folder that is not there is told when the archive is opened.
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const [, pid] = /^(\d+)-[0-9a-f]{8}\.partial$/.exec(name.slice(prefix.length)) ?? [];
    const file = join(folder, name);
    if (pid !== undefined && (await isAbandoned(file, Number(pid)))) await rm(file, { force: true });
  }
}

async function isAbandoned(file: string, pid: number): Promise<boolean> {
  // In a container every process may have the same id, one after the other.
  if (pid === process.pid) return (await stat(file)).mtimeMs < performance.timeOrigin;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/** Unlike a rename, a link does not replace what another export has put there meanwhile. */
async function putInPlace(unfinished: string, path: string): Promise<void> {
  try {
    await link(unfinished, path);
  } catch {
    if (existsSync(path)) throw taken(path);
    // Some drives know no links.
    await rename(unfinished, path);
    return;
  }
  await rm(unfinished);
}

/** A full disk, a folder that may not be written. */
function isFileError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}
