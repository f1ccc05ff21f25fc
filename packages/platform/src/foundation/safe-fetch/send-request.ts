import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { PinnedAddress } from "./find-addresses.ts";
import { readBody } from "./read-body.ts";

export interface OutgoingRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** One request and its answer, over a connection to one of these addresses. Redirects are not followed. */
export async function sendRequest(
  { url, method, headers, body }: OutgoingRequest,
  {
    addresses,
    maxBytes,
    signal,
  }: {
    readonly addresses: readonly PinnedAddress[];
    readonly maxBytes: number;
    readonly signal: AbortSignal;
  },
): Promise<ReceivedAnswer> {
  const start = url.protocol === "https:" ? httpsRequest : httpRequest;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // No agent that is shared: a connection that another request has made was not checked for this one.
  const outgoing = start(url, { method, headers, agent: false, lookup: pinnedTo(addresses), signal });
  outgoing.on("response", resolve);
  outgoing.on("error", reject);
  outgoing.on("close", () => reject(new Error("the connection was closed without an answer")));
  outgoing.end(body);
  try {
    const response = await promise;
    const status = response.statusCode ?? 0;
    // A redirect's body is of no use, and neither is one that can't be there.
    const isBodiless = method === "HEAD" || status === 204 || status === 304 || isRedirect(status);
    const received = isBodiless ? new Uint8Array() : await readBody(response, { host: url.host, maxBytes });
    return { status, headers: headersOf(response), body: received };
  } finally {
    outgoing.destroy();
  }
}

export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function pinnedTo(addresses: readonly PinnedAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all)
      callback(
        null,
        addresses.map(({ address, family }) => ({ address, family })),
      );
    else callback(null, first?.address ?? "", first?.family);
  };
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  }
  return headers;
}
