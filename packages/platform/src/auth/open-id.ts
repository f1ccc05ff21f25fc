import * as client from "openid-client";
import { OpenIdSignInError } from "../foundation/errors.ts";
import { newId } from "../foundation/ids.ts";
import type { SecretBox } from "../foundation/secret-box.ts";
import { writeAudit } from "../storage/audit/audit-log.ts";
import type { Database } from "../storage/database.ts";
import { findIdentityByEmail, type Identity, insertUser } from "../storage/identity/users.ts";
import { type HandOver, handOverAddress, refusalAddress, takeHandOver } from "./open-id-hand-over.ts";
import { openIdError } from "./open-id-problem.ts";
import { openSession, type Session, type SignInOptions } from "./sign-in.ts";

export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the provider sends people back to: this server's `/auth/openid/callback`, as they see it. */
  readonly redirectUrl: string;
}

/**
 * Sign-in with an OpenID Connect provider: authorization code with PKCE, settings by discovery. What fails is an
 * `OpenIdSignInError`.
 */
export interface OpenIdSignIn {
  /**
   * Where to send somebody who wants to sign in, and what their browser must keep and bring back. With `handOver`, they
   * are brought back to a web frontend in the end.
   */
  begin(handOver?: HandOver): Promise<{ readonly url: string; readonly kept: string }>;
  /** `url`: the callback as it was requested; `kept`: what the browser kept. */
  complete(url: URL, kept: string | undefined): Promise<Completed>;
  /** The session of somebody who was brought back to a web frontend. */
  takeHandOver(given: { readonly code: string; readonly verifier: string }): Promise<Session>;
  /** The origin under which people see this server. */
  readonly origin: string;
  /** Whether people reach the callback over an encrypted connection. */
  readonly isSecure: boolean;
}

/** A session for a program; for a person at a web frontend, the address to go on to. */
type Completed = { readonly session: Session } | { readonly address: string };

/** Sealed and kept by the browser: the callback may come to another process than the beginning did. */
interface Begun {
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly state: string;
  readonly until: number;
  readonly handOver?: HandOver | undefined;
}

const longestSignInInMilliseconds = 10 * 60 * 1000;

export function createOpenIdSignIn(
  settings: OpenIdSettings,
  options: Pick<SignInOptions, "database" | "tokens"> & { readonly secrets: SecretBox },
): OpenIdSignIn {
  let discovered: Promise<client.Configuration> | undefined;
  const configuration = () => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined;
      throw openIdError(error);
    });
    return discovered;
  };

  const identityAt = async (url: URL, begun: Begun): Promise<Identity> => {
    // The provider compares the address with the one it was given, not with the one that a proxy asked us for.
    const callback = new URL(url.search, settings.redirectUrl);
    const person = await exchange(await configuration(), callback, begun);
    await ensureUser(options.database, person);
    const identity = await findIdentityByEmail(options.database, person.email);
    if (!identity?.isActive) throw new OpenIdSignInError("suspended");
    return identity;
  };

  return {
    isSecure: settings.redirectUrl.startsWith("https:"),
    origin: new URL(settings.redirectUrl).origin,

    async begin(handOver) {
      const codeVerifier = client.randomPKCECodeVerifier();
      const state = client.randomState();
      const nonce = client.randomNonce();
      const until = Date.now() + longestSignInInMilliseconds;
      const begun: Begun = { codeVerifier, nonce, state, until, handOver };
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: settings.redirectUrl,
        scope: "openid email profile",
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        state,
        nonce,
      });
      return { url: url.href, kept: options.secrets.seal(JSON.stringify(begun)) };
    },

    async complete(url, kept) {
      const begun = opened(options.secrets, kept);
      const isOurs = begun?.state === url.searchParams.get("state");
      if (!begun || !isOurs || begun.until < Date.now()) throw new OpenIdSignInError("stale");
      const { handOver } = begun;
      try {
        const identity = await identityAt(url, begun);
        if (!handOver) return { session: await openSession(options, identity) };
        return { address: handOverAddress(options.secrets, handOver, identity.userId) };
      } catch (error) {
        if (handOver && error instanceof OpenIdSignInError) return { address: refusalAddress(handOver) };
        throw error;
      }
    },

    takeHandOver: (given) => takeHandOver(options, given),
  };
}

/** Somebody new becomes a user without any permission. */
function ensureUser(
  database: Database,
  person: { readonly email: string; readonly name: string | null },
): Promise<void> {
  return database.transaction(async () => {
    const id = newId();
    if (!(await insertUser(database, { id, ...person }))) return;
    const actor = { kind: "openId", userId: id, apiKeyId: null };
    const fields = ["email", "name", "emailVerified"];
    await writeAudit(database, { actor, action: "create", resource: "users", fields }, id);
  });
}

function opened(secrets: SecretBox, kept: string | undefined): Begun | undefined {
  try {
    return kept === undefined ? undefined : JSON.parse(secrets.open(kept));
  } catch {
    // Made up, or cut short, or sealed under a secret that is gone.
    return undefined;
  }
}

/** Providers on this machine are spoken to without encryption, all others with it. */
function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<client.Configuration> {
  const url = new URL(issuer);
  const isLocal = url.protocol === "http:" && (url.hostname === "127.0.0.1" || url.hostname === "localhost");
  const options = isLocal ? { execute: [client.allowInsecureRequests] } : undefined;
  return client.discovery(url, clientId, clientSecret, undefined, options);
}

/** Only an address that the provider has verified counts: otherwise anyone could claim anyone's. */
async function exchange(
  configuration: client.Configuration,
  url: URL,
  begun: Begun,
): Promise<{ email: string; name: string | null }> {
  try {
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: begun.codeVerifier,
      expectedNonce: begun.nonce,
      expectedState: begun.state,
    });
    const claims = await claimsOf(configuration, tokens);
    if (typeof claims.email !== "string" || claims.email_verified !== true) throw new OpenIdSignInError("unverified");
    return { email: claims.email.toLowerCase(), name: typeof claims.name === "string" ? claims.name : null };
  } catch (error) {
    throw openIdError(error);
  }
}

/** Providers tell the address in the token itself or, as the standard has it, only when they are asked for it. */
async function claimsOf(
  configuration: client.Configuration,
  tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
): Promise<Readonly<Record<string, unknown>>> {
  const claims = tokens.claims();
  if (!claims) throw new OpenIdSignInError("failed");
  return claims.email === undefined ? client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
}
