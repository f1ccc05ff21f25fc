import type { Hash } from "node:crypto";
import type { Readable } from "node:stream";

/** A multiple of three: then no piece but the last ends with padding, and pieces need not be told apart. */
const pieceSize = 48 * 1024;

/** The bytes of a file as lines: JSON texts of base64. They go into the hash on their way. */
export async function* filePieces(bytes: Readable, hash: Hash): AsyncGenerator<readonly string[]> {
  let rest = Buffer.alloc(0);
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    rest = Buffer.concat([rest, chunk]);
    const pieces: string[] = [];
    for (; rest.length >= pieceSize; rest = rest.subarray(pieceSize)) pieces.push(pieceOf(rest.subarray(0, pieceSize)));
    yield pieces;
  }
  if (rest.length > 0) yield [pieceOf(rest)];
}

function pieceOf(bytes: Uint8Array): string {
  return JSON.stringify(Buffer.from(bytes).toString("base64"));
}

/** What `filePieces` made a line of. */
export function bytesOf(line: string): Uint8Array {
  return Buffer.from(JSON.parse(line) as string, "base64");
}
