import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

/** A new database, made once with `npm run build:template`: unpacking it takes a fraction of the time of making one. */
export const templateFile = new URL("../../../assets/embedded-template.tar.br", import.meta.url);

export async function readTemplate(): Promise<Buffer> {
  return promisify(brotliDecompress)(await readFile(templateFile));
}

/** Fills the folder from the template unless a database is there already. A start cut off half-way leaves nothing. */
export async function ensureDatabaseFolder(folder: string): Promise<void> {
  if (existsSync(join(folder, "PG_VERSION"))) return;
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await unpack(await readTemplate(), unfinished);
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
}

const block = 512;

/** Unpacks the tar format that PGlite dumps: files and folders, no links. */
async function unpack(archive: Buffer, folder: string): Promise<void> {
  let offset = 0;
  while (offset + block <= archive.length && archive[offset] !== 0) {
    const name = textAt(archive, offset, 100);
    const prefix = textAt(archive, offset + 345, 155);
    const size = Number.parseInt(textAt(archive, offset + 124, 12).trim() || "0", 8);
    const isFolder = textAt(archive, offset + 156, 1) === "5";
    const path = join(folder, prefix, name);
    if (isFolder) await mkdir(path, { recursive: true, mode: 0o700 });
    else {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(path, archive.subarray(offset + block, offset + block + size), { mode: 0o600 });
    }
    offset += block + Math.ceil(size / block) * block;
  }
}

function textAt(archive: Buffer, start: number, length: number): string {
  const field = archive.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end === -1 ? length : end);
}
