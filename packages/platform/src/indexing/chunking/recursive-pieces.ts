import { fittingPiece, sentencePieces } from "./block-pieces.ts";
import type { Piece, Splitting } from "./piece.ts";
import { type Range, rangesUpTo } from "./range.ts";

/** Paragraphs; of those that are too long, lines; of those, sentences; of those, clauses and words. */
export function* recursivePieces(splitting: Splitting): Iterable<Piece> {
  const { text } = splitting;
  for (const paragraph of rangesUpTo(text, { start: 0, end: text.length }, /\n[^\S\n]*\n\s*/g)) {
    const whole = fittingPiece(splitting, paragraph, like);
    if (whole) yield whole;
    else for (const line of rangesUpTo(text, paragraph, /\n/g)) yield* piecesOfLine(splitting, line);
  }
}

const like = { kind: "sentence", headings: [] } as const;

function* piecesOfLine(splitting: Splitting, line: Range): Iterable<Piece> {
  const whole = fittingPiece(splitting, line, like);
  if (whole) yield whole;
  else yield* sentencePieces(splitting, line, []);
}
