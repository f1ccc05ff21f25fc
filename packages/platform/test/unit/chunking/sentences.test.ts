import { describe, expect, test } from "vitest";
import { sentenceRanges } from "../../../src/indexing/chunking/sentence-ranges.ts";

describe("Sentences", () => {
  test.each([
    ["end with a mark and a space", ["One thing. ", "Another! ", "A third? ", "The last"]],
    ["may end in quotation marks and brackets", ["He said «no.» ", "(She agreed.) ", "“Really?!” ", "Yes."]],
    [
      "do not end after abbreviations, initials and numbers",
      ["See e.g. Fig. 3 by J. Smith et al. for 3.14 vs. 2.7. ", "Then go on."],
    ],
    ["do not end where a small letter follows a dot", ["The file .npmrc. it is read first. ", "Always."]],
    [
      "end at a spaced mark, as old collections have it",
      ["the layer separates . ", "a second wave follows . ", "it ends ."],
    ],
    ["end at blank lines and list items", ["A heading\n\n", "- one\n", "- two\n", "1. three"]],
    ["may go on in the next line", ["One sentence\nover two lines. ", "Next."]],
    ["need no space in Chinese and Japanese", ["東京は首都です。", "人口は多い！", "本当？", "はい"]],
    [
      "end with the marks of Hindi, Arabic, Armenian and Ethiopic",
      ["यह एक है। ", "هل هذا صحيح؟ ", "Այո։ ", "አዎ። ", "End."],
    ],
    ["may consist of marks", ["... ", "Well!!! ", "?"]],
  ])("%s", (_, sentences) => {
    expect(split(sentences.join(""))).toEqual(sentences);
  });

  test("of nothing are none", () => {
    expect(split("")).toEqual([]);
  });
});

function split(text: string): string[] {
  return [...sentenceRanges(text, { start: 0, end: text.length })].map(({ start, end }) => text.slice(start, end));
}
