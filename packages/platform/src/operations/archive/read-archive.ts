import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { StartRefusedError } from "../../foundation/errors.ts";

/** The archive ends in the middle, or its compression does not hold: what came before is as it was. */
export class BrokenArchiveError extends Error {
  override readonly name = "BrokenArchiveError";
}

/** The lines of an archive, compressed or not, one after the other. A last line without its line break is none. */
export async function* archiveLines(path: string): AsyncGenerator<string> {
  const stream = await openArchive(path);
  let rest = "";
  try {
    for await (const text of stream as AsyncIterable<string>) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch (error) {
    throw isCompression(error) ? new BrokenArchiveError(String(error), { cause: error }) : error;
  } finally {
    stream.destroy();
  }
}

async function openArchive(path: string): Promise<Readable> {
  const isCompressed = await startsCompressed(path);
  const file = createReadStream(path);
  if (!isCompressed) return file.setEncoding("utf8");
  const unpacked = createGunzip();
  file.on("error", (error) => unpacked.destroy(error));
  unpacked.on("close", () => file.destroy());
  return file.pipe(unpacked).setEncoding("utf8");
}

async function startsCompressed(path: string): Promise<boolean> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
      return bytesRead === 2 && buffer.readUInt16BE(0) === 0x1f8b;
    } finally {
      await file.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefusedError("The archive can't be read:", [reason]);
  }
}

function isCompression(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}
