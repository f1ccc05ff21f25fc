import { setImmediate as nextTurn } from "node:timers/promises";
import { Parser } from "htmlparser2";

export interface HtmlText {
  /** What the page calls itself, else its first heading. */
  readonly title: string | undefined;
  readonly text: string;
}

/** Nothing in these is meant to be read. */
const unread = new Set(
  "script style noscript template iframe object embed svg math canvas audio video select datalist".split(" "),
);
/** These begin on a new line, and so does what follows them. */
const blocks = new Set(
  (
    "address article aside blockquote body dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 " +
    "h6 header hgroup hr html li main menu nav ol p pre section summary table tbody tfoot thead tr ul"
  ).split(" "),
);
/** Between these and their neighbours there is an empty line. */
const paragraphs = new Set("blockquote dl figure h1 h2 h3 h4 h5 h6 ol p pre table ul".split(" "));
const cells = new Set(["td", "th"]);

/** Far more than a page needs. Without an end, closing tags that match nothing would take minutes. */
const deepest = 500;
/** So much is taken in one turn: other work goes on in between. */
const portion = 65_536;

/** The words of a page, in lines and paragraphs, without its markup, scripts and styles. Any text is some page. */
export async function htmlToText(html: string, signal?: AbortSignal): Promise<HtmlText> {
  const reader = new PageReader();
  const parser = new Parser(reader);
  for (let start = 0; start < html.length; start += portion) {
    if (start > 0) await nextTurn();
    signal?.throwIfAborted();
    parser.write(html.slice(start, start + portion));
  }
  parser.end();
  return reader.result();
}

class PageReader {
  readonly #parts: string[] = [];
  #depth = 0;
  /** How many elements around this place are not to be read. */
  #unread = 0;
  #preformatted = 0;
  #breaks = 0;
  #isSpaced = false;
  #heading: string[] | undefined;
  #title: string[] | undefined;
  #isInTitle = false;
  #isInHeading = false;

  onopentag(name: string): void {
    this.#depth += 1;
    if (this.#depth > deepest) throw new Error(`it is nested deeper than ${deepest} levels`);
    if (this.#unread > 0 || unread.has(name)) this.#unread += 1;
    if (this.#unread > 0) return;
    if (name === "br") this.#breaks = Math.min(2, this.#breaks + 1);
    else this.#space(name);
    if (name === "pre") this.#preformatted += 1;
    if (name === "title" && !this.#title) {
      this.#title = [];
      this.#isInTitle = true;
    }
    if (name === "h1" && !this.#heading) {
      this.#heading = [];
      this.#isInHeading = true;
    }
  }

  onclosetag(name: string): void {
    this.#depth -= 1;
    if (this.#unread > 0) {
      this.#unread -= 1;
      return;
    }
    this.#space(name);
    if (name === "pre") this.#preformatted -= 1;
    if (name === "title") this.#isInTitle = false;
    if (name === "h1") this.#isInHeading = false;
  }

  ontext(data: string): void {
    if (this.#unread > 0) return;
    if (this.#isInTitle) {
      this.#title?.push(data);
      return;
    }
    if (this.#isInHeading) this.#heading?.push(data);
    if (this.#preformatted > 0) this.#write(data);
    else this.#writeWords(data);
  }

  result(): HtmlText {
    const [title, heading] = [this.#title, this.#heading].map((parts) => parts?.join("").replace(/\s+/g, " ").trim());
    return { title: title || heading || undefined, text: this.#parts.join("").trim() };
  }

  #space(name: string): void {
    if (cells.has(name)) this.#isSpaced = true;
    if (blocks.has(name)) this.#breaks = Math.max(this.#breaks, paragraphs.has(name) ? 2 : 1);
  }

  #writeWords(data: string): void {
    const words = data.replace(/[\t\n\f\r \u00a0]+/g, " ");
    if (words.startsWith(" ")) this.#isSpaced = true;
    const trimmed = words.trim();
    if (trimmed === "") return;
    this.#write(trimmed);
    this.#isSpaced = words.endsWith(" ");
  }

  #write(text: string): void {
    if (this.#parts.length > 0) {
      if (this.#breaks > 0) this.#parts.push("\n".repeat(this.#breaks));
      else if (this.#isSpaced) this.#parts.push(" ");
    }
    this.#breaks = 0;
    this.#isSpaced = false;
    this.#parts.push(text);
  }
}
