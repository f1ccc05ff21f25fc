import { setTimeout as wait } from "node:timers/promises";
import type { Backoff } from "../../definitions/queue.ts";
import { FetchError } from "../../foundation/safe-fetch/fetch-error.ts";
import { type SafeResponse, safeFetch } from "../../foundation/safe-fetch/safe-fetch.ts";

/** How something is fetched for a source. */
export interface FetchingOptions {
  /** Values are sent as they are: nothing in them is filled in. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Hosts, addresses and ranges that may be fetched from although they are not public. Default: none. */
  readonly allow?: readonly string[];
  /** Largest answer. Default 10 MiB. */
  readonly maxBytes?: number;
  /** Longest that one request may take. Default 30. */
  readonly timeoutInSeconds?: number;
  /** How often a request is made again when the other end is busy, broken or silent. Default 4. */
  readonly retries?: number;
  /** How long to wait before, unless the answer says. Default: exponential from 1 second. */
  readonly backoff?: Backoff;
}

/** Whoever asks for more patience is asked again by the next attempt of the job. */
const longestWait = 60_000;

/** Fetches with patience: 429, 5xx and broken connections are tried again. Throws when the answer is no success. */
export async function fetchPatiently(url: URL, options: FetchingOptions, signal: AbortSignal): Promise<SafeResponse> {
  const { retries = 4, backoff = { type: "exponential", delay: 1000 } } = options;
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryOnce(url, options, signal);
    if (!(outcome instanceof Error) && isSuccess(outcome)) return outcome;
    const failure = outcome instanceof Error ? outcome : answerError(url, outcome.status);
    if (attempt > retries || !isPassing(outcome)) throw failure;
    const asked = outcome instanceof Error ? undefined : askedWait(outcome.headers.get("retry-after"));
    const delay = asked ?? ownWait(backoff, attempt);
    if (delay > longestWait) throw new Error(`${failure.message} It asks to wait ${Math.ceil(delay / 1000)} seconds.`);
    await wait(delay, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

async function tryOnce(
  url: URL,
  { headers, allow, maxBytes, timeoutInSeconds }: FetchingOptions,
  signal: AbortSignal,
): Promise<SafeResponse | FetchError> {
  try {
    return await safeFetch(url, { headers, allow, maxBytes, timeoutInSeconds, signal });
  } catch (error) {
    if (error instanceof FetchError) return error;
    throw error;
  }
}

function isSuccess({ status }: SafeResponse): boolean {
  return status >= 200 && status < 300;
}

/** Whether it may be different in a while. */
function isPassing(outcome: SafeResponse | FetchError): boolean {
  if (outcome instanceof FetchError) return outcome.failure === "unreachable" || outcome.failure === "slow";
  return outcome.status === 429 || outcome.status >= 500;
}

/** Without what follows the path: keys are sometimes handed over there. */
function answerError({ origin, pathname }: URL, status: number): Error {
  return new Error(`${origin}${pathname} answered with status ${status}.`);
}

/** In milliseconds: `Retry-After` holds seconds, or a date. */
function askedWait(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function ownWait({ type, delay }: Backoff, attempt: number): number {
  return Math.min(longestWait, type === "linear" ? delay * attempt : delay * 2 ** (attempt - 1));
}
