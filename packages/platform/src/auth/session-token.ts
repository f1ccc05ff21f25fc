import { createSecretKey, type KeyObject } from "node:crypto";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { isId } from "../foundation/ids.ts";

/** What a valid session token says. */
export interface SessionClaims {
  /** Of our own sessions, which can be ended one by one. */
  readonly sessionId: string | undefined;
  readonly userId: string | undefined;
  readonly email: string | undefined;
  /** In milliseconds. */
  readonly issuedAt: number | undefined;
  /** In milliseconds; undefined: only as long as its age allows. */
  readonly expiresAt: number | undefined;
}

export interface SessionTokens {
  sign(session: { readonly id: string; readonly userId: string; readonly expiresAt: Date }): Promise<string>;
  /** Undefined for anything that is not a valid token, for whatever reason. */
  verify(token: string): Promise<SessionClaims | undefined>;
}

const oldestWithoutExpiry = 30 * 24 * 60 * 60;

/** JSON Web Tokens under the shared secret, ours and any session library's. Earlier secrets only verify. */
export function createSessionTokens(secrets: readonly string[]): SessionTokens {
  const keys = secrets.map((secret) => createSecretKey(Buffer.from(secret, "utf8")));
  const [current] = keys;
  if (!current) throw new Error("Session tokens need a secret.");

  return {
    sign: ({ id, userId, expiresAt }) =>
      new SignJWT({ sid: id })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setSubject(userId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(current),

    async verify(token) {
      for (const key of keys) {
        const payload = await payloadOf(token, key);
        const claims = payload && claimsOf(payload);
        // A secret that was replaced may be known to others: with it only sessions that we opened are believed.
        if (claims) return key === current || claims.sessionId ? claims : undefined;
      }
      return undefined;
    },
  };
}

/** The algorithm is fixed: a token that names another one, or none, is refused. */
async function payloadOf(token: string, key: KeyObject): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"] });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** A token without an end must be young: otherwise it would open the door for good. */
function claimsOf(payload: JWTPayload): SessionClaims | undefined {
  const { sub, exp, iat, sid, email } = payload;
  const isYoung = iat !== undefined && iat > Date.now() / 1000 - oldestWithoutExpiry;
  if (exp === undefined && !isYoung) return undefined;
  const claims = {
    sessionId: typeof sid === "string" && isId(sid) ? sid : undefined,
    userId: sub !== undefined && isId(sub) ? sub : undefined,
    email: typeof email === "string" ? email : undefined,
    issuedAt: iat === undefined ? undefined : iat * 1000,
    expiresAt: exp === undefined ? undefined : exp * 1000,
  };
  return claims.userId || claims.email ? claims : undefined;
}
