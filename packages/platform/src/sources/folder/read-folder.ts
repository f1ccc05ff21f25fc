import { basename, extname, matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import type { Json } from "../../definitions/json.ts";
import { Faults } from "../faults.ts";
import { type FileContent, knownEndings, readerFor } from "./file-kinds.ts";
import { openFile } from "./open-file.ts";
import { codeOf, type FolderFault, type FoundFile, walkFolder } from "./walk-folder.ts";

/** A file, or one record of a file that holds several. */
export interface FolderFile<Fields = Readonly<Record<string, Json>>> {
  /** From the folder, with `/`: `guides/first-steps.md`. */
  readonly path: string;
  /** Without folder and ending: `first-steps`. */
  readonly name: string;
  /** The path, and for a record its key or its number, from 1: `people.csv#7`. */
  readonly externalId: string;
  /** The field `title`, or of a record also `name`; else the first heading; else the name of the file. */
  readonly title: string;
  /** Markdown without its front matter, the words of HTML, plain text; of a record, its JSON. */
  readonly text: string;
  /** Front matter, or a record; a record that is no object is in `value`. Texts only, in CSV. */
  readonly fields: Fields;
  /** When the file was last changed, as an ISO 8601 timestamp. */
  readonly modified: string;
}

export interface FolderOptions {
  /** An absolute path, or better an address: `new URL("./articles/", import.meta.url)`. */
  readonly folder: string | URL;
  /** Which files, from the folder. Default: Markdown, text, HTML, JSON, JSON lines and CSV, wherever they are. */
  readonly include?: readonly string[];
  /** The field that tells the records of a file apart. Default: their number. */
  readonly recordKey?: string;
  /** What stands between the fields of CSV. Default: a comma. */
  readonly delimiter?: string;
  /** The most that is held at once: a file, or a record of CSV or JSON lines. Default 10 MiB. */
  readonly maxBytes?: number;
}

/** What is found in a folder: something to use, or why it can't be. */
export type FolderFinding = { readonly kind: "file"; readonly file: FolderFile } | FolderFault;

const defaultInclude = [`**/*.{${knownEndings.join(",")}}`];
const defaultMaxBytes = 10 * 1024 * 1024;

/** The files in a folder, and the records in them. Those that can't be read are named when all others have come. */
export async function* readFolder<Fields = FolderFile["fields"]>(
  options: FolderOptions,
): AsyncGenerator<FolderFile<Fields>> {
  const faults = new Faults();
  for await (const finding of findInFolder(options)) {
    // Whoever names the type of the fields answers for it.
    if (finding.kind === "file") yield finding.file as FolderFile<Fields>;
    else faults.add(finding.path, finding.error);
  }
  faults.throwIfAny();
}

/** Goes through a folder, file by file and record by record. A file that can't be read stops nothing. */
export async function* findInFolder(options: FolderOptions, signal?: AbortSignal): AsyncGenerator<FolderFinding> {
  const { include = defaultInclude } = options;
  for await (const found of walkFolder(folderPath(options.folder), signal)) {
    if (found.kind === "fault") yield found;
    else if (include.some((pattern) => matchesGlob(found.path, pattern))) yield* findInFile(found, options, signal);
  }
}

async function* findInFile(
  found: FoundFile,
  options: FolderOptions,
  signal: AbortSignal | undefined,
): AsyncGenerator<FolderFinding> {
  try {
    for await (const file of readFile(found, options, signal)) {
      signal?.throwIfAborted();
      yield { kind: "file", file };
    }
  } catch (error) {
    signal?.throwIfAborted();
    // Gone since its name was read: then it is simply not there.
    if (codeOf(error) !== "ENOENT") yield { kind: "fault", path: found.path, error };
  }
}

async function* readFile(
  { path, location }: FoundFile,
  options: FolderOptions,
  signal: AbortSignal | undefined,
): AsyncGenerator<FolderFile> {
  const { delimiter = ",", maxBytes = defaultMaxBytes, recordKey } = options;
  const ending = extname(path);
  const name = basename(path, ending);
  const file = await openFile(location, maxBytes);
  try {
    const read = readerFor(ending.slice(1));
    for await (const content of read(file, { delimiter, maxBytes, signal })) {
      const { title = name, text, fields } = content;
      const externalId = externalIdOf(path, content, recordKey);
      yield { path, name, externalId, title, text, fields, modified: file.modified.toISOString() };
    }
  } finally {
    await file.close();
  }
}

function externalIdOf(path: string, { fields, number }: FileContent, recordKey: string | undefined): string {
  if (number === undefined) return path;
  if (recordKey === undefined) return `${path}#${number}`;
  const key = Object.hasOwn(fields, recordKey) ? fields[recordKey] : undefined;
  if ((typeof key === "string" && key !== "") || typeof key === "number") return `${path}#${key}`;
  throw new Error(`record ${number} has no "${recordKey}"`);
}

export function folderPath(folder: string | URL): string {
  return folder instanceof URL ? fileURLToPath(folder) : folder;
}
