import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BadInputError } from "../../src/foundation/errors.ts";
import { parseQuery } from "../../src/search/parse-query.ts";

describe("What somebody searches for", () => {
  test.each([
    ["blue whale", { text: "blue whale", phrases: [], excluded: [] }],
    [`"blue whale" sea`, { text: "blue whale sea", phrases: ["blue whale"], excluded: [] }],
    [`whale -blue`, { text: "whale", phrases: [], excluded: ["blue"] }],
    [`whale -"blue sea" -red`, { text: "whale", phrases: [], excluded: ["blue sea", "red"] }],
    ["state-of-the-art e-mail", { text: "state-of-the-art e-mail", phrases: [], excluded: [] }],
    ["covid-19 - not this", { text: "covid-19 not this", phrases: [], excluded: [] }],
    [`an "open quote`, { text: "an open quote", phrases: [], excluded: [] }],
    [`whale""sea`, { text: "whale sea", phrases: [], excluded: [] }],
    [`"one""two"`, { text: "one two", phrases: ["one", "two"], excluded: [] }],
    ["--x a", { text: "a", phrases: [], excluded: ["-x"] }],
    ["  spaced\n\tout  ", { text: "spaced out", phrases: [], excluded: [] }],
    ["鯨 -海 👍", { text: "鯨 👍", phrases: [], excluded: ["海"] }],
    [`5" disk`, { text: "5 disk", phrases: [], excluded: [] }],
  ])("%j is taken apart as web searches do", (query, expected) => {
    expect(parseQuery(query)).toEqual(expected);
  });

  test.each([
    ["", `"query" must hold something to search for.`],
    ["  ", `"query" must hold something to search for.`],
    [`"`, `"query" must hold something to search for.`],
    ["?!… — .", `"query" must hold something to search for.`],
    ["-a -b", `"query" holds only what must not occur.`],
    ["x".repeat(8001), `"query" may have 8,000 characters at most, not 8,001.`],
    ["\ud800", `"query" must be well-formed Unicode (it holds half of a surrogate pair).`],
  ])("%j is refused with the reason", (query, message) => {
    expect(() => parseQuery(query)).toThrow(new BadInputError(message));
  });

  test("anything else is understood somehow, and nothing in it is lost or made up", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (query) => {
        try {
          const { text, phrases, excluded } = parseQuery(query);
          expect(text).not.toBe("");
          for (const part of [...text.split(" "), ...phrases, ...excluded]) expect(query).toContain(part);
        } catch (error) {
          expect(error).toBeInstanceOf(BadInputError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("no query makes it slow", () => {
    const startedAt = performance.now();
    for (const hard of [`"`.repeat(8000), "-".repeat(8000), ` -"`.repeat(2600), `a"`.repeat(4000), " ".repeat(8000)]) {
      expect(() => parseQuery(`${hard.slice(0, 7998)} a`)).not.toThrow(TypeError);
    }
    expect(performance.now() - startedAt).toBeLessThan(500);
  });

  test("in prose of more than 32 words, quotation marks and dashes are no signs", () => {
    const words = Array.from({ length: 30 }, (_, index) => `word${index}`).join(" ");

    const short = parseQuery(`a "b c" -d ${words.split(" ").slice(0, 5).join(" ")}`);
    const prose = parseQuery(`a "b c" -d ${words}`);

    expect(short).toMatchObject({ phrases: ["b c"], excluded: ["d"] });
    expect(prose).toEqual({ text: `a b c d ${words}`, phrases: [], excluded: [] });
  });
});
