import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { StartRefusedError } from "../../foundation/errors.ts";
import type { ArchiveEnd, ArchiveHeader, SectionBegin, SectionEnd } from "./archive-format.ts";
import { LineDigest } from "./line-digest.ts";

/** What an export writes into. */
export interface ArchiveWriter {
  header(header: ArchiveHeader): Promise<void>;
  /** One section from its beginning to its end; gives back how many lines it has. */
  section(begin: SectionBegin, portions: AsyncIterable<readonly string[]>): Promise<number>;
}

/**
 * Writes an archive beside its place, and puts it there once all of it is on the disk: whatever is found under the name is whole. A name that
 * ends with `.gz` is compressed. Gives back the archive's checksum.
 */
export async function writeArchive(path: string, write: (archive: ArchiveWriter) => Promise<void>): Promise<string> {
  if (existsSync(path)) {
    throw new StartRefusedError("The archive can't be written:", [`there is a file ${path} already; name another`]);
  }
  const unfinished = `${path}.partial`;
  await rm(unfinished, { force: true });
  // It holds everything, the hashes of passwords included.
  const file = createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true });
  const failed = finished(file);
  failed.catch(() => undefined);
  try {
    await once(file, "open");
    const sha256 = await writeLines(path.endsWith(".gz") ? compressed(file) : file, write);
    await failed;
    await rename(unfinished, path);
    return sha256;
  } catch (error) {
    file.destroy();
    await rm(unfinished, { force: true });
    throw isFileError(error)
      ? new StartRefusedError("The archive can't be written:", [`${path}: ${error.message}`])
      : error;
  }
}

function compressed(file: Writable): Writable {
  const gzip = createGzip({ level: 4 });
  gzip.pipe(file);
  // Whoever writes is told by the next write; nobody else listens.
  gzip.on("error", () => undefined);
  file.on("error", (error) => gzip.destroy(error));
  return gzip;
}

async function writeLines(sink: Writable, write: (archive: ArchiveWriter) => Promise<void>): Promise<string> {
  const all = new LineDigest();
  const put = async (lines: readonly string[]) => {
    if (lines.length === 0) return;
    for (const line of lines) all.add(line);
    if (!sink.write(`${lines.join("\n")}\n`)) await once(sink, "drain");
  };
  await write({
    header: (header) => put([JSON.stringify(header)]),
    section: async (begin, portions) => {
      const own = new LineDigest();
      await put([JSON.stringify(begin)]);
      for await (const lines of portions) {
        for (const line of lines) own.add(line);
        await put(lines);
      }
      const { begin: kind, name } = begin;
      const end: SectionEnd = { end: kind, name, count: own.count, sha256: own.sha256() };
      await put([JSON.stringify(end)]);
      return own.count;
    },
  });
  const end: ArchiveEnd = { complete: true, lines: all.count, sha256: all.sha256() };
  sink.end(`${JSON.stringify(end)}\n`);
  return end.sha256;
}

/** A full disk, a folder that may not be written. */
function isFileError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}
