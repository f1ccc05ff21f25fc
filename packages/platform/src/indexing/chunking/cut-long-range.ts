import type { TokenEstimate } from "./estimate-tokens.ts";
import type { Range } from "./range.ts";

export interface CutOptions {
  readonly estimate: TokenEstimate;
  readonly mostTokens: number;
}

/** Parts of a range, one after the other, each cut at the best place in its second half; the whole if it is short. */
export function* cutLongRange(
  text: string,
  range: Range,
  { estimate, mostTokens }: CutOptions,
): Iterable<Range & { readonly tokens: number }> {
  let start = range.start;
  for (;;) {
    const most = estimate.upTo(start, range.end, mostTokens);
    if (most.end >= range.end) {
      yield { start, ...most };
      return;
    }
    const end = bestCut(text, { start, end: most.end });
    // In proportion: to count again would take as long as to find the place.
    yield { start, end, tokens: (mostTokens * (end - start)) / Math.max(1, most.end - start) };
    start = end;
  }
}

/** The end of a line, else of a clause, of a word, of its part; in scripts without spaces, where a dictionary ends a word. */
function bestCut(text: string, { start, end }: Range): number {
  // At least one character, so that it comes to an end.
  const least = Math.max(start + 1, Math.floor((start + end) / 2));
  const tail = text.slice(least, end);
  for (const place of places) {
    const cut = lastEnd(tail, place);
    if (cut !== undefined) return least + cut;
  }
  const most = Math.max(end, start + 1);
  // Between simple letters there is nothing to look up, and looking up takes long.
  if (text.charCodeAt(most - 1) < firstMark && text.charCodeAt(most) < firstMark) return most;
  const before = { start: Math.max(least, most - windowLength), end: most };
  return segmentStart(text, before, words) ?? segmentStart(text, before, characters) ?? wholeCharacter(text, most);
}

const places: readonly RegExp[] = [/\n/g, /[,;:)](?=\s)|[，、；：]/g, /\s/g, /[/\\?&=_.-]/g];
/** Before it, a character is one of UTF-16, and is not joined with the next. */
const firstMark = 0x300;

function lastEnd(text: string, place: RegExp): number | undefined {
  let last: number | undefined;
  for (const { index, 0: found } of text.matchAll(place)) last = index + found.length;
  return last;
}

/** Enough for the longest words, and little enough to look them up in no time. */
const windowLength = 80;
const words = new Intl.Segmenter("en", { granularity: "word" });
/** As people see them: a letter with its marks, a family of emoji. */
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Where the segment starts that a cut at the window's end would go through. */
function segmentStart(text: string, { start, end }: Range, segmenter: Intl.Segmenter): number | undefined {
  const cut = segmenter.segment(text.slice(start, end + windowLength)).containing(end - start);
  return cut && cut.index > 0 ? start + cut.index : undefined;
}

/** Not between the halves of a surrogate pair. */
function wholeCharacter(text: string, index: number): number {
  const isBetweenHalves = isHalf(text, index - 1, 0xd800) && isHalf(text, index, 0xdc00);
  return isBetweenHalves ? index + 1 : index;
}

function isHalf(text: string, index: number, first: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === first;
}
