import type { FastifyReply, FastifyRequest } from "fastify";
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
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principal> {
  const authenticated = authenticate(request.headers);
  const principal = authenticated instanceof Promise ? await authenticated : authenticated;
  if (principal.apiKeyId) await takeFromLimit(rateLimit, principal.apiKeyId, reply);
  return principal;
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
