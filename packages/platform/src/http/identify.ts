import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import type { Principal } from "../access/principal.ts";
import type { Authenticate } from "../auth/authenticate.ts";
import type { RateLimit } from "../auth/rate-limits.ts";
import { RateLimitError } from "../foundation/errors.ts";

export interface IdentifyOptions {
  readonly authenticate: Authenticate;
  /** Per API key. */
  readonly rateLimit: RateLimit;
}

/** Who calls. Throws when nobody may, or an API key was used too often. */
export async function identify(
  { authenticate, rateLimit }: IdentifyOptions,
  headers: IncomingHttpHeaders,
  reply: FastifyReply,
): Promise<Principal> {
  const authenticated = authenticate(headers);
  const principal = authenticated instanceof Promise ? await authenticated : authenticated;
  if (principal.apiKeyId) await takeFromLimit(rateLimit, principal.apiKeyId, reply);
  return principal;
}

/** Clients of other protocols send an API key as a bearer token. */
export function bearerAsKey(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const key = /^Bearer (sk_[^\s]+)$/i.exec(headers.authorization ?? "")?.[1];
  return key === undefined || headers["x-api-key"] !== undefined ? headers : { ...headers, "x-api-key": key };
}

async function takeFromLimit(rateLimit: RateLimit, apiKeyId: string, reply: FastifyReply): Promise<void> {
  const { limit, remaining, resetInSeconds, isExceeded } = await rateLimit.take(apiKeyId);
  reply
    .header("ratelimit-limit", limit)
    .header("ratelimit-remaining", remaining)
    .header("ratelimit-reset", resetInSeconds);
  if (!isExceeded) return;
  reply.header("retry-after", resetInSeconds);
  throw new RateLimitError();
}
