import { assertNever } from "../../foundation/assert-never.ts";
import { nextLink } from "./next-link.ts";
import { valueAt } from "./value-at.ts";

/** How an API hands out a long list. */
export type HttpPaging =
  /** Pages have numbers. The list ends with an empty page. */
  | {
      readonly kind: "page";
      /** The parameter that takes the number. Default `page`. */
      readonly parameter?: string;
      /** The number of the first page. Default 1. */
      readonly first?: number;
      /** The parameter that takes the size of a page. */
      readonly sizeParameter?: string;
      readonly size?: number;
    }
  /** The place in the list is counted. The list ends with an empty page. */
  | {
      readonly kind: "offset";
      /** The parameter that takes the place. Default `offset`. */
      readonly parameter?: string;
      /** The parameter that takes the size of a page. Default `limit`. */
      readonly sizeParameter?: string;
      readonly size: number;
    }
  /** The answer says how to go on. The list ends when it does not. */
  | {
      readonly kind: "cursor";
      /** Where in the answer: `meta.next`. */
      readonly at: string;
      /** The parameter that takes it. Absent: it is the address of the next page. */
      readonly parameter?: string;
    }
  /** The header `Link` has the next page, as `rel="next"`. The list ends when it does not. */
  | { readonly kind: "link" };

/** A page that has come. */
export interface Page {
  readonly url: URL;
  /** How many entries have come so far, this page included. */
  readonly count: number;
  /** From 1. */
  readonly number: number;
  readonly isEmpty: boolean;
  readonly answer: unknown;
  readonly headers: Headers;
}

/** Where the first page is. */
export function firstPage(url: URL, paging: HttpPaging | undefined): URL {
  if (paging?.kind !== "page" && paging?.kind !== "offset") return url;
  const { first, parameter, sizeParameter } = counted(paging);
  const size = paging.size !== undefined && sizeParameter !== undefined ? { [sizeParameter]: String(paging.size) } : {};
  return withParameters(url, { [parameter]: String(first), ...size });
}

/** Where the next page is; undefined when this was the last. */
export function nextPage(page: Page, paging: HttpPaging | undefined): URL | undefined {
  if (!paging) return undefined;
  switch (paging.kind) {
    case "page":
    case "offset": {
      if (page.isEmpty) return undefined;
      const { first, parameter } = counted(paging);
      return withParameters(page.url, {
        [parameter]: String(first + (paging.kind === "page" ? page.number : page.count)),
      });
    }
    case "cursor":
      return nextByCursor(page, paging);
    case "link": {
      const link = nextLink(page.headers.get("link") ?? "");
      return link === undefined ? undefined : sameOrigin(link, page.url);
    }
    default:
      return assertNever(paging);
  }
}

function counted(paging: Extract<HttpPaging, { kind: "page" | "offset" }>) {
  return paging.kind === "page"
    ? { first: paging.first ?? 1, parameter: paging.parameter ?? "page", sizeParameter: paging.sizeParameter }
    : { first: 0, parameter: paging.parameter ?? "offset", sizeParameter: paging.sizeParameter ?? "limit" };
}

function nextByCursor(
  { url, answer }: Page,
  { at, parameter }: Extract<HttpPaging, { kind: "cursor" }>,
): URL | undefined {
  const cursor = valueAt(answer, at);
  if (cursor === undefined || cursor === null || cursor === "" || cursor === false) return undefined;
  if (typeof cursor !== "string" && typeof cursor !== "number") {
    throw new Error(`What is at "${at}" says neither how to go on nor that there is no more.`);
  }
  return parameter === undefined
    ? sameOrigin(String(cursor), url)
    : withParameters(url, { [parameter]: String(cursor) });
}

/** The headers are meant for the origin that was asked first, and would go along. */
function sameOrigin(address: string, url: URL): URL {
  const next = URL.parse(address, url.href);
  if (!next) throw new Error("The answer names no address as its next page.");
  if (next.origin !== url.origin) throw new Error("The next page is said to be at another origin; it is not fetched.");
  return next;
}

function withParameters(url: URL, parameters: Readonly<Record<string, string>>): URL {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(parameters)) changed.searchParams.set(name, value);
  return changed;
}
