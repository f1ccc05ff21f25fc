import { characterKinds, kinds } from "./character-kinds.ts";
import { looksEnglish } from "./looks-english.ts";

export interface TokenEstimate {
  /** About how many tokens a part of the text has. */
  count(start: number, end: number): number;
  /** The start of a part that has about that many tokens; the whole when it has fewer. */
  upTo(start: number, end: number, most: number): Measured;
}

interface Measured {
  readonly tokens: number;
  readonly end: number;
}

/** Estimates tokens as the BERT vocabulary has them, without a tokenizer, which would take a hundred times as long. */
export function estimateTokens(text: string): TokenEstimate {
  const plainWord = looksEnglish(text) ? englishWord : otherWord;
  const kindOf = characterKinds();

  const scan = (start: number, end: number, most: number): Measured => {
    let tokens = 0;
    let letters = 0;
    let digits = 0;
    let humps = 0;
    let previous: number = kinds.nothing;
    for (let index = start; index < end; index++) {
      const kind = kindOf[text.charCodeAt(index)] ?? kinds.nothing;
      if (kind === kinds.lowercase || kind === kinds.uppercase || kind === kinds.digit) {
        letters += 1;
        if (kind === kinds.digit) digits += 1;
        if (kind === kinds.uppercase && previous === kinds.lowercase) humps += 1;
      } else {
        if (letters > 0) tokens += digits + humps > 0 ? oddWord(letters, digits) : plainWord(letters);
        letters = 0;
        digits = 0;
        humps = 0;
        tokens += tokensAlone[kind] ?? 0;
      }
      previous = kind;
      const inWord = letters > longWord ? otherWord(letters) : 0;
      if (tokens + inWord > most) return { tokens, end: index };
    }
    if (letters > 0) tokens += digits + humps > 0 ? oddWord(letters, digits) : plainWord(letters);
    return { tokens, end };
  };
  return { count: (start, end) => scan(start, end, Number.POSITIVE_INFINITY).tokens, upTo: scan };
}

const longWord = 20;

/** By length, as measured over scientific abstracts and documentation. */
const englishTokens = [
  0, 1, 1, 1.03, 1.03, 1.04, 1.1, 1.22, 1.15, 1.25, 1.5, 1.45, 1.5, 1.8, 2.8, 2.8, 4.2, 4.3, 5, 5.5, 6,
];

function englishWord(letters: number): number {
  return englishTokens[letters] ?? letters / 3;
}

/** Of a language that the vocabulary knows only in pieces. */
function otherWord(letters: number): number {
  return Math.max(1, letters / 2.6);
}

/** A number, a name with digits or one like `countTokens`. */
function oddWord(letters: number, digits: number): number {
  if (digits === letters) return Math.max(1, letters / 2.2);
  return Math.max(1, digits > 0 ? letters / 1.8 : letters / 3.2);
}

const tokensAlone: Readonly<Record<number, number>> = {
  // A little, so that no amount of it fits into one chunk.
  [kinds.nothing]: 0.02,
  [kinds.alone]: 1,
  [kinds.spelled]: 1,
  [kinds.syllable]: 2.3,
  [kinds.unspaced]: 0.5,
  [kinds.half]: 0.5,
};
