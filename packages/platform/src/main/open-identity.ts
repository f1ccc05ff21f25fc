import { once } from "node:events";
import { Redis } from "ioredis";
import type { Logger } from "pino";
import { createAgentRuns, type TakeAgentRun } from "../auth/agent-runs.ts";
import { type Authenticate, createAuthenticate } from "../auth/authenticate.ts";
import { createOpenIdSignIn, type OpenIdSettings, type OpenIdSignIn } from "../auth/open-id.ts";
import { openIdFacts } from "../auth/open-id-problem.ts";
import { PrincipalCache } from "../auth/principal-cache.ts";
import { createRateLimit, type RateLimit } from "../auth/rate-limits.ts";
import { createSessionTokens } from "../auth/session-token.ts";
import { ensureAdmin, offerFirstAdmin } from "../auth/set-up.ts";
import type { SignInOptions } from "../auth/sign-in.ts";
import type { OpenIdSignInError } from "../foundation/errors.ts";
import type { SecretBox } from "../foundation/secret-box.ts";
import { pruneAudit } from "../storage/audit/audit-log.ts";
import type { Database } from "../storage/database.ts";
import { identityChannel } from "../storage/identity/announce.ts";
import { deleteExpiredSessions } from "../storage/identity/sessions.ts";

export interface IdentityOptions {
  readonly database: Database;
  /** The current secret first, then earlier ones. */
  readonly secrets: readonly [string, ...string[]];
  readonly internalSecret?: string | undefined;
  readonly developmentKey?: string | undefined;
  readonly redisUrl?: string | undefined;
  /** Default 600. */
  readonly rateLimitPerMinute?: number | undefined;
  readonly admin?: { readonly email: string; readonly password: string } | undefined;
  /** Default 365; 0 keeps the audit log for good. */
  readonly auditRetentionInDays?: number | undefined;
  readonly openId?: OpenIdSettings | undefined;
  readonly logger?: Logger;
}

/** Everything about who may come in. */
export interface IdentityParts {
  readonly routes: {
    readonly authenticate: Authenticate;
    readonly rateLimit: RateLimit;
    readonly signIn: SignInOptions;
    readonly openId: OpenIdSignIn | undefined;
    reportOpenId(error: OpenIdSignInError, requestId: string): void;
  };
  readonly takeAgentRun: TakeAgentRun;
  readonly setUpSecret: string | undefined;
  close(): Promise<void>;
}

const signInAttempts = { limit: 10, windowInSeconds: 900 };
const longestConnecting = 2000;
const housekeepingInMilliseconds = 60 * 60 * 1000;

/** While it does not answer, each process counts for itself. */
async function openRedis(url: string, logger: Logger | undefined): Promise<Redis> {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: 500 });
  let isTold = false;
  redis.on("error", (error) => {
    if (!isTold) logger?.error({ err: error }, "Redis does not answer: rate limits are counted by each process");
    isTold = true;
  });
  redis.on("ready", () => {
    isTold = false;
  });
  // The first requests are to be counted where all others are; a Redis that is not there does not hold up the start.
  await once(redis, "ready", { signal: AbortSignal.timeout(longestConnecting) }).catch(() => undefined);
  return redis;
}

export async function openIdentity(options: IdentityOptions, secrets: SecretBox): Promise<IdentityParts> {
  const { database } = options;
  const redis = options.redisUrl ? await openRedis(options.redisUrl, options.logger) : undefined;
  const tokens = createSessionTokens(options.secrets);
  const cache = new PrincipalCache();
  const unlisten = await database.listen(identityChannel, () => cache.clear());
  const signIn = { database, tokens, attempts: createRateLimit({ name: "sign-in", ...signInAttempts, redis }) };

  if (options.admin) await ensureAdmin(database, options.admin);
  const tidy = async () => {
    try {
      await deleteExpiredSessions(database);
      await pruneAudit(database, options.auditRetentionInDays ?? 365);
    } catch (error) {
      // It is tried again an hour later; no start should fail for it.
      options.logger?.warn({ err: error }, "the housekeeping failed");
    }
  };
  await tidy();
  const housekeeping = setInterval(() => void tidy(), housekeepingInMilliseconds).unref();

  return {
    routes: {
      authenticate: createAuthenticate({ ...options, tokens, cache }),
      rateLimit: createRateLimit({
        name: "api-key",
        limit: options.rateLimitPerMinute ?? 600,
        windowInSeconds: 60,
        redis,
      }),
      signIn,
      openId: options.openId && createOpenIdSignIn(options.openId, { ...signIn, secrets }),
      reportOpenId: (error, requestId) =>
        options.logger?.warn({ ...openIdFacts(error), requestId }, "a sign-in with the OpenID provider failed"),
    },
    takeAgentRun: createAgentRuns(redis),
    setUpSecret: await offerFirstAdmin(database),
    close: async () => {
      clearInterval(housekeeping);
      await unlisten().catch(() => undefined);
      redis?.disconnect();
    },
  };
}
