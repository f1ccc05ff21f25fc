import { describe, expect, test } from "vitest";
import { PlatformChunkers } from "../../../src/indexing/chunking/chunkers.ts";
import { estimateTokens } from "../../../src/indexing/chunking/estimate-tokens.ts";

const small = { targetTokens: 40, overlapTokens: 12 };

/** Sentences of nine tokens that tell which they are. */
function sentences(count: number, first = 1): string {
  return Array.from({ length: count }, (_, index) => `Sentence number ${first + index} is not very long. `).join("");
}

describe("Chunks of plain text", () => {
  test("have about 200 tokens, and end with sentences", () => {
    const chunks = PlatformChunkers.sentences()(sentences(200));

    const sizes = chunks.map(({ content }) => tokens(content));
    expect(Math.min(...sizes)).toBeGreaterThan(100);
    expect(Math.max(...sizes)).toBeLessThan(231);
    expect(chunks.every(({ content }) => content.endsWith("long."))).toBe(true);
  });

  test("start with the last sentence of the chunk before", () => {
    const [first, second] = PlatformChunkers.sentences(small)(sentences(20));

    expect(first?.content).toMatch(/^Sentence number 1 .*Sentence number 4 is not very long\.$/);
    expect(second?.content).toMatch(/^Sentence number 4 .*Sentence number 7 is not very long\.$/);
  });

  test("overlap as much as is wanted", () => {
    const [, second] = PlatformChunkers.sentences({ targetTokens: 40, overlapTokens: 0 })(sentences(20));

    expect(second?.content).toMatch(/^Sentence number 5 /);
  });

  test("are one for a text that fits, and none for no text", () => {
    for (const chunker of Object.values(PlatformChunkers)) {
      expect(chunker()("A short note.\n")).toEqual([{ content: "A short note." }]);
      expect(chunker()(" \n\n\t ")).toEqual([]);
      expect(chunker()("")).toEqual([]);
    }
  });

  test("do not end with one of a few words", () => {
    const sizes = (count: number) =>
      PlatformChunkers.sentences(small)(sentences(count)).map(({ content }) => tokens(content));

    for (let count = 5; count < 30; count++) expect(Math.min(...sizes(count))).toBeGreaterThan(17);
  });

  test("stay the same before a change, but for one, and what is appended changes the last two", () => {
    const before = PlatformChunkers.sentences(small)(sentences(40));
    const after = PlatformChunkers.sentences(small)(sentences(41));

    expect(after.slice(0, before.length - 2)).toEqual(before.slice(0, -2));
  });

  test("leave room for a long title, which they carry", () => {
    const title = "A title that goes on and on about this and that and more ".repeat(5).trim();

    const [chunk] = PlatformChunkers.sentences()(sentences(100), title);

    expect(chunk?.title).toBe(title);
    expect(tokens(chunk?.content ?? "") + tokens(title)).toBeLessThan(240);
  });

  test("are refused with options that make no sense", () => {
    expect(() => PlatformChunkers.markdown({ targetTokens: 10, overlapTokens: 8 })).toThrow(
      [
        "The text can't be cut like this:",
        "  - targetTokens is 10; it must be at least 16",
        "  - overlapTokens is 8; it must be from 0 to half of targetTokens",
      ].join("\n"),
    );
  });
});

