import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** A file that is being read. */
export interface OpenFile {
  readonly modified: Date;
  /** The text, piece by piece. Throws when it is not UTF-8. */
  pieces(): AsyncGenerator<string>;
  /** All of it at once. */
  whole(): Promise<string>;
  close(): Promise<void>;
}

/** Opens a regular file and nothing else: no link that was put in its place, and no pipe, which would never end. */
export async function openFile(location: string, maxBytes: number): Promise<OpenFile> {
  const handle = await open(location, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const status = await handle.stat();
  if (!status.isFile()) {
    await handle.close();
    throw new Error("it is no file");
  }

  async function* pieces(): AsyncGenerator<string> {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    try {
      for await (const chunk of handle.createReadStream({ autoClose: false })) {
        yield decoder.decode(chunk, { stream: true });
      }
      yield decoder.decode();
    } catch (error) {
      if (error instanceof TypeError) throw new Error("it is not UTF-8", { cause: error });
      throw error;
    }
  }
  return {
    modified: status.mtime,
    pieces,
    whole: async () => {
      const parts: string[] = [];
      // It may grow while it is read; a character takes a byte or more, so counting those is never too strict.
      let size = status.size;
      let read = 0;
      for await (const piece of size > maxBytes ? [] : pieces()) {
        parts.push(piece);
        read += piece.length;
        size = Math.max(size, read);
        if (size > maxBytes) break;
      }
      if (size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
      return parts.join("");
    },
    close: () => handle.close(),
  };
}
