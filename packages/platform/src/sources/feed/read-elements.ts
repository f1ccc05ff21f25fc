import { setImmediate as nextTurn } from "node:timers/promises";
import { Parser } from "htmlparser2";

/** One child of an entry, with everything in it. */
export interface EntryElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Texts, and the markup between them where there is any. */
  readonly content: string;
}

export interface ReadFeed {
  readonly kind: "rss" | "atom";
  readonly entries: readonly (readonly EntryElement[])[];
}

const roots: ReadonlyMap<string, ReadFeed["kind"]> = new Map([
  ["rss", "rss"],
  ["RDF", "rss"],
  ["feed", "atom"],
]);
const entryNames: Readonly<Record<ReadFeed["kind"], string>> = { rss: "item", atom: "entry" };

const deepest = 200;
const portion = 65_536;

/**
 * The elements of each entry of a feed. Entities that a document declares itself are never filled in, and nothing that it
 * points to is fetched: the parser knows of neither.
 */
export async function readElements(xml: string, signal: AbortSignal | undefined): Promise<ReadFeed> {
  const reader = new FeedReader();
  const parser = new Parser(reader, { xmlMode: true });
  for (let start = 0; start < xml.length; start += portion) {
    if (start > 0) await nextTurn();
    signal?.throwIfAborted();
    parser.write(xml.slice(start, start + portion));
  }
  parser.end();
  return reader.result();
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly texts: string[];
  /** The same with markup: once there is some, a text must not be taken for it. */
  readonly marked: string[];
  hasMarkup: boolean;
}

class FeedReader {
  #kind: ReadFeed["kind"] | undefined;
  /** What stands before the names of a feed whose namespace has a prefix. */
  #prefix = "";
  #depth = 0;
  #isClosed = false;
  readonly #entries: (readonly EntryElement[])[] = [];
  #entry: EntryElement[] | undefined;
  #entryDepth = 0;
  #element: OpenElement | undefined;

  onopentag(tag: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    if (this.#depth > deepest) throw new Error(`The feed is nested deeper than ${deepest} levels.`);
    if (this.#depth === 1) this.#readRoot(tag);
    const name = this.#plain(tag);
    if (this.#element) this.#mark(`<${name}>`);
    else if (this.#entry) this.#element = { name, attributes, texts: [], marked: [], hasMarkup: false };
    else if (this.#kind && name === entryNames[this.#kind]) {
      this.#entry = [];
      this.#entryDepth = this.#depth;
    }
  }

  onclosetag(tag: string, isImplied: boolean): void {
    if (this.#depth === 1 && !isImplied) this.#isClosed = true;
    if (this.#entry && this.#depth === this.#entryDepth) {
      this.#entries.push(this.#entry);
      this.#entry = undefined;
    } else if (this.#element && this.#depth === this.#entryDepth + 1) {
      const { name, attributes, texts, marked, hasMarkup } = this.#element;
      this.#entry?.push({ name, attributes, content: (hasMarkup ? marked : texts).join("") });
      this.#element = undefined;
    } else this.#mark(`</${this.#plain(tag)}>`);
    this.#depth -= 1;
  }

  ontext(data: string): void {
    this.#element?.texts.push(data);
    this.#element?.marked.push(data.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
  }

  result(): ReadFeed {
    if (!this.#kind) throw new Error("This is neither an RSS nor an Atom feed.");
    if (!this.#isClosed) throw new Error("The feed is cut off: its end is missing.");
    return { kind: this.#kind, entries: this.#entries };
  }

  #mark(markup: string): void {
    if (!this.#element) return;
    this.#element.marked.push(markup);
    this.#element.hasMarkup = true;
  }

  #readRoot(tag: string): void {
    const at = tag.indexOf(":");
    this.#kind ??= roots.get(tag.slice(at + 1));
    this.#prefix = this.#kind === "atom" ? tag.slice(0, at + 1) : "";
  }

  #plain(tag: string): string {
    return this.#prefix !== "" && tag.startsWith(this.#prefix) ? tag.slice(this.#prefix.length) : tag;
  }
}
