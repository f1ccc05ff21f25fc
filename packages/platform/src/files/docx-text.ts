import { Parser } from "htmlparser2";
import yauzl from "yauzl";
import { longestText } from "./storable-text.ts";

/** Unpacked, in bytes. A book has a few megabytes of markup. */
const mostUnpacked = 100 * 1024 * 1024;
const deepest = 1000;
/** The parts that people read, in the order in which they do. */
const parts = ["word/document.xml", "word/footnotes.xml", "word/endnotes.xml"];

/** The words of a DOCX file: paragraphs are lines, and so are the rows of tables, with tabs between their cells. */
export async function docxText(bytes: Uint8Array): Promise<string> {
  const zip = await yauzl
    .fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, strictFileNames: true })
    .catch(unreadable);
  const texts = new Map<string, string>();
  let left = mostUnpacked;
  for await (const entry of zip.eachEntry()) {
    if (!parts.includes(entry.fileName) || texts.has(entry.fileName)) continue;
    const reader = new WordReader();
    const parser = new Parser(reader, { xmlMode: true, decodeEntities: true });
    const decoder = new TextDecoder();
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      left -= (chunk as Buffer).length;
      if (left < 0) throw new Error("The document unpacks to more than any document has.");
      parser.write(decoder.decode(chunk as Buffer, { stream: true }));
      if (reader.length > longestText) break;
    }
    parser.end();
    texts.set(entry.fileName, reader.text());
  }
  if (!texts.has("word/document.xml")) throw new Error("The document can't be read: it holds no text of Word.");
  return parts.flatMap((part) => texts.get(part) ?? []).join("\n\n");
}

function unreadable(error: unknown): never {
  throw new Error(`The document can't be read: ${error instanceof Error ? error.message : error}`);
}

/** Drawings say the same twice: once for old programs. */
const unread = new Set(["mc:Fallback", "w:instrText", "w:delText"]);

class WordReader {
  readonly #parts: string[] = [];
  length = 0;
  #depth = 0;
  #unread = 0;
  #isText = false;
  /** How many cells of tables are around this place. */
  #cells = 0;

  onopentag(name: string): void {
    this.#depth += 1;
    if (this.#depth > deepest)
      throw new Error(`The document can't be read: it is nested deeper than ${deepest} levels.`);
    if (unread.has(name)) this.#unread += 1;
    if (name === "w:tc") this.#cells += 1;
    if (name === "w:t") this.#isText = true;
    if (name === "w:tab") this.#add("\t");
    if (name === "w:br" || name === "w:cr") this.#add("\n");
    if (name === "w:noBreakHyphen") this.#add("-");
  }

  ontext(text: string): void {
    if (this.#isText) this.#add(text);
  }

  onclosetag(name: string): void {
    this.#depth -= 1;
    if (unread.has(name)) this.#unread -= 1;
    if (name === "w:t") this.#isText = false;
    if (name === "w:p") this.#add(this.#cells > 0 ? " " : "\n");
    if (name === "w:tr") this.#add("\n");
    if (name === "w:tc") {
      this.#cells -= 1;
      this.#add("\t");
    }
  }

  text(): string {
    return this.#parts.join("");
  }

  #add(text: string): void {
    if (this.#unread > 0) return;
    this.#parts.push(text);
    this.length += text.length;
  }
}
