import type { Json } from "../../definitions/json.ts";
import { htmlToText } from "../html-to-text.ts";
import type { OpenFile } from "./open-file.ts";
import { parseCsv } from "./parse-csv.ts";
import { parseFrontMatter } from "./parse-front-matter.ts";

/** What one file, or one record in it, holds. */
export interface FileContent {
  readonly title?: string | undefined;
  readonly text: string;
  readonly fields: Readonly<Record<string, Json>>;
  /** Which record of the file it is, from 1; absent when it is the whole file. */
  readonly number?: number;
}

interface ReadOptions {
  readonly delimiter: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

type Reader = (file: OpenFile, options: ReadOptions) => AsyncIterable<FileContent>;

/** How a file is read, by the ending of its name. */
const readers: ReadonlyMap<string, Reader> = new Map([
  ["md", readMarkdown],
  ["markdown", readMarkdown],
  ["txt", readText],
  ["html", readHtml],
  ["htm", readHtml],
  ["json", readJson],
  ["jsonl", readJsonLines],
  ["ndjson", readJsonLines],
  ["csv", readCsv],
]);

export const knownEndings: readonly string[] = [...readers.keys()];

/** What has another ending is taken for plain text. */
export function readerFor(ending: string): Reader {
  return readers.get(ending.toLowerCase()) ?? readText;
}

async function* readMarkdown(file: OpenFile): AsyncGenerator<FileContent> {
  const { fields, body } = parseFrontMatter(await file.whole());
  const heading = /^\s*#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\r?\n|$)/.exec(body)?.[1];
  yield { title: textOf(fields.title) ?? heading, text: body.trim(), fields };
}

async function* readText(file: OpenFile): AsyncGenerator<FileContent> {
  yield { text: await file.whole(), fields: {} };
}

async function* readHtml(file: OpenFile, { signal }: ReadOptions): AsyncGenerator<FileContent> {
  yield { ...(await htmlToText(await file.whole(), signal)), fields: {} };
}

async function* readJson(file: OpenFile): AsyncGenerator<FileContent> {
  const value = parseJson(await file.whole(), "it");
  if (!Array.isArray(value)) {
    yield recordContent(value as Json);
    return;
  }
  for (const [index, record] of value.entries()) yield { ...recordContent(record as Json), number: index + 1 };
}

async function* readJsonLines(file: OpenFile, { maxBytes }: ReadOptions): AsyncGenerator<FileContent> {
  let number = 0;
  for await (const line of lines(file, maxBytes)) {
    number += 1;
    if (line.trim() !== "") yield { ...recordContent(parseJson(line, `line ${number}`)), number };
  }
}

async function* readCsv(file: OpenFile, { delimiter, maxBytes }: ReadOptions): AsyncGenerator<FileContent> {
  let number = 0;
  for await (const { fields } of parseCsv(file.pieces(), { delimiter, longest: maxBytes })) {
    number += 1;
    yield { ...recordContent(fields), number };
  }
}

function recordContent(record: Json): FileContent {
  const fields: Readonly<Record<string, Json>> = isFields(record) ? record : { value: record };
  return {
    title: textOf(fields.title) ?? textOf(fields.name),
    text: typeof record === "string" ? record : JSON.stringify(record),
    fields,
  };
}

function isFields(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function parseJson(text: string, what: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Error(`${what} is no JSON`, { cause: error });
  }
}

async function* lines(file: OpenFile, longest: number): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of file.pieces()) {
    const parts = (rest + piece).split("\n");
    rest = parts.pop() ?? "";
    if (rest.length > longest) throw new Error(`a line is longer than ${longest} characters`);
    yield* parts;
  }
  if (rest !== "") yield rest;
}
