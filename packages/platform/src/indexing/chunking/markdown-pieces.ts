import { linePieces, sentencePieces } from "./block-pieces.ts";
import { type Block, markdownBlocks } from "./markdown-blocks.ts";
import type { Piece, Splitting } from "./piece.ts";

/** The pieces of a markdown text: sentences and headings, and code and tables whole if they fit. */
export function* markdownPieces(splitting: Splitting): Iterable<Piece> {
  const open: Heading[] = [];
  for (const block of markdownBlocks(splitting.text)) {
    if (block.kind === "heading") {
      while ((open.at(-1)?.level ?? 0) >= block.level) open.pop();
      yield* linePieces(splitting, block, { kind: "heading", headings: titles(open) });
      open.push(block);
    } else yield* piecesOf(splitting, block, titles(open));
  }
}

type Heading = Extract<Block, { kind: "heading" }>;

function titles(headings: readonly Heading[]): readonly string[] {
  return headings.map(({ title }) => title).filter((title) => title !== "");
}

function piecesOf(splitting: Splitting, block: Exclude<Block, Heading>, headings: readonly string[]): Iterable<Piece> {
  switch (block.kind) {
    case "prose":
      return sentencePieces(splitting, block, headings);
    case "code":
      return linePieces(splitting, block, { kind: "line", headings });
    case "table":
      return tablePieces(splitting, block, headings);
  }
}

/** A head of more than a third of a chunk is not repeated. */
function* tablePieces(
  splitting: Splitting,
  table: Extract<Block, { kind: "table" }>,
  headings: readonly string[],
): Iterable<Piece> {
  const { estimate, mostTokens } = splitting;
  const head = { start: table.start, end: table.headEnd, tokens: estimate.count(table.start, table.headEnd) };
  const isShort = head.tokens < mostTokens / 3;
  for (const piece of linePieces(splitting, table, { kind: "line", headings })) {
    yield isShort && piece.start >= head.end ? { ...piece, head } : piece;
  }
}
