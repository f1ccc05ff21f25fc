import type { ArchivedTable } from "../../storage/archive/archived-table.ts";

/**
 * An archive is a file of lines, each of them JSON: a header, sections, an end. What belongs to a section is no object; everything else
 * is. So a line shows by its first character what it is, and rows are never parsed on their way.
 */
export const archiveFormat = "platform archive";
export const archiveVersion = 1;

export interface ArchiveHeader {
  readonly format: typeof archiveFormat;
  readonly version: typeof archiveVersion;
  readonly createdAt: string;
  /** The keys that encrypted variables were sealed under. */
  readonly sealedUnder: readonly string[];
  /** The types and columns of the deployment: in the order of the sections that hold their rows. */
  readonly tables: readonly ArchivedTable[];
  readonly files: number;
}

/** `table`: rows. `file`: bytes, in pieces of base64. `jobs` and `schedules`: those of a queue. */
export type SectionKind = "table" | "file" | "jobs" | "schedules";

export interface SectionBegin {
  readonly begin: SectionKind;
  /** Of the table or the queue; the id of the file. */
  readonly name: string;
  /** Only of jobs: whether their queue is paused. */
  readonly isPaused?: boolean;
}

export interface SectionEnd {
  readonly end: SectionKind;
  readonly name: string;
  /** Lines. */
  readonly count: number;
  /** Of the lines, each with its line break. */
  readonly sha256: string;
}

/** The last line: without it, the archive is cut off. */
export interface ArchiveEnd {
  readonly complete: true;
  /** All lines before this one. */
  readonly lines: number;
  readonly sha256: string;
}

/** Whether a line belongs to a section, as opposed to saying where one begins or ends. */
export function isContent(line: string): boolean {
  return !line.startsWith("{");
}

/** The tables that have rows. The others need no place. */
export function filledIn({ tables }: ArchiveHeader): readonly ArchivedTable[] {
  return tables.filter(({ rows }) => rows > 0);
}
