import type { Json } from "../../definitions/json.ts";
import type { SourceRun } from "../../definitions/source.ts";
import { Faults } from "../faults.ts";
import { type ReadyOptions, type ReadySource, readySource } from "../ready-source.ts";
import { type FetchingOptions, fetchPatiently } from "./fetch-patiently.ts";
import { fetchingFaults } from "./fetching-faults.ts";
import { firstPage, type HttpPaging, nextPage } from "./paging.ts";
import { valueAt } from "./value-at.ts";

export interface HttpSourceOptions<ItemType, Entry> extends ReadyOptions, FetchingOptions {
  /** Where the list is, or a function that makes its address from the inputs of the run. */
  readonly url: string | URL | ((run: SourceRun) => string | URL);
  /** How the list goes on. Default: it is all in one answer. */
  readonly paging?: HttpPaging;
  /** Where in an answer the list is: `data.items`. Default: the answer is the list. */
  readonly itemsAt?: string;
  /** A list that has more pages is taken for endless. Default 10,000. */
  readonly maxPages?: number;
  /** What becomes of an entry; nothing leaves it out. */
  map(entry: Entry, run: SourceRun): ItemType | null | undefined;
}

const defaultMaxPages = 10_000;

/** Brings in a list from a JSON API, page by page. */
export function httpSource<const ItemType extends { readonly external_id: string }, Entry = Json>(
  options: HttpSourceOptions<ItemType, Entry>,
): ReadySource<ItemType> {
  return readySource(options, { faults: httpFaults(options), execute: (run) => httpItems(options, run) });
}

async function* httpItems<ItemType, Entry>(
  options: HttpSourceOptions<ItemType, Entry>,
  run: SourceRun,
): AsyncGenerator<ItemType> {
  const faults = new Faults();
  let number = 0;
  for await (const entries of httpPages(options, run)) {
    for (const entry of entries) {
      number += 1;
      // Whoever names the type of the entries answers for it: the platform checks what comes out.
      const item = faults.caught(`entry ${number}`, () => options.map(entry as Entry, run));
      if (item !== null && item !== undefined) yield item;
    }
  }
  faults.throwIfAny();
}

async function* httpPages(
  options: Omit<HttpSourceOptions<unknown, never>, "map">,
  run: SourceRun,
): AsyncGenerator<readonly unknown[]> {
  const { paging, itemsAt = "", maxPages = defaultMaxPages, url } = options;
  const headers = { accept: "application/json", ...options.headers };
  const address = typeof url === "function" ? url(run) : url;
  let next: URL | undefined = firstPage(new URL(address), paging);
  let before: string | undefined;
  let count = 0;
  for (let number = 1; next; number++) {
    if (number > maxPages) throw new Error(`The list has more than ${maxPages} pages.`);
    const response = await fetchPatiently(next, { ...options, headers }, run.signal);
    const text = response.text();
    const answer = parseAnswer(text, next);
    const entries = listAt(answer, itemsAt);
    // An API that does not know the parameter gives its first page for ever.
    if (entries.length > 0 && text === before) throw new Error(`Page ${number} is the same as the one before.`);
    before = text;
    count += entries.length;
    yield entries;
    const page = { url: next, number, count, isEmpty: entries.length === 0, answer, headers: response.headers };
    next = nextPage(page, paging);
  }
}

function parseAnswer(text: string, { origin, pathname }: URL): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The answer of ${origin}${pathname} is no JSON.`, { cause: error });
  }
}

function listAt(answer: unknown, path: string): readonly unknown[] {
  const list = valueAt(answer, path);
  if (Array.isArray(list)) return list;
  throw new Error(path === "" ? "The answer is no list." : `There is no list at "${path}" of the answer.`);
}

function httpFaults(options: Omit<HttpSourceOptions<unknown, never>, "map">): string[] {
  const { url, paging, itemsAt, maxPages } = options;
  const faults = fetchingFaults(options, typeof url === "function" ? undefined : url);
  if (paging !== undefined && !["page", "offset", "cursor", "link"].includes(paging?.kind)) {
    faults.push("paging must be of the kind page, offset, cursor or link");
  }
  if (paging?.kind === "offset" && !(Number.isInteger(paging.size) && paging.size > 0)) {
    faults.push("paging by offset needs the size of a page");
  }
  if (paging?.kind === "cursor" && typeof paging.at !== "string") {
    faults.push("paging by cursor needs the place in the answer: at");
  }
  if (itemsAt !== undefined && typeof itemsAt !== "string") faults.push("itemsAt must be a path, like data.items");
  if (maxPages !== undefined && !(maxPages > 0)) faults.push("maxPages must be more than 0");
  return faults;
}
