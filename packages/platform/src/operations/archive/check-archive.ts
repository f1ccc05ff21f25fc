import { StartRefusedError } from "../../foundation/errors.ts";
import { isId } from "../../foundation/ids.ts";
import {
  type ArchiveEnd,
  type ArchiveHeader,
  archiveFormat,
  archiveVersion,
  isContent,
  type SectionBegin,
  type SectionEnd,
  type SectionKind,
} from "./archive-format.ts";
import { LineDigest } from "./line-digest.ts";
import { archiveLines, BrokenArchiveError } from "./read-archive.ts";

/** An archive that is whole and unchanged. */
export interface CheckedArchive {
  readonly header: ArchiveHeader;
  /** Without the last. */
  readonly lines: number;
  readonly sha256: string;
  /** But for those of files, of which there may be very many. */
  readonly sections: readonly SectionEnd[];
  /** Files whose bytes are in it. */
  readonly files: number;
}

const headline = "The archive can't be used, and nothing was changed:";
const damaged = "make a new one with platform export, or fetch it anew from where it was copied from";

/** Reads all of it, keeping nothing but the sums. Throws, saying what is wrong, when it is not whole. */
export async function checkArchive(path: string): Promise<CheckedArchive> {
  const all = new LineDigest();
  const sections: SectionEnd[] = [];
  const faults: string[] = [];
  let files = 0;
  let header: ArchiveHeader | undefined;
  let open: { readonly begin: SectionBegin; readonly digest: LineDigest } | undefined;
  let end: ArchiveEnd | undefined;
  try {
    for await (const line of archiveLines(path)) {
      if (!header) header = readHeader(line);
      else if (end) faults.push(`there is more after its end; ${damaged}`);
      else if (isContent(line)) {
        if (open) open.digest.add(line);
        else faults.push(`line ${all.count + 1} belongs to nothing; ${damaged}`);
      } else {
        const control = readControl(line, all.count + 1);
        if ("complete" in control) {
          end = control;
          continue;
        }
        if ("begin" in control) {
          if (open) faults.push(`${open.begin.begin} ${open.begin.name} does not end; ${damaged}`);
          open = { begin: control, digest: new LineDigest() };
        } else {
          faults.push(...sectionFaults(control, open));
          if (control.end === "file") files += 1;
          else sections.push(control);
          open = undefined;
        }
      }
      all.add(line);
      if (faults.length > 20) break;
    }
  } catch (error) {
    if (!(error instanceof BrokenArchiveError)) throw error;
    faults.push(`${cutOff(all.count)} (${error.message})`);
    end ??= { complete: true, lines: all.count, sha256: "" };
  }
  const sha256 = all.sha256();
  if (!header || !end) faults.push(cutOff(all.count));
  else if (faults.length === 0 && (end.lines !== all.count || end.sha256 !== sha256)) {
    faults.push(`it was changed after it was made: its checksum is ${sha256}, and should be ${end.sha256}; ${damaged}`);
  }
  if (faults.length > 0 || !header) throw new StartRefusedError(headline, faults);
  return { header, lines: all.count, sha256, sections, files };
}

function cutOff(lines: number): string {
  return `it is cut off after ${lines} lines; ${damaged}`;
}

function readHeader(line: string): ArchiveHeader {
  const header = parsed(line);
  if (header?.format !== archiveFormat) {
    throw new StartRefusedError(headline, ["it is no archive of platform export: its first line is not that of one"]);
  }
  if (header.version !== archiveVersion) {
    throw new StartRefusedError(headline, [
      `it has version ${JSON.stringify(header.version)}, and this platform reads version ${archiveVersion}: import it with the version of the platform that made it`,
    ]);
  }
  // What is in it is proven by the checksum, and looked at when it is compared with the deployment.
  return header as unknown as ArchiveHeader;
}

const kinds: readonly SectionKind[] = ["table", "file", "jobs", "schedules"];

function readControl(line: string, number: number): SectionBegin | SectionEnd | ArchiveEnd {
  const control = parsed(line);
  const kind = kinds.find((each) => each === control?.begin || each === control?.end);
  const isNamed = typeof control?.name === "string" && (kind !== "file" || isId(control.name));
  if (control && (control.complete === true || (kind && isNamed))) {
    return control as unknown as SectionBegin | SectionEnd | ArchiveEnd;
  }
  throw new StartRefusedError(headline, [`line ${number} can't be read; ${damaged}`]);
}

function sectionFaults(
  end: SectionEnd,
  open: { readonly begin: SectionBegin; readonly digest: LineDigest } | undefined,
): readonly string[] {
  const what = `${end.end} ${end.name}`;
  if (open?.begin.begin !== end.end || open.begin.name !== end.name) {
    return [`${what} ends, and did not begin; ${damaged}`];
  }
  if (open.digest.count !== end.count) {
    return [`${what} has ${open.digest.count} lines, and should have ${end.count}; ${damaged}`];
  }
  return open.digest.sha256() === end.sha256 ? [] : [`${what} was changed after it was made; ${damaged}`];
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
