import { once } from "node:events";
import type { Writable } from "node:stream";
import { createGzip } from "node:zlib";
import type { ArchiveEnd, ArchiveHeader, SectionBegin, SectionEnd } from "./archive-format.ts";
import { LineDigest } from "./line-digest.ts";

/** What an export writes into. */
export interface ArchiveWriter {
  header(header: ArchiveHeader): Promise<void>;
  /** One section from its beginning to its end; gives back how many lines it has. */
  section(begin: SectionBegin, portions: AsyncIterable<readonly string[]>): Promise<number>;
}

/** Writes the lines of an archive, and ends the stream. Gives back the archive's checksum. */
export async function writeLines(sink: Writable, write: (archive: ArchiveWriter) => Promise<void>): Promise<string> {
  const all = new LineDigest();
  const put = async (lines: readonly string[]) => {
    for (const line of lines) all.add(line);
    for (const text of inPieces(lines)) {
      // One that has failed while nobody waited for it says nothing more, whatever is written.
      if (sink.errored) throw sink.errored;
      if (!sink.write(text)) await once(sink, "drain");
    }
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

const pieceLength = 1024 * 1024;

/** All of them in one text would take as much memory again, and may be longer than a text can be. */
function* inPieces(lines: readonly string[]): Generator<string> {
  let text = "";
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < pieceLength) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

/** What is written into it arrives compressed. When the one fails, so does the other. */
export function compressed(file: Writable): Writable {
  const gzip = createGzip({ level: 4 });
  gzip.pipe(file);
  gzip.on("error", (error) => file.destroy(error));
  file.on("error", (error) => gzip.destroy(error));
  return gzip;
}
