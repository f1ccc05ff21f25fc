import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const workspace = fileURLToPath(new URL("../../../../", import.meta.url));

/** A fenced block of a page. */
export interface DocBlock {
  readonly page: string;
  /** The line of its first line. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/** What people read to use the platform. Decisions are left out: they tell of their day. */
export const docPages: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...globSync(["docs/*.md", "examples/*/README.md"], { cwd: workspace }).toSorted(),
];

export function readPage(page: string): string {
  return readFileSync(`${workspace}${page}`, "utf8");
}

export function blocksOf(page: string): readonly DocBlock[] {
  const fences = readPage(page).matchAll(/^```([a-z]*)\n(.*?)^```$/gms);
  return [...fences].map(({ 1: language = "", 2: text = "", index, input }) => ({
    page,
    line: input.slice(0, index).split("\n").length + 1,
    language,
    text,
  }));
}

export const docBlocks: readonly DocBlock[] = docPages.flatMap(blocksOf);

export function blocksIn(...languages: readonly string[]): readonly DocBlock[] {
  return docBlocks.filter(({ language }) => languages.includes(language));
}
