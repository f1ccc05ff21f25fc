import type { SourceRun } from "../../definitions/source.ts";
import { Faults } from "../faults.ts";
import { type FetchingOptions, fetchPatiently } from "../http/fetch-patiently.ts";
import { fetchingFaults } from "../http/fetching-faults.ts";
import { type ReadyOptions, type ReadySource, readySource, withExternalId } from "../ready-source.ts";
import { decodeXml } from "./decode-xml.ts";
import type { FeedEntry } from "./feed-entry.ts";
import { parseFeed } from "./parse-feed.ts";

export interface FeedSourceOptions<ItemType> extends ReadyOptions, FetchingOptions {
  readonly url: string | URL;
  /**
   * What becomes of an entry; nothing leaves it out. `external_id` need not be given: it is the entry's `id`. Default:
   * `external_id`, `title` and `body`.
   */
  map?(entry: FeedEntry, run: SourceRun): ItemType | null | undefined;
}

/** What an entry becomes when nobody says otherwise. */
export interface FeedItem {
  readonly external_id: string;
  readonly title: string;
  readonly body: string;
}

/** Brings in the entries of an RSS 2.0 or Atom feed. */
export function feedSource(options: FeedSourceOptions<FeedItem> & { readonly map?: never }): ReadySource<FeedItem>;
export function feedSource<const ItemType>(options: FeedSourceOptions<ItemType>): ReadySource<ItemType>;
export function feedSource<ItemType>(options: FeedSourceOptions<ItemType>): ReadySource<ItemType> {
  return readySource<ItemType>(options, {
    faults: fetchingFaults(options, options.url),
    execute: (run) => feedItems(options, run),
  });
}

async function* feedItems<ItemType>(options: FeedSourceOptions<ItemType>, run: SourceRun): AsyncGenerator<ItemType> {
  // Without a map, the type of the items is that of the default.
  const map = options.map ?? (feedItem as unknown as NonNullable<typeof options.map>);
  const headers = {
    accept: "application/atom+xml, application/rss+xml, application/xml, text/xml",
    ...options.headers,
  };
  const answer = await fetchPatiently(new URL(options.url), { ...options, headers }, run.signal);
  const xml = decodeXml(answer.body, answer.headers.get("content-type"));
  const faults = new Faults();
  for await (const entry of parseFeed(xml, answer.url, run.signal)) {
    const item = faults.caught(entry.id ?? "an entry without id", () => map(entry, run));
    if (item !== null && item !== undefined) yield withExternalId(item, entry.id ?? undefined);
  }
  faults.throwIfAny();
}

function feedItem({ id, title, text }: FeedEntry): Partial<FeedItem> {
  return { ...(id !== null && { external_id: id }), title: title ?? text.slice(0, 80), body: text };
}
