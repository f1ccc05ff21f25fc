import { describe, expect, test } from "vitest";
import { matchedWords } from "../../src/features/search/matched-words.ts";
import { searchAsGraphql } from "../../src/features/search/search-document.ts";
import { parseSearchSettings, searchArguments } from "../../src/features/search/search-settings.ts";

describe("Matched words", () => {
  const marked = (text: string, query: string) =>
    matchedWords(text, query)
      .filter(({ isMatch }) => isMatch)
      .map(({ text: word }) => word);

  test("are marked whatever their case and ending", () => {
    expect(marked("Errors: an ERROR in the hub's settings.", "error setting")).toEqual(["Errors", "ERROR", "settings"]);
  });

  test("are whole words, not parts of others", () => {
    expect(marked("A hubbub near the hub", "hub")).toEqual(["hub"]);
  });

  test("leave every character of the text in its place", () => {
    const text = "<b>Reset</b> — the hub, résumé & “reset”";

    const parts = matchedWords(text, 'reset "hub"');

    expect(parts.map((part) => part.text).join("")).toBe(text);
    expect(parts.every(({ at, text: part }) => text.startsWith(part, at))).toBe(true);
  });

  test("are not those that are in every text", () => {
    expect(marked("How to reset the hub", "How to reset it?")).toEqual(["reset"]);
  });

  test("are none when only the meaning matches", () => {
    expect(matchedWords("Press the button", "restart")).toEqual([{ at: 0, text: "Press the button", isMatch: false }]);
  });
});

describe("What a search is told", () => {
  test("comes from the address, as far as it makes sense", () => {
    expect(parseSearchSettings({ q: 404, context: "manuals", before: 2, hybrid: 0.5 })).toEqual({
      q: "404",
      context: "manuals",
      before: 2,
      hybrid: 0.5,
    });
    expect(parseSearchSettings({ q: "", before: -1, after: "2", hybrid: 1.5, tsvector: Number.NaN })).toEqual({});
  });

  test("leaves to the context what nobody has set", () => {
    expect(searchArguments({ q: "hub" })).toEqual({ cutoffs: undefined, expand: undefined });
    expect(searchArguments({ after: 1, cosineDistance: 0 })).toEqual({
      cutoffs: { cosineDistance: 0 },
      expand: { after: 1 },
    });
  });

  test("can be copied as one text that runs as it is, whatever was typed", () => {
    const text = searchAsGraphql("manuals", "hybridSearch", { q: 'a "b" \\ }', hybrid: 0.2, before: 1 });

    expect(text).toContain(
      'manualsVectorSearch(query: "a \\"b\\" \\\\ }", method: hybridSearch, cutoffs: { hybrid: 0.2 }, expand: { before: 1 })',
    );
  });
});
