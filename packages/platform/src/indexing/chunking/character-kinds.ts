/** What a character (a UTF-16 unit) is to a tokenizer of the WordPiece family. */
export const kinds = {
  /** White space, and what tokenizers throw away: controls, marks on letters. */
  nothing: 0,
  lowercase: 1,
  uppercase: 2,
  digit: 3,
  /** A token of its own: punctuation, symbols, ideographs. */
  alone: 4,
  /** Of a script that English vocabularies spell letter by letter: Cyrillic, Greek, Arabic, Devanagari. */
  spelled: 5,
  /** A Korean syllable: spelled too, in two or three parts. */
  syllable: 6,
  /** Of a script without spaces that has no place in such a vocabulary: Thai, Khmer, Lao, Burmese. */
  unspaced: 7,
  /** Half of a character outside the basic plane, such as an emoji. */
  half: 8,
} as const;

/** In the order of precedence. */
const tests: readonly (readonly [RegExp, number])[] = [
  [/[\s\p{Cc}\p{Cf}\p{Mn}]/u, kinds.nothing],
  [/\p{Cs}/u, kinds.half],
  [/\p{Nd}/u, kinds.digit],
  [/(?=\p{Lu})\p{Script=Latin}/u, kinds.uppercase],
  [/\p{Script=Latin}/u, kinds.lowercase],
  [/[\p{P}\p{S}\p{Script=Han}]/u, kinds.alone],
  [/\p{Script=Hangul}/u, kinds.syllable],
  [/[\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u, kinds.unspaced],
  [/\p{L}|\p{M}|\p{N}/u, kinds.spelled],
];

let table: Uint8Array | undefined;

/** The kind of every UTF-16 unit. Made when it is first asked for: it takes 20 ms. */
export function characterKinds(): Uint8Array {
  table ??= Uint8Array.from({ length: 0x10000 }, (_, code) => {
    const character = String.fromCharCode(code);
    return tests.find(([test]) => test.test(character))?.[1] ?? kinds.nothing;
  });
  return table;
}
