import { textProblem } from "../definitions/text-problem.ts";
import { BadInputError } from "../foundation/errors.ts";

/** What was asked, taken apart as web searches do: `"a phrase"` must occur, `-word` and `-"a phrase"` must not. */
export interface SearchQuery {
  /** Everything that is looked for, without the signs. */
  readonly text: string;
  readonly phrases: readonly string[];
  readonly excluded: readonly string[];
}

const mostCharacters = 8000;

/**
 * Longer ones are prose, whose quotation marks and dashes are punctuation: taken as signs, five of the 76 questions of
 * CISI, which quote a word, found next to nothing.
 */
const mostWordsWithSigns = 32;

export function parseQuery(query: string): SearchQuery {
  if (query.length > mostCharacters) {
    throw new BadInputError(`"query" may have 8,000 characters at most, not ${query.length.toLocaleString("en")}.`);
  }
  const problem = textProblem(query);
  if (problem) throw new BadInputError(`"query" ${problem}.`);
  const isProse = query.trim().split(/\s+/).length > mostWordsWithSigns;
  const parts = [...(isProse ? query.replaceAll('"', " ") : query).matchAll(part)].map(
    ([, minus, phrase, word = ""]) => ({
      isExcluded: minus === "-" && !isProse,
      phrase: phrase?.trim(),
      text: (phrase ?? word).trim(),
    }),
  );
  const meant = parts.filter(({ text }) => /[\p{L}\p{N}\p{S}]/u.test(text));
  const wanted = meant.filter(({ isExcluded }) => !isExcluded);
  if (wanted.length === 0) {
    throw new BadInputError(
      meant.length === 0 ? `"query" must hold something to search for.` : `"query" holds only what must not occur.`,
    );
  }
  return {
    text: wanted.map(({ text }) => text).join(" "),
    phrases: wanted.flatMap(({ phrase }) => phrase ?? []),
    excluded: meant.filter(({ isExcluded }) => isExcluded).map(({ text }) => text),
  };
}

/** A quoted phrase, or a word; a minus counts only where a word begins. A quote that is never closed means nothing. */
const part = /(?:(?<!\S)(-))?(?:"([^"]*)"|([^\s"]+))/gu;
