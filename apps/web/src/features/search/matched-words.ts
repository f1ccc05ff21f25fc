export interface TextPart {
  /** Where it begins. */
  readonly at: number;
  readonly text: string;
  readonly isMatch: boolean;
}

const shortestStem = 3;
/** Too common to be searched for: marked, they would hide what was found. */
const common = new Set(
  "a an and are as at be by for from how in is it my of on or that the to what when with".split(" "),
);

/**
 * A text cut where words of the query are in it. Endings don't count: «errors» marks «error», as full text finds it. What
 * is found by meaning alone has nothing to mark.
 */
export function matchedWords(text: string, query: string): readonly TextPart[] {
  const stems = words(query)
    .filter(({ text: word }) => !common.has(word.toLowerCase()))
    .map(({ text: word }) => stemOf(word));
  const parts: TextPart[] = [];
  let end = 0;
  for (const { at, text: word } of words(text)) {
    if (!stems.includes(stemOf(word))) continue;
    if (at > end) parts.push({ at: end, text: text.slice(end, at), isMatch: false });
    parts.push({ at, text: word, isMatch: true });
    end = at + word.length;
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end), isMatch: false });
  return parts;
}

function words(text: string): readonly { readonly at: number; readonly text: string }[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index, 0: word }) => ({ at: index, text: word }));
}

/** Rough, and the same on both sides: it only decides what is coloured. */
function stemOf(word: string): string {
  const small = word.toLowerCase();
  const stem = small.replace(/(ings?|ed|es|s|e)$/, "");
  return stem.length >= shortestStem ? stem : small;
}
