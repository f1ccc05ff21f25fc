import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { keyPrincipal } from "../access/key-principal.ts";
import { type Principal, servicePrincipal } from "../access/principal.ts";
import { userPrincipal } from "../access/user-principal.ts";
import { isSecretOf, parseApiKey } from "../foundation/api-key.ts";
import { InvalidTokenError } from "../foundation/errors.ts";
import type { Database } from "../storage/database.ts";
import { findPresentedKey, findSecretHash, touchApiKey } from "../storage/identity/api-keys.ts";
import { isSessionOpen } from "../storage/identity/sessions.ts";
import { findIdentityByEmail, findIdentityById, type Identity } from "../storage/identity/users.ts";
import type { PrincipalCache } from "./principal-cache.ts";
import type { SessionClaims, SessionTokens } from "./session-token.ts";

export interface AuthenticateOptions {
  readonly database: Database;
  readonly tokens: SessionTokens;
  readonly cache: PrincipalCache;
  /** What the `internal` header must hold; absent: the header is refused. */
  readonly internalSecret?: string | undefined;
  /** A key with every right, for a laptop; absent: there is none. */
  readonly developmentKey?: string | undefined;
}

/** Answers at once when the credential is known, and asks the database otherwise. Throws `Invalid token`. */
export type Authenticate = (headers: IncomingHttpHeaders) => Principal | Promise<Principal>;

const internal = servicePrincipal("internal");
const development = servicePrincipal("development");

/** Who is calling. The first header present decides, in this order; a bad one is not rescued by a later one. */
export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const isInternal = secretMatcher(options.internalSecret);
  const isDevelopment = secretMatcher(options.developmentKey);

  return (headers) => {
    const { internal: secret, "x-api-key": key, authorization } = headers;
    if (secret !== undefined) return isInternal(String(secret)) ? internal : refuse();
    if (typeof key === "string" && key.startsWith(developmentPrefix))
      return isDevelopment(key) ? development : refuse();
    if (key !== undefined) return known(options, `key ${key}`, () => principalOfKey(options, String(key)));
    const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? "")?.[1];
    if (token !== undefined) return known(options, `token ${token}`, () => principalOfToken(options, token));
    return refuse();
  };
}

export const developmentPrefix = "sk_development_";

type Found = { readonly principal: Principal; readonly expiresAt?: number | undefined };

/** What is kept names the kind of the credential: a key is no token, not even a warm one. */
function known(
  { cache }: AuthenticateOptions,
  credential: string,
  find: () => Promise<Found | undefined>,
): Principal | Promise<Principal> {
  return cache.find(credential) ?? cache.lookUp(credential, find).then((principal) => principal ?? refuse());
}

/**
 * An unknown id and a wrong secret take the same way, in the same time, to the same answer. Whether a key was revoked, has
 * expired or lost its user is only looked at for those who know its secret.
 */
async function principalOfKey({ database }: AuthenticateOptions, key: string): Promise<Found | undefined> {
  const parsed = parseApiKey(key);
  if (!parsed) return undefined;
  const secretHash = await findSecretHash(database, parsed.id, noSecretHash);
  if (!isSecretOf(parsed.secret, secretHash)) return undefined;
  const presented = await findPresentedKey(database, parsed.id);
  const principal = presented && keyPrincipal(presented);
  if (!principal) return undefined;
  await touchApiKey(database, presented.id);
  return { principal, expiresAt: presented.expiresAt === null ? undefined : Date.parse(presented.expiresAt) };
}

async function principalOfToken({ database, tokens }: AuthenticateOptions, token: string): Promise<Found | undefined> {
  const claims = await tokens.verify(token);
  if (!claims) return undefined;
  const identity = await identityOf(database, claims);
  if (!identity?.isActive) return undefined;
  // Our own sessions are ended one by one; other libraries' tokens by the time they were issued.
  const isOpen = claims.sessionId
    ? await isSessionOpen(database, claims.sessionId, identity.userId)
    : !isOver(identity, claims);
  if (!isOpen) return undefined;
  const principal = userPrincipal(identity, { kind: "session", sessionId: claims.sessionId ?? null });
  return { principal, expiresAt: claims.expiresAt };
}

async function identityOf(database: Database, claims: SessionClaims): Promise<Identity | undefined> {
  const byId = claims.userId ? await findIdentityById(database, claims.userId) : undefined;
  return byId ?? (claims.email ? findIdentityByEmail(database, claims.email) : undefined);
}

/** Tokens say when they were issued in whole seconds: one of the same second as the change counts as newer. */
function isOver({ sessionsValidFrom }: Identity, { issuedAt }: SessionClaims): boolean {
  if (sessionsValidFrom === null) return false;
  return issuedAt === undefined || issuedAt + 999 < Date.parse(sessionsValidFrom);
}

function refuse(): never {
  throw new InvalidTokenError();
}

const noSecretHash = createHash("sha256").update("no such key").digest("hex");

/** Compares hashes, so that neither the length nor the first difference shows in the time it takes. */
function secretMatcher(secret: string | undefined): (given: string) => boolean {
  const expected = secret === undefined ? undefined : digest(secret);
  return (given) => {
    const actual = digest(given);
    return expected !== undefined && timingSafeEqual(actual, expected);
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
