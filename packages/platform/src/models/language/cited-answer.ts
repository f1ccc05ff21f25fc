import { z } from "zod";
import type { SpokenPart } from "./model-parts.ts";

const passage = z.object({
  context: z.string(),
  item: z.string(),
  name: z.string(),
  text: z.string(),
  score: z.number().nullable(),
});

type Passage = z.infer<typeof passage>;

/** Hybrid scores of passages that have nothing to do with a question stay below. */
const leastScore = 0.2;
const mostQuotes = 3;
const sentencesInQuote = 2;
const longestQuote = 300;
const nothing = "I found nothing about that.";

/** What a tool that searches a context has found; nothing when it says anything else. */
export function parsePassages(result: string): readonly Passage[] {
  try {
    return z.object({ passages: z.array(passage) }).parse(JSON.parse(result)).passages;
  } catch {
    return [];
  }
}

/** Quotes the sentences that have most to do with the question, with the items that they are from. */
export function citedAnswer(question: string, passages: readonly Passage[]): readonly SpokenPart[] {
  const words = wordsOf(question);
  const fit = passages.filter(({ score }) => score === null || score >= leastScore);
  const best = fit.toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0));
  const chosen = best.filter(({ item }, index) => best.findIndex((other) => other.item === item) === index);
  const quoted = chosen.slice(0, mostQuotes);
  if (quoted.length === 0) return [{ kind: "text", text: nothing }];
  const quotes = quoted.map(({ text }, index) => `> ${quote(text, words)} [${index + 1}]`);
  const sources = quoted.map(({ name }, index) => `[${index + 1}] ${name}`);
  return [
    ...quoted.map(({ context, item, name }) => ({
      kind: "source" as const,
      url: `platform://${context}/${item}`,
      title: name,
    })),
    { kind: "text", text: `${quotes.join("\n\n")}\n\n${sources.join("\n")}` },
  ];
}

/** The two sentences next to each other that share most with the question; markup is left out. */
function quote(text: string, words: ReadonlySet<string>): string {
  const sentences = text.split("\n").filter(isProse).flatMap(sentencesOf);
  const shared = sentences.map((sentence) => [...wordsOf(sentence)].filter((word) => words.has(word)).length);
  const worth = sentences.map((_, index) => (shared[index] ?? 0) + (shared[index + 1] ?? 0));
  const first = worth.indexOf(Math.max(...worth));
  return first < 0 ? text.slice(0, longestQuote) : sentences.slice(first, first + sentencesInQuote).join(" ");
}

/** Headings and rows of tables say nothing by themselves. */
function isProse(line: string): boolean {
  return !/^\s*(#|\||```|-{3,}|$)/.test(line);
}

function sentencesOf(line: string): string[] {
  const plain = line.replace(/^\s*([-*>]|\d+\.)\s+/, "").replaceAll(/\*\*|__|`/g, "");
  const segments = [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(plain)];
  return segments.map(({ segment }) => segment.replaceAll(/\s+/g, " ").trim()).filter((sentence) => sentence !== "");
}

/** Short words are in every sentence. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}-]{4,}/gu) ?? []);
}
