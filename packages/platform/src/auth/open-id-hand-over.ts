import { createHash } from "node:crypto";
import { InvalidCredentialsError } from "../foundation/errors.ts";
import type { SecretBox } from "../foundation/secret-box.ts";
import { findIdentityById } from "../storage/identity/users.ts";
import { openSession, type Session, type SignInOptions } from "./sign-in.ts";

/** Where a web frontend waits for somebody who signs in elsewhere. */
export interface HandOver {
  /** The frontend's origin. */
  readonly origin: string;
  /** The SHA-256 hash, as base64url, of a secret that only the waiting page knows. */
  readonly challenge: string;
}

interface Code {
  readonly kind: "openIdCode";
  readonly userId: string;
  readonly challenge: string;
  readonly until: number;
}

const validForMilliseconds = 60_000;

/**
 * The address that brings somebody back to the page where they began. It carries no token, but a code: addresses end up
 * in histories and logs, and the code is worth nothing without the secret that stayed in that page.
 */
export function handOverAddress(secrets: SecretBox, { origin, challenge }: HandOver, userId: string): string {
  const code: Code = { kind: "openIdCode", userId, challenge, until: Date.now() + validForMilliseconds };
  return `${origin}/sign-in#code=${secrets.seal(JSON.stringify(code))}`;
}

export function refusalAddress({ origin }: HandOver): string {
  return `${origin}/sign-in#refused`;
}

/** A session for whoever holds the code and the secret behind its challenge. */
export async function takeHandOver(
  options: Pick<SignInOptions, "database" | "tokens"> & { readonly secrets: SecretBox },
  given: { readonly code: string; readonly verifier: string },
): Promise<Session> {
  const code = opened(options.secrets, given.code);
  const challenge = createHash("sha256").update(given.verifier).digest("base64url");
  if (code?.kind !== "openIdCode" || code.until < Date.now() || code.challenge !== challenge) {
    throw new InvalidCredentialsError();
  }
  const identity = await findIdentityById(options.database, code.userId);
  if (!identity?.isActive) throw new InvalidCredentialsError();
  return openSession(options, identity);
}

function opened(secrets: SecretBox, code: string): Code | undefined {
  try {
    return JSON.parse(secrets.open(code));
  } catch {
    // Made up, or cut short, or sealed under a secret that is gone.
    return undefined;
  }
}
