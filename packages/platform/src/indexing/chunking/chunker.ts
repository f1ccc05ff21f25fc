import type { ChunkText } from "../../definitions/embedder.ts";
import { StartRefusedError } from "../../foundation/errors.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { evenGroups } from "./even-groups.ts";
import { fillGroups, type Group, type GroupOptions } from "./fill-groups.ts";
import type { Piece, Splitting } from "./piece.ts";

export interface ChunkingOptions {
  /** About how many tokens a chunk has. Default 200: with a title they fit what small models read. */
  readonly targetTokens?: number;
  /** How many of them, in whole sentences, repeat the end of the chunk before. Default 15 % of them. */
  readonly overlapTokens?: number;
}

/** Cuts a text into chunks. With a title, each is told what it is about: the title and the headings above it. */
export type Chunker = (text: string, title?: string) => readonly ChunkText[];

/** A chunker that puts chunks together from such pieces. */
export function chunkerOf(split: (splitting: Splitting) => Iterable<Piece>, options: ChunkingOptions): Chunker {
  const { targetTokens: wanted = 200, overlapTokens = Math.round(wanted * 0.15) } = options;
  checkOptions({ targetTokens: wanted, overlapTokens });
  return (text, title = "") => {
    const storable = storableText(text);
    const room = besideTitle({ targetTokens: wanted, overlapTokens }, title);
    const pieces = split({ text: storable, estimate: estimateTokens(storable), mostTokens: room.targetTokens });
    const chunks: ChunkText[] = [];
    let before: Group | undefined;
    for (const group of evenGroups(fillGroups(pieces, room), room)) {
      const chunk = chunkOf(storable, [...overlap(before, group, room), ...group.pieces], title);
      if (chunk) chunks.push(chunk);
      before = group;
    }
    return chunks;
  };
}

/** As many tokens as most titles have; a longer one takes its place from the chunk, though not more than half. */
const titleTokens = 25;

function besideTitle({ targetTokens, overlapTokens }: GroupOptions, title: string): GroupOptions {
  const tooLong = Math.max(0, estimateTokens(title).count(0, title.length) - titleTokens);
  const left = Math.max(targetTokens / 2, targetTokens - tooLong);
  return { targetTokens: left, overlapTokens: Math.min(overlapTokens, left / 2) };
}

/** PostgreSQL keeps neither null characters nor halves of surrogate pairs. */
function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "");
}

/** The last sentences of the group before, so that what the first of this one refers to is found with it. */
function overlap(
  before: Group | undefined,
  { pieces, startsSection }: Group,
  { overlapTokens }: GroupOptions,
): readonly Piece[] {
  if (!before || startsSection || pieces[0]?.kind !== "sentence") return [];
  let tokens = 0;
  const last = before.pieces.findLastIndex((piece) => {
    tokens += piece.tokens;
    return piece.kind !== "sentence" || tokens > overlapTokens;
  });
  return before.pieces.slice(last + 1);
}

function chunkOf(text: string, pieces: readonly Piece[], title: string): ChunkText | undefined {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) return undefined;
  const head = first.head ? text.slice(first.head.start, first.head.end) : "";
  const content = withoutBlankEdges(text.slice(first.start, last.end));
  if (content === "") return undefined;
  const headings = first.headings.filter((heading) => heading !== title).slice(-mostHeadings);
  const above = title === "" ? headings : [title, ...headings];
  return { content: head + content, ...(above.length > 0 && { title: above.join(" › ") }) };
}

/** The innermost ones: deeper, the outer ones say little. */
const mostHeadings = 3;

/** The first line keeps its indentation, which means something in code and lists. */
function withoutBlankEdges(content: string): string {
  const end = content.trimEnd();
  const firstLetter = end.length - end.trimStart().length;
  return end.slice(end.lastIndexOf("\n", firstLetter) + 1);
}

function checkOptions({ targetTokens, overlapTokens }: Required<ChunkingOptions>): void {
  const faults = [
    ...(targetTokens >= 16 ? [] : [`targetTokens is ${targetTokens}; it must be at least 16`]),
    ...(overlapTokens >= 0 && overlapTokens <= targetTokens / 2
      ? []
      : [`overlapTokens is ${overlapTokens}; it must be from 0 to half of targetTokens`]),
  ];
  if (faults.length > 0) throw new StartRefusedError("The text can't be cut like this:", faults);
}
