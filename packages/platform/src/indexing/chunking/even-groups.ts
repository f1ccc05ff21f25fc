import type { Group, GroupOptions } from "./fill-groups.ts";
import { tokensOf } from "./piece.ts";

/** A last group with less than this share of its tokens is made even with the one before, or joined with it. */
const smallShare = 0.5;
/** Joined they may have this share more than their target. */
const mostShare = 1.15;

/** The groups, but where a section would end with a small one, which says too little to be found by. */
export function* evenGroups(groups: Iterable<Group>, options: GroupOptions): Iterable<Group> {
  let last: Group | undefined;
  let lastButOne: Group | undefined;
  for (const group of groups) {
    if (group.startsSection) yield* evened(lastButOne, last, options);
    else if (lastButOne) yield lastButOne;
    lastButOne = group.startsSection ? undefined : last;
    last = group;
  }
  yield* evened(lastButOne, last, options);
}

function evened(one: Group | undefined, other: Group | undefined, options: GroupOptions): readonly Group[] {
  if (!one || !other) return [one ?? other ?? []].flat();
  const { targetTokens, overlapTokens } = options;
  const most = targetTokens * mostShare - (one.startsSection ? 0 : overlapTokens);
  const [first, second] = [tokensOf(one.pieces), tokensOf(other.pieces)];
  if (second >= targetTokens * smallShare) return [one, other];
  const pieces = [...one.pieces, ...other.pieces];
  if (first + second <= most) return [{ ...one, pieces }];
  let sum = 0;
  const middle = pieces.findIndex(({ tokens }) => {
    sum += tokens;
    return sum > (first + second) / 2;
  });
  return [
    { ...one, pieces: pieces.slice(0, Math.max(1, middle)) },
    { ...other, pieces: pieces.slice(Math.max(1, middle)) },
  ];
}
