const mostTexts = 8;
/** About 250 tokens, a tenth of a second: what an urgent text may have to wait for. */
const mostCharacters = 1_000;

/** Short texts go to a thread together, so that it need not wait for the next after each; long ones go alone. */
export function sliceTexts(texts: readonly string[]): readonly (readonly string[])[] {
  const slices: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const slice = slices.at(-1);
    characters += text.length;
    if (slice && slice.length < mostTexts && characters <= mostCharacters) slice.push(text);
    else {
      slices.push([text]);
      characters = text.length;
    }
  }
  return slices;
}
