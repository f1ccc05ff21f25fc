import { validateHeaderName, validateHeaderValue } from "node:http";
import { type AllowList, parseAllowList } from "./allow-list.ts";
import { FetchError } from "./fetch-error.ts";
import { findAddresses, type Lookup } from "./find-addresses.ts";
import { followRedirect } from "./follow-redirect.ts";
import { acceptedEncodings } from "./read-body.ts";
import { isRedirect, type OutgoingRequest, type ReceivedAnswer, sendRequest } from "./send-request.ts";

export interface SafeFetchOptions {
  /**
   * Hosts (`intranet.example`), addresses and ranges (`10.1.0.0/16`) that may be fetched from although they are not
   * public. Default: none.
   */
  readonly allow?: readonly string[] | undefined;
  /** Those that are not harmless go to no other origin than the first. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default GET. */
  readonly method?: string | undefined;
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Largest body, also once it is decompressed. Default 10 MiB. */
  readonly maxBytes?: number | undefined;
  /** Longest that everything may take, redirects and body included. Default 30. */
  readonly timeoutInSeconds?: number | undefined;
  /** Default 5. */
  readonly maxRedirects?: number | undefined;
  /** How hosts are found. Default: as the system does. */
  readonly lookup?: Lookup | undefined;
}

export interface SafeResponse extends ReceivedAnswer {
  /** Where the answer came from in the end. */
  readonly url: string;
  /** The body as a text, in the character set that the answer names. Default: UTF-8. */
  text(): string;
}

const defaults = { maxBytes: 10 * 1024 * 1024, timeoutInSeconds: 30, maxRedirects: 5 };

/**
 * Fetches from the public internet and from nowhere else: for addresses that somebody else has a say in. Every host is
 * resolved once and checked, that of each redirect too, and the connection is made to what was checked.
 */
export async function safeFetch(address: string | URL, options: SafeFetchOptions = {}): Promise<SafeResponse> {
  const allow = parseAllowList(options.allow ?? []);
  const { timeoutInSeconds = defaults.timeoutInSeconds } = options;
  const late = AbortSignal.timeout(timeoutInSeconds * 1000);
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late;
  let request: OutgoingRequest = {
    url: parseUrl(address),
    method: parseMethod(options.method ?? "GET"),
    headers: { "user-agent": "platform", ...ownHeaders(options.headers ?? {}) },
    body: options.body,
  };

  try {
    for (let redirects = 0; redirects <= (options.maxRedirects ?? defaults.maxRedirects); redirects++) {
      const answer = await send(request, { ...options, allow, signal });
      if (!isRedirect(answer.status)) return { ...answer, url: request.url.href, text: () => textOf(answer) };
      request = followRedirect(request, answer);
      parseUrl(request.url);
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    if (late.aborted)
      throw new FetchError("slow", `"${request.url.host}" took longer than ${timeoutInSeconds} seconds.`);
    if (error instanceof FetchError) throw error;
    throw new FetchError("unreachable", `"${request.url.host}" could not be reached, or broke off.`, { cause: error });
  }
  throw new FetchError("malformed", `"${request.url.host}" was reached by too many redirects.`);
}

async function send(
  request: OutgoingRequest,
  options: Omit<SafeFetchOptions, "allow"> & { readonly allow: AllowList; readonly signal: AbortSignal },
): Promise<ReceivedAnswer> {
  const { signal, maxBytes = defaults.maxBytes } = options;
  signal.throwIfAborted();
  const addresses = await Promise.race([findAddresses(request.url, options), aborted(signal)]);
  const headers = { ...request.headers, "accept-encoding": acceptedEncodings };
  return sendRequest({ ...request, headers }, { addresses, maxBytes, signal });
}

/** Looking up a name can't be broken off, only left to itself. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

function parseUrl(address: string | URL): URL {
  const url = URL.parse(String(address));
  if (!url) throw new FetchError("malformed", "This is no address that could be fetched.");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new FetchError("refused", `Only http and https can be fetched, not ${url.protocol.slice(0, -1)}.`);
  }
  if (url.username || url.password) throw new FetchError("refused", "An address must not hold a user or a password.");
  return url;
}

function parseMethod(method: string): string {
  const name = method.toUpperCase();
  if (["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].includes(name)) return name;
  throw new FetchError("malformed", `"${name.slice(0, 20)}" is no method that could be used.`);
}

/** They say how the connection is used, and that is not the caller's business. */
const reserved =
  /^(accept-encoding|connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

function ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const wrong = entries.find(([name, value]) => reserved.test(name) || !isHeader(name, value));
  if (wrong) throw new FetchError("malformed", `The header "${wrong[0].slice(0, 50)}" can't be set.`);
  return Object.fromEntries(entries);
}

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

function textOf({ headers, body }: ReceivedAnswer): string {
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(headers.get("content-type") ?? "")?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
