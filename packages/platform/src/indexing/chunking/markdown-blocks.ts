import { lineEnd, type Range } from "./range.ts";

/** A part of a markdown text. The blocks follow each other without gaps. */
export type Block =
  | ({ readonly kind: "heading"; readonly level: number; readonly title: string } & Range)
  | ({ readonly kind: "code" } & Range)
  /** `headEnd`: where the first row comes, after the names of the columns and the line under them. */
  | ({ readonly kind: "table"; readonly headEnd: number } & Range)
  | ({ readonly kind: "prose" } & Range);

/** Reads line by line, each once or twice: a text of whatever form takes time in proportion to its length. */
export function* markdownBlocks(text: string): Iterable<Block> {
  let prose = 0;
  let index = 0;
  while (index < text.length) {
    const block = blockAt(text, index);
    if (!block) {
      index = lineEnd(text, index);
      continue;
    }
    if (prose < index) yield { kind: "prose", start: prose, end: index };
    yield block;
    index = block.end;
    prose = index;
  }
  if (prose < text.length) yield { kind: "prose", start: prose, end: text.length };
}

/** The block other than prose that starts with the line at this place. */
function blockAt(text: string, start: number): Block | undefined {
  let first = start;
  while (first < start + mostIndentation && text.charAt(first) === " ") first += 1;
  switch (text.charAt(first)) {
    case "#":
      return headingAt(text, start, text.slice(first, first + longestOpening));
    case "`":
    case "~":
      return codeAt(text, start, text.slice(first, first + longestOpening));
    default:
      return settingsAt(text, start) ?? underlinedAt(text, start);
  }
}

/** What shows by the line below: a heading with a line under it, or a table. */
function underlinedAt(text: string, start: number): Block | undefined {
  const end = lineEnd(text, start);
  const below = text.charAt(end);
  if (below === "=" || below === "-" || below === "|" || below === ":" || below === " ") {
    return underlinedHeadingAt(text, { start, end }) ?? tableAt(text, { start, end });
  }
  return undefined;
}

/** Further in it would be code. */
const mostIndentation = 3;
/** Enough for any fence. */
const longestOpening = 100;
const longestTitle = 100;

function headingAt(text: string, start: number, opening: string): Block | undefined {
  const [hashes] = /^#{1,6}(?=\s|$)/.exec(opening) ?? [];
  if (!hashes) return undefined;
  const end = lineEnd(text, start);
  const line = text.slice(start, Math.min(end, start + longestTitle)).trim();
  return {
    kind: "heading",
    level: hashes.length,
    title: withoutClosingHashes(line.slice(hashes.length).trim()),
    start,
    end,
  };
}

function withoutClosingHashes(title: string): string {
  return title.endsWith("#") ? title.replace(/#+$/, "").trimEnd() : title;
}

/** A line of prose with a line of `===` or `---` under it. */
function underlinedHeadingAt(text: string, { start, end }: Range): Block | undefined {
  const sign = text.charAt(end);
  if ((sign !== "=" && sign !== "-") || end - start > longestTitle) return undefined;
  const title = text.slice(start, end).trim();
  const underEnd = lineEnd(text, end);
  const under = text.slice(end, Math.min(underEnd, end + longestTitle)).trimEnd();
  const isUnderline = under.length > 2 && under === sign.repeat(under.length);
  // Under a list item, a quotation or another line it is a line across the page.
  if (!isUnderline || title === "" || /^[-=|>*+]/.test(title)) return undefined;
  return { kind: "heading", level: sign === "=" ? 1 : 2, title, start, end: underEnd };
}

/** What some writers put before a text, between two lines of hyphens, is no heading. */
function settingsAt(text: string, start: number): Block | undefined {
  if (start > 0 || !/^---\r?\n/.test(text)) return undefined;
  const end = text.slice(0, longestSettings).search(/\n---\r?\n/);
  return end === -1 ? undefined : { kind: "code", start, end: lineEnd(text, end + 1) };
}

const longestSettings = 10_000;

/** From a fence of backticks or tildes to one as long of the same, or to the end. */
function codeAt(text: string, start: number, opening: string): Block | undefined {
  const [fence] = /^(?:`{3,}|~{3,})/.exec(opening) ?? [];
  if (!fence) return undefined;
  let index = lineEnd(text, start);
  while (index < text.length) {
    const line = index;
    index = lineEnd(text, line);
    if (closes(fence, text.slice(line, Math.min(index, line + longestOpening)))) break;
  }
  return { kind: "code", start, end: index };
}

function closes(fence: string, line: string): boolean {
  const signs = line.trim();
  return signs.length >= fence.length && signs === fence.charAt(0).repeat(signs.length);
}

/** Two lines or more with bars in them, the second of bars and hyphens only. */
function tableAt(text: string, { start, end: firstEnd }: Range): Block | undefined {
  if (!isDelimiterRow(text, firstEnd) || !hasBar(text, start, firstEnd)) return undefined;
  const headEnd = lineEnd(text, firstEnd);
  let end = headEnd;
  for (let next = lineEnd(text, end); next > end && hasBar(text, end, next); next = lineEnd(text, end)) end = next;
  return { kind: "table", headEnd, start, end };
}

const longestDelimiterRow = 2_000;

function isDelimiterRow(text: string, start: number): boolean {
  const end = lineEnd(text, start);
  if (end - start > longestDelimiterRow) return false;
  const line = text.slice(start, end).trim();
  return line.includes("-") && line.includes("|") && !/[^|:\s-]/.test(line);
}

function hasBar(text: string, start: number, end: number): boolean {
  return text.slice(start, end).includes("|");
}
