import { constants } from "node:fs";
import { access, link, mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { StartRefusedError } from "../../foundation/errors.ts";
import { isId } from "../../foundation/ids.ts";
import type { FileStore } from "./file-store.ts";

/** Keeps files in a folder, readable by its owner only. */
export function openDiskStore(folder: string): FileStore {
  return {
    check: async () => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.W_OK);
      } catch (error) {
        throw new StartRefusedError("Files can't be kept:", [
          `the folder ${folder} can't be written (${codeOf(error)})`,
        ]);
      }
    },

    put: async (key, bytes) => {
      const path = pathOf(folder, key);
      const aside = asideOf(folder, key);
      await Promise.all([path, aside].map(({ parent }) => mkdir(parent, { recursive: true, mode: 0o700 })));
      try {
        await writeNew(aside.file, bytes);
        // Unlike a rename, a link does not replace what is there.
        await link(aside.file, path.file);
        for (const parent of [path.parent, path.grandparent, folder]) await flushFolder(parent);
      } finally {
        await rm(aside.file, { force: true });
      }
    },

    get: async (key, range) => {
      const handle = await undefinedWhenMissing(open(pathOf(folder, key).file));
      if (!handle) return undefined;
      const stream: Readable = handle.createReadStream(range && { start: range.first, end: range.last });
      return stream;
    },

    size: async (key) => (await undefinedWhenMissing(stat(pathOf(folder, key).file)))?.size,

    delete: async (key) => {
      await rm(asideOf(folder, key).file, { force: true });
      await rm(pathOf(folder, key).file, { force: true });
    },
  };
}

/** Two levels by the end of the id: its beginning is the time, and would put all files of a day into one folder. */
function pathOf(folder: string, key: string) {
  if (!isId(key)) throw new Error(`"${key}" is no key of a file.`);
  const grandparent = join(folder, key.slice(-2));
  const parent = join(grandparent, key.slice(-4, -2));
  return { file: join(parent, key), parent, grandparent };
}

/** Where a file is written before it has its place. */
function asideOf(folder: string, key: string) {
  if (!isId(key)) throw new Error(`"${key}" is no key of a file.`);
  const parent = join(folder, "incoming");
  return { file: join(parent, key), parent };
}

async function writeNew(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    for await (const chunk of bytes) await handle.writeFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A file is on the disk when its name is, too. */
async function flushFolder(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function undefinedWhenMissing<Result>(found: Promise<Result>): Promise<Result | undefined> {
  try {
    return await found;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : error;
}
