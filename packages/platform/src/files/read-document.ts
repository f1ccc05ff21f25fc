import { htmlToText } from "../sources/html-to-text.ts";
import { docxText } from "./docx-text.ts";
import { pdfText } from "./pdf-text.ts";
import { longestText, storableText } from "./storable-text.ts";

interface DocumentInput {
  readonly type: string;
  readonly bytes: Uint8Array;
}

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** Runs in a thread of its own. The words of a document; null where there are none to be had. */
export default async function readDocument({ type, bytes }: DocumentInput): Promise<string | null> {
  const text = await wordsOf(type, bytes);
  if (text === undefined) return null;
  const storable = storableText(text);
  return storable === "" ? null : storable;
}

async function wordsOf(type: string, bytes: Uint8Array): Promise<string | undefined> {
  if (type === "application/pdf") return pdfText(bytes);
  if (type === docx) return docxText(bytes);
  if (type === "text/html") return (await htmlToText(decode(bytes))).text;
  const isText = type.startsWith("text/") || ["application/json", "application/yaml", "message/rfc822"].includes(type);
  return isText ? decode(bytes) : undefined;
}

/** Pages say themselves how they are written; most are in UTF-8. */
function decode(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  const label = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(head)?.[1] ?? "utf-8";
  return decoderFor(label).decode(bytes.subarray(0, longestText * 4));
}

function decoderFor(label: string) {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
