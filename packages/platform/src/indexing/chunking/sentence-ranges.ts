import type { Range } from "./range.ts";

/** What ends a sentence when a space follows. */
const marks = characterSet(".!?…؟۔");
/** What ends a sentence whatever follows. */
const fullMarks = characterSet("。！？｡．।॥։።។။");
/** What may stand between the mark and the space: quotation marks and brackets. */
const closers = characterSet("\"'”’»)]}›」』）】》");
const newline = 10;

/** Words that end with a dot and no sentence, mostly. */
const abbreviations = new Set(
  "al approx bzw ca cf ch dr e.g eq eqs etc fig figs i.e inc mr mrs ms no nos nr p pp prof ref refs resp sec st vol vs z.b".split(
    " ",
  ),
);

/**
 * The sentences of a part of a text, with the space after them: one range starts where the other ends. A blank line and
 * the start of a list item end a sentence too. It reads every character at most twice, whatever the text is.
 */
export function* sentenceRanges(text: string, { start, end }: Range): Iterable<Range> {
  let sentence = start;
  let index = start;
  while (index < end) {
    const next = boundaryAfter(text, index, end);
    if (next === undefined) index += 1;
    else {
      index = next.index;
      if (!next.ends) continue;
      yield { start: sentence, end: index };
      sentence = index;
    }
  }
  if (sentence < end) yield { start: sentence, end };
}

interface Boundary {
  /** Where to read on. */
  readonly index: number;
  /** Whether a sentence ends there. */
  readonly ends: boolean;
}

/** Undefined where nothing happens, as at most characters. */
function boundaryAfter(text: string, index: number, end: number): Boundary | undefined {
  const code = text.charCodeAt(index);
  if (code === newline) return afterNewline(text, index, end);
  if (!marks.has(code) && !fullMarks.has(code)) return undefined;
  let after = index + 1;
  while (after < end && isMarkOrCloser(text.charCodeAt(after))) after += 1;
  const next = skipSpace(text, after, end);
  if (fullMarks.has(code)) return { index: next, ends: true };
  if (next === after && after < end) return { index: after, ends: false };
  return { index: next, ends: next === end || isSentenceEnd(text, { start: index, end: next }) };
}

function afterNewline(text: string, index: number, end: number): Boundary {
  const next = skipSpace(text, index, end);
  const isBlankLine = hasBlankLine(text.slice(index, Math.min(next, index + longestGap)));
  return { index: next, ends: isBlankLine || startsListItem(text, next) };
}

/** A longer space between two lines is looked at no further. */
const longestGap = 100;

function hasBlankLine(space: string): boolean {
  return space.indexOf("\n") !== space.lastIndexOf("\n");
}

/** The range starts with the mark and ends with the space after it. */
function isSentenceEnd(text: string, { start, end }: Range): boolean {
  if (hasBlankLine(text.slice(start, Math.min(end, start + longestGap)))) return true;
  // Where a space precedes the mark too, as in some old collections, sentences need not start with a capital.
  if (start > 0 && isSpace(text.charCodeAt(start - 1))) return true;
  if (text.charAt(start) !== ".") return true;
  return !/\p{Ll}/u.test(text.charAt(end)) && !isAbbreviation(lastWord(text, start));
}

function isAbbreviation(word: string): boolean {
  return abbreviations.has(word.toLowerCase()) || /^\p{Lu}$/u.test(word);
}

/** The end of the word before a place; long words are cut, being no abbreviations anyway. */
function lastWord(text: string, end: number): string {
  let start = end;
  while (start > Math.max(0, end - longestAbbreviation - 1) && isWordPart(text.charCodeAt(start - 1))) start -= 1;
  return text.slice(start, end);
}

const longestAbbreviation = 6;

function isWordPart(code: number): boolean {
  return !isSpace(code) && !closers.has(code) && code !== openingBracket;
}

const openingBracket = 40;

function startsListItem(text: string, index: number): boolean {
  return /^(?:[-*+•–] |\d{1,4}[.)] )/.test(text.slice(index, index + 7));
}

function isMarkOrCloser(code: number): boolean {
  return marks.has(code) || fullMarks.has(code) || closers.has(code);
}

function skipSpace(text: string, start: number, end: number): number {
  let index = start;
  while (index < end && isSpace(text.charCodeAt(index))) index += 1;
  return index;
}

/** Space as `\s` has it, without a regular expression for the common ones. */
function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/.test(String.fromCharCode(code)));
}

function characterSet(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}
