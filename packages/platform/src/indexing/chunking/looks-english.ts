const sampleLength = 5_000;

/** The most frequent words of English, which make up a quarter of any text. */
const frequent = new Set(
  "the of and to in a is for that with on as are by be or it from at an not this which was were has have".split(" "),
);

/** Whether a text is in English, or is code, whose words are English too. Judged by its start. */
export function looksEnglish(text: string): boolean {
  const sample = text.slice(0, sampleLength);
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  const share = words.filter((word) => frequent.has(word)).length / words.length;
  const codeSigns = sample.match(/[{}()[\]=<>;_]/g)?.length ?? 0;
  return words.length === 0 || share > 0.1 || codeSigns / sample.length > 0.03;
}