describe("Chunks of markdown", () => {
  test("start at headings and know the headings above them", () => {
    const text = `# Guide\n\n## Install\n\n${sentences(6)}\n\n### Linux\n\n${sentences(3, 7)}\n\n## Use\n\n${sentences(2, 10)}`;

    const chunks = PlatformChunkers.markdown(small)(text, "Handbook");

    expect(chunks.map(({ title, content }) => [title, content.split("\n")[0]])).toEqual([
      ["Handbook", "# Guide"],
      ["Handbook › Guide › Install", expect.stringMatching(/^Sentence number/)],
      ["Handbook › Guide › Install", "### Linux"],
      ["Handbook › Guide", "## Use"],
    ]);
  });

  test("do not repeat a heading that is the title", () => {
    const chunks = PlatformChunkers.markdown(small)(`# Handbook\n\n${sentences(12)}`, "Handbook");

    expect(chunks.map(({ title }) => title)).toEqual(Array(chunks.length).fill("Handbook"));
  });

  test("know headings that are underlined, and take no settings or lines across the page for one", () => {
    const text = `---\ntags: a\n---\nFirst\n=====\n\n${sentences(9)}\n\n---\n\n${sentences(9, 10)}`;

    const chunks = PlatformChunkers.markdown(small)(text);

    expect(chunks.at(-1)?.title).toBe("First");
    expect(chunks[0]?.content).toMatch(/^---\ntags: a\n---\nFirst\n=====/);
  });

  test("never end with a heading", () => {
    for (let count = 1; count < 12; count++) {
      const chunks = PlatformChunkers.markdown(small)(`${sentences(count)}\n\n## Heading\n\n${sentences(5, 50)}`);

      expect(chunks.filter(({ content }) => content.endsWith("## Heading"))).toEqual([]);
    }
  });

  test("keep sections of a few words together", () => {
    const text = "# A\n\nOne.\n\n# B\n\nTwo.\n\n# C\n\nThree.";

    expect(PlatformChunkers.markdown(small)(text)).toEqual([{ content: text }]);
  });

  test("keep code whole that fits, whatever stands in it", () => {
    const code = "```sh\n# not a heading. Really\n| not | a table\n\n  indented\n```";

    const chunks = PlatformChunkers.markdown(small)(`${sentences(4)}\n\n${code}\n\n${sentences(4, 5)}`);

    expect(chunks.filter(({ content }) => content.includes(code))).toHaveLength(1);
    expect(chunks.every(({ title }) => title === undefined)).toBe(true);
  });

  test("cut code that does not fit between lines, and keep its indentation", () => {
    const lines = Array.from({ length: 40 }, (_, index) => `  call(${index}, "value");`);

    const chunks = PlatformChunkers.markdown(small)(`\`\`\`ts\n${lines.join("\n")}\n\`\`\``);

    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.flatMap(({ content }) => content.split("\n"))).toEqual(["```ts", ...lines, "```"]);
  });

  test("cut tables that do not fit between rows, and repeat the names of the columns", () => {
    const head = "| Id | Name |\n| --- | --- |\n";
    const rows = Array.from({ length: 30 }, (_, index) => `| ${index} | thing |`);

    const chunks = PlatformChunkers.markdown({ targetTokens: 80 })(`${head}${rows.join("\n")}\n\nThe end.`);

    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.every(({ content }) => content.startsWith(head))).toBe(true);
    expect(chunks.flatMap(({ content }) => content.match(/^\| \d+ .*$/gm) ?? [])).toEqual(rows);
  });

  test("keep a table whole that fits", () => {
    const table = "| Id | Name |\n|:--|--:|\n| 1 | one |\n| 2 | two |";

    const chunks = PlatformChunkers.markdown(small)(`${sentences(4)}\n\n${table}\n\n${sentences(4, 5)}`);

    expect(chunks.filter(({ content }) => content.includes(table))).toHaveLength(1);
  });
});

describe("Chunks by recursion", () => {
  test("keep paragraphs, else lines, else sentences together", () => {
    const paragraph = "Short paragraph.\nWith two lines.";
    const log = Array.from({ length: 10 }, (_, index) => `10:00:0${index} GET /items 200`);

    const chunks = PlatformChunkers.recursive({ targetTokens: 40, overlapTokens: 0 })(
      [paragraph, log.join("\n"), sentences(10)].join("\n\n"),
    );

    expect(chunks[0]?.content).toContain(paragraph);
    expect(chunks.flatMap(({ content }) => content.match(/^10:.*$/gm) ?? [])).toEqual(log);
    expect(chunks.at(-1)?.content).toMatch(/long\.$/);
  });
});

function tokens(text: string): number {
  return estimateTokens(text).count(0, text.length);
}
