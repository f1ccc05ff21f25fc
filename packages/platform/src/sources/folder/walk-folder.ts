import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";

export interface FoundFile {
  readonly kind: "file";
  /** From the folder, with `/`. */
  readonly path: string;
  /** Where it really is: inside the folder, whatever links lead there. */
  readonly location: string;
}

/** A folder inside that can't be read. */
export interface FolderFault {
  readonly kind: "fault";
  readonly path: string;
  readonly error: unknown;
}

/**
 * The files in a folder and below it, in the order of their names; only the names of one folder are held at a time.
 * Whatever begins with a point is passed over. Links to folders are not followed, and links to files only when they
 * stay inside.
 */
export async function* walkFolder(
  folder: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<FoundFile | FolderFault> {
  let root: string;
  try {
    root = await realpath(folder);
  } catch (error) {
    throw new Error(`The folder can't be read (${codeOf(error)}).`, { cause: error });
  }
  yield* walk(root, "", signal);
}

async function* walk(
  root: string,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<FoundFile | FolderFault> {
  signal?.throwIfAborted();
  let entries: Dirent[];
  try {
    entries = await readdir(join(root, path), { withFileTypes: true });
  } catch (error) {
    // Gone since its name was read: then it is simply not there.
    if (path === "" || codeOf(error) !== "ENOENT") yield { kind: "fault", path: path || ".", error };
    return;
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const child = path === "" ? entry.name : `${path}/${entry.name}`;
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) yield* walk(root, child, signal);
    else {
      const location = await locationInside(root, child, entry);
      if (location) yield { kind: "file", path: child, location };
    }
  }
}

/** Where a file really is; undefined when it is none, or not in the folder. */
async function locationInside(root: string, path: string, entry: Dirent): Promise<string | undefined> {
  if (!entry.isFile() && !entry.isSymbolicLink()) return undefined;
  try {
    const location = await realpath(join(root, path));
    return location.startsWith(root + sep) && (await stat(location)).isFile() ? location : undefined;
  } catch {
    // It leads nowhere, or round in a circle, or is gone.
    return undefined;
  }
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
