import { cutLongRange } from "./cut-long-range.ts";
import type { Piece, Splitting } from "./piece.ts";
import { lineEnd, type Range } from "./range.ts";
import { sentenceRanges } from "./sentence-ranges.ts";

type PieceLike = Pick<Piece, "kind" | "headings" | "head">;

/** Sentences, and parts of those that are too long. */
export function* sentencePieces(splitting: Splitting, range: Range, headings: readonly string[]): Iterable<Piece> {
  for (const sentence of sentenceRanges(splitting.text, range)) {
    yield* shortPieces(splitting, sentence, { kind: "sentence", headings });
  }
}

/** The whole when it fits, else its lines, and parts of those that are too long. */
export function* linePieces(splitting: Splitting, range: Range, like: PieceLike): Iterable<Piece> {
  const whole = fittingPiece(splitting, range, like);
  if (whole) yield whole;
  else {
    for (let start = range.start; start < range.end; ) {
      const end = Math.min(lineEnd(splitting.text, start), range.end);
      yield* shortPieces(splitting, { start, end }, like);
      start = end;
    }
  }
}

/** Undefined when it has too many tokens; it reads no further than to see that. */
export function fittingPiece(
  { estimate, mostTokens }: Splitting,
  { start, end }: Range,
  like: PieceLike,
): Piece | undefined {
  const measured = estimate.upTo(start, end, mostTokens);
  return measured.end >= end ? { ...like, start, end, tokens: measured.tokens } : undefined;
}

function* shortPieces(splitting: Splitting, range: Range, like: PieceLike): Iterable<Piece> {
  for (const part of cutLongRange(splitting.text, range, splitting)) yield { ...part, ...like };
}
