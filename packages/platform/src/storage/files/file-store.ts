import type { Readable } from "node:stream";

/** Bytes from the first to the last of them, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Where the bytes of files are kept, by keys that are ids. Both implementations pass the same conformance suite. */
export interface FileStore {
  /** Throws, saying what is wrong with the settings, when nothing can be kept here. */
  check(): Promise<void>;

  /**
   * Keeps bytes under a key that nothing is kept under. They are there, all of them and on the disk, once it resolves; when
   * it throws, or the bytes do, nothing is. A key that is taken is refused, and what is kept there stays as it is.
   */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;

  /** The bytes, or a part of them; undefined when there are none. Whoever stops reading early destroys the stream. */
  get(key: string, range?: ByteRange): Promise<Readable | undefined>;

  /** How many bytes there are; undefined when there are none. */
  size(key: string): Promise<number | undefined>;

  /** Also removes what a `put` that was cut off has left behind. Nothing happens when there is nothing. */
  delete(key: string): Promise<void>;
}
