import {
  type FileType,
  fileTypeOfEnding,
  fileTypes,
  type Signature,
  unknownFileType,
} from "../../definitions/file-types.ts";

/** So much of a file is looked at. */
export const headSize = 4096;

/**
 * What a file is, by how it begins. Its name only decides between kinds that begin alike: texts, and what is packed as
 * a zip. What a browser would run is never taken for something harmless.
 */
export function detectFileType(head: Uint8Array, name: string): FileType {
  const named = fileTypeOfEnding(endingOf(name));
  const signed = fileTypes.find(
    ({ content }) => typeof content !== "string" && content.every((each) => has(head, each)),
  );
  if (signed) return named?.type === signed.type ? named : signed;
  if (zipBeginnings.some((each) => has(head, each))) return named?.content === "zip" ? named : zip;
  const text = readableText(head);
  if (text === undefined) return unknownFileType;
  const markup = markupIn(text);
  if (markup && !(named && harmlessWithMarkup.includes(named.type))) return markup;
  return named?.content === "text" ? named : plain;
}

/** The ending of a name, in lower case; empty when there is none. */
export function endingOf(name: string): string {
  return /[^.]\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
}

const zipBeginnings: readonly Signature[] = ["PK\x03\x04", "PK\x05\x06"].map((text) => ({
  at: 0,
  bytes: Buffer.from(text, "latin1"),
}));
const zip = knownType("zip");
const plain = knownType("txt");
/** Markup is nothing strange in these, and no browser runs it there. */
const harmlessWithMarkup = ["text/html", "image/svg+xml", "application/xml", "text/markdown", "application/json"];

function knownType(ending: string): FileType {
  return fileTypeOfEnding(ending) ?? unknownFileType;
}

function has(head: Uint8Array, { at, bytes }: Signature): boolean {
  return bytes.every((byte, index) => head[at + index] === byte);
}

/** Undefined when these are no letters. A letter may be cut in two at the end. */
function readableText(head: Uint8Array): string | undefined {
  if (head.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}

function markupIn(text: string): FileType | undefined {
  const start = text.replace(/^(?:\s|<\?xml[^>]*>|<!--[\s\S]*?-->|<!doctype\s+svg[^>]*>)+/i, "").slice(0, 1024);
  if (/^<(?:svg|[a-z]+:svg)\b/i.test(start)) return knownType("svg");
  if (/^<(?:!doctype html|html|head|body|script|iframe|style|title|a|div|p|img|table)\b/i.test(start))
    return knownType("html");
  return undefined;
}
