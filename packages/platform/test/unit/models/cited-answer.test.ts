import { describe, expect, test } from "vitest";
import { citedAnswer, parsePassages } from "../../../src/models/language/cited-answer.ts";

const passage = { context: "articles", item: "1", name: "Bread", score: 0.6 };
const textOf = (question: string, ...texts: readonly string[]) => {
  const found = texts.map((text, index) => ({ ...passage, item: String(index), name: `Article ${index}`, text }));
  return citedAnswer(question, found).flatMap((part) => (part.kind === "text" ? [part.text] : []))[0];
};

describe("An answer in quotes", () => {
  test("takes the two sentences next to each other that share most with the question", () => {
    const text = "Flour comes first. Water follows. Yeast makes bread rise. It takes an hour. Then it is baked.";
    expect(textOf("What makes bread rise?", text)).toBe(
      "> Water follows. Yeast makes bread rise. [1]\n\n[1] Article 0",
    );
  });

  test("leaves out headings, tables and markup", () => {
    const text = "# Bread and yeast\n\n| bread | yeast |\n|---|---|\n\n- **Bread** needs `yeast`. Wait for it.";
    expect(textOf("bread yeast", text)).toContain("> Bread needs yeast. Wait for it. [1]");
  });

  test("quotes a text without any prose as it is", () => {
    expect(textOf("anything", "# Only a heading")).toContain("> # Only a heading [1]");
  });

  test("quotes three items at most, the best first, each once, and says where they are from", () => {
    const found = [0.3, 0.9, 0.5, 0.4, 0.8].map((score, index) => ({
      ...{ ...passage, score, text: `Text ${index}.` },
      ...{ item: index === 4 ? "1" : String(index), name: `Article ${index}` },
    }));
    const parts = citedAnswer("text", found);

    expect(parts.filter(({ kind }) => kind === "source")).toEqual([
      { kind: "source", url: "platform://articles/1", title: "Article 1" },
      { kind: "source", url: "platform://articles/2", title: "Article 2" },
      { kind: "source", url: "platform://articles/3", title: "Article 3" },
    ]);
  });

  test("says so when nothing fits", () => {
    const nothing = [{ kind: "text", text: "I found nothing about that." }];

    expect(citedAnswer("text", [])).toEqual(nothing);
    expect(citedAnswer("text", [{ ...passage, score: 0.1, text: "Far away." }])).toEqual(nothing);
  });

  test("takes nothing from a tool that says something else", () => {
    expect(parsePassages("It rains.")).toEqual([]);
    expect(parsePassages(`{"passages":[{"text":5}]}`)).toEqual([]);
    expect(parsePassages(JSON.stringify({ passages: [{ ...passage, text: "T" }] }))).toHaveLength(1);
  });
});
