import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textProblem } from "../../../src/definitions/text-problem.ts";
import { PlatformChunkers } from "../../../src/indexing/chunking/chunkers.ts";
import { estimateTokens } from "../../../src/indexing/chunking/estimate-tokens.ts";

const parts = [
  ...'a b. c! ? , ; : 。 、 । # ## - * | --- === ``` ~~~ ( ) " 1. 2) 東京 ไทย สวัสดีครับ हिन्दी 한국어 😀 👩‍👩‍👧 e\u0301 \u0000 \u0007 \ud800 \udc00'.split(
    " ",
  ),
  ...[" ", "  ", "\t", "\n", "\n\n", "\r\n", "\u00a0", "\u3000", "word ", "Sentence. ", "| a | b |\n", "a".repeat(90)],
];
const anyText = fc.array(fc.constantFrom(...parts), { maxLength: 400 }).map((some) => some.join(""));
const chunkers = Object.entries(PlatformChunkers);
const small = { targetTokens: 20, overlapTokens: 0 };

describe("Any text", () => {
  test.each(chunkers)("is in the chunks as a whole (%s)", (_, chunker) => {
    fc.assert(
      fc.property(anyText, (text) => {
        // Without the heads of tables, which are repeated.
        const whole = text.replaceAll("|", "/");

        const chunks = chunker(small)(whole);

        const written = chunks.map(({ content }) => content).join("");
        expect(withoutSpace(written)).toBe(withoutSpace(whole.toWellFormed().replaceAll("\u0000", "")));
      }),
    );
  });

  test.each(chunkers)("gives chunks that fit, can be stored, and are the same every time (%s)", (_, chunker) => {
    fc.assert(
      fc.property(anyText, (text) => {
        const chunks = chunker(small)(text);

        for (const { content } of chunks) {
          expect(textProblem(content)).toBeUndefined();
          expect(content.trim()).not.toBe("");
          expect(estimateTokens(content).count(0, content.length)).toBeLessThan(60);
        }
        expect(chunker(small)(text)).toEqual(chunks);
      }),
    );
  });

  test("without spaces is cut between words where a dictionary knows them", () => {
    const text = "รัฐบาลตัดสินใจเพิ่มเงินสนับสนุนพลังงานหมุนเวียนอย่างมาก".repeat(20);
    const words = new Set(
      [...new Intl.Segmenter("th", { granularity: "word" }).segment(text)].map(({ index }) => index),
    );

    const chunks = PlatformChunkers.sentences(small)(text);

    let end = 0;
    const cuts = chunks.map(({ content }) => {
      end += content.length;
      return end;
    });
    expect(chunks.length).toBeGreaterThan(20);
    expect(cuts.slice(0, -1).filter((cut) => !words.has(cut))).toEqual([]);
  });

  test("is not cut inside of what people see as one character", () => {
    const family = "👩‍👩‍👧";

    const chunks = PlatformChunkers.markdown(small)(family.repeat(500));

    expect(chunks.length).toBeGreaterThan(10);
    expect(chunks.filter(({ content }) => content.replaceAll(family, "") !== "")).toEqual([]);
  });

  test.each([
    ["prose", "The quick brown fox jumps over the lazy dog. It was not amused, e.g. because it slept! "],
    ["one letter", "a"],
  ])("of 10 MB takes less than 2 s (%s)", { timeout: 60_000 }, (_, part) => {
    const text = part.repeat(10_000_000 / part.length);
    // Of the processor: others may be running.
    const before = process.cpuUsage();

    const chunks = PlatformChunkers.markdown()(text);

    const { user, system } = process.cpuUsage(before);
    expect(chunks.length).toBeGreaterThan(10_000);
    expect((user + system) / 1e6).toBeLessThan(2);
  });

  test.each([
    " ",
    "\n",
    "\n    ",
    ". ",
    ".",
    "# \n",
    "|\n",
    "|-|\n",
    "```\n",
    "-\n",
    "x\n---\n",
    "- a\n",
    "東京",
    "。",
    "\u0301",
    ",",
    "\u0000",
    "\ud800",
    ".))))",
    "\r\n",
    "(",
    "e.g. ",
    "~~~\n```\n",
    "1. ",
    "👩‍👩‍👧",
    "*",
    "a|b\n-|-\n",
  ])("takes time in proportion to its length: %j", { timeout: 60_000 }, (part) => {
    const text = part.repeat(100_000 / part.length);

    for (const [, chunker] of chunkers) {
      const before = process.cpuUsage();
      const chunks = chunker()(text);
      const { user, system } = process.cpuUsage(before);

      expect((user + system) / 1e6).toBeLessThan(1);
      expect(Math.max(0, ...chunks.map(({ content }) => content.length))).toBeLessThan(15_000);
    }
  });
});

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, "");
}
