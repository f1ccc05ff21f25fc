import { sentencePieces } from "./block-pieces.ts";
import { type Chunker, type ChunkingOptions, chunkerOf } from "./chunker.ts";
import { markdownPieces } from "./markdown-pieces.ts";
import { recursivePieces } from "./recursive-pieces.ts";

/** Ways to cut a text into chunks, for the `chunk` of an embedder. */
export const PlatformChunkers = {
  /** By sentences, in plain text. */
  sentences: (options: ChunkingOptions = {}): Chunker =>
    chunkerOf((splitting) => sentencePieces(splitting, { start: 0, end: splitting.text.length }, []), options),

  /** By sentences and sections; code and tables stay whole if they fit, and are cut between lines if not. The default. */
  markdown: (options: ChunkingOptions = {}): Chunker => chunkerOf(markdownPieces, options),

  /** By paragraphs, else lines, else sentences, else words: for what has a form of its own, such as logs. */
  recursive: (options: ChunkingOptions = {}): Chunker => chunkerOf(recursivePieces, options),
};
