import { htmlToText } from "../html-to-text.ts";
import type { FeedEntry } from "./feed-entry.ts";
import { type EntryElement, readElements } from "./read-elements.ts";

/** The entries of an RSS 2.0 or Atom feed. `base` is where it came from: links may be relative to it. */
export async function* parseFeed(xml: string, base: string, signal?: AbortSignal): AsyncGenerator<FeedEntry> {
  const { kind, entries } = await readElements(xml, signal);
  for (const elements of entries) {
    yield kind === "rss" ? await rssEntry(elements, base, signal) : await atomEntry(elements, base, signal);
  }
}

async function rssEntry(
  elements: readonly EntryElement[],
  base: string,
  signal: AbortSignal | undefined,
): Promise<FeedEntry> {
  const link = linkOf(contentOf(elements, "link"), base);
  const summary = contentOf(elements, "description");
  const content = contentOf(elements, "content:encoded");
  return {
    id: contentOf(elements, "guid") ?? link,
    link,
    title: contentOf(elements, "title"),
    text: await textOf(content ?? summary, signal),
    content,
    summary,
    author: contentOf(elements, "author", "dc:creator"),
    categories: all(elements, "category").flatMap(({ content }) => content.trim() || []),
    published: dateOf(contentOf(elements, "pubDate", "dc:date")),
    updated: null,
  };
}

async function atomEntry(
  elements: readonly EntryElement[],
  base: string,
  signal: AbortSignal | undefined,
): Promise<FeedEntry> {
  const links = all(elements, "link").map(({ attributes }) => attributes);
  const link = linkOf(links.find(({ rel }) => rel === undefined || rel === "alternate")?.href ?? null, base);
  const [title, summary, content] = ["title", "summary", "content"].map((name) => all(elements, name)[0]);
  return {
    id: contentOf(elements, "id") ?? link,
    link,
    title: (await plainText(title, signal)) || null,
    text: (await plainText(content, signal)) || (await plainText(summary, signal)),
    content: content?.content.trim() || null,
    summary: summary?.content.trim() || null,
    author: await authorOf(all(elements, "author")[0], signal),
    categories: all(elements, "category").flatMap(({ attributes }) => attributes.term || []),
    published: dateOf(contentOf(elements, "published")),
    updated: dateOf(contentOf(elements, "updated")),
  };
}

function all(elements: readonly EntryElement[], name: string): readonly EntryElement[] {
  return elements.filter((element) => element.name === name);
}

/** The content of the first element by one of these names that has any. */
function contentOf(elements: readonly EntryElement[], ...names: readonly string[]): string | null {
  const contents = names.flatMap((name) => all(elements, name).map(({ content }) => content.trim()));
  return contents.find((content) => content !== "") ?? null;
}

async function textOf(html: string | null, signal: AbortSignal | undefined): Promise<string> {
  return html === null ? "" : (await htmlToText(html, signal)).text;
}

/** In Atom a text says itself whether it is HTML. */
async function plainText(element: EntryElement | undefined, signal: AbortSignal | undefined): Promise<string> {
  const type = element?.attributes.type ?? "text";
  if (!element) return "";
  return type === "text" || type === "text/plain" ? element.content.trim() : textOf(element.content, signal);
}

/** `<author><name>Ann</name><email>…</email></author>` */
async function authorOf(element: EntryElement | undefined, signal: AbortSignal | undefined): Promise<string | null> {
  const name = /<name>([^<]*)<\/name>/.exec(element?.content ?? "")?.[1];
  return name === undefined ? null : (await textOf(name, signal)) || null;
}

/** Only what can be opened safely. */
function linkOf(address: string | null, base: string): string | null {
  const url = address === null ? null : URL.parse(address, base);
  return url && ["http:", "https:"].includes(url.protocol) ? url.href : null;
}

function dateOf(text: string | null): string | null {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
