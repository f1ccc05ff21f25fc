import { type Piece, tokensOf } from "./piece.ts";

/** The pieces of a chunk, in their order and without gaps. */
export interface Group {
  readonly pieces: readonly Piece[];
  /** Whether it has nothing to do with the group before. */
  readonly startsSection: boolean;
}

export interface GroupOptions {
  readonly targetTokens: number;
  readonly overlapTokens: number;
}

/** A heading starts a new group unless the one before would have less than this share of its tokens. */
const leastSectionShare = 0.25;

/**
 * Fills groups one after the other. Evenly over the whole text would look better, but a change would move every border
 * after it, and every chunk would be embedded anew; as it is, borders are the same again from the next heading on.
 */
export function* fillGroups(pieces: Iterable<Piece>, options: GroupOptions): Iterable<Group> {
  const { targetTokens, overlapTokens } = options;
  let group: Piece[] = [];
  let tokens = 0;
  let startsSection = true;
  for (const piece of pieces) {
    const isHeading = piece.kind === "heading" && group.at(-1)?.kind !== "heading";
    const isNewSection = isHeading && tokens >= targetTokens * leastSectionShare;
    const room = startsSection ? targetTokens : targetTokens - overlapTokens;
    if (group.length > 0 && (isNewSection || tokens + piece.tokens > room)) {
      const headings = isNewSection ? [] : lastHeadings(group);
      yield { pieces: group.slice(0, group.length - headings.length), startsSection };
      startsSection = isNewSection || headings.length > 0;
      group = headings;
      tokens = tokensOf(headings) + (piece.head?.tokens ?? 0);
    }
    group.push(piece);
    tokens += piece.tokens;
  }
  if (group.length > 0) yield { pieces: group, startsSection };
}

/** A heading belongs to what follows it. */
function lastHeadings(group: readonly Piece[]): Piece[] {
  const last = group.findLastIndex(({ kind }) => kind !== "heading");
  return last === -1 ? [] : group.slice(last + 1);
}
