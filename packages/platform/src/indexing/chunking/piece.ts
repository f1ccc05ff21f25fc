import type { TokenEstimate } from "./estimate-tokens.ts";
import type { Range } from "./range.ts";

/** What a chunk is put together from and does not cut: a sentence, a heading, a line of code, a row of a table. */
export interface Piece extends Range {
  readonly tokens: number;
  readonly kind: "sentence" | "heading" | "line";
  /** The headings that it stands under, the outermost first. */
  readonly headings: readonly string[];
  /** Put before it where it starts a chunk: the head of its table. */
  readonly head?: Range & { readonly tokens: number };
}

/** What the splitting of a text works with. */
export interface Splitting {
  readonly text: string;
  readonly estimate: TokenEstimate;
  /** A piece has no more. */
  readonly mostTokens: number;
}

export function tokensOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0);
}
