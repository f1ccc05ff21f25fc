import { FetchError } from "./fetch-error.ts";
import type { OutgoingRequest, ReceivedAnswer } from "./send-request.ts";

/** What another origin may be told. Any other header could be a key. */
const harmless = ["accept", "accept-language", "content-type", "user-agent"];

/** The request that a redirect asks for. */
export function followRedirect(request: OutgoingRequest, { status, headers }: ReceivedAnswer): OutgoingRequest {
  const location = headers.get("location");
  const url = location === null ? null : URL.parse(location, request.url.href);
  if (!url) throw new FetchError("malformed", `"${request.url.host}" redirects to nowhere.`);
  const isSameOrigin = url.origin === request.url.origin;
  const becomesGet = status === 303 ? request.method !== "HEAD" : status <= 302 && request.method === "POST";
  const kept = Object.entries(request.headers).filter(
    ([name]) => (isSameOrigin || harmless.includes(name)) && !(becomesGet && name.startsWith("content-")),
  );
  return {
    url,
    method: becomesGet ? "GET" : request.method,
    headers: Object.fromEntries(kept),
    body: becomesGet ? undefined : request.body,
  };
}
