import { InvalidCredentialsError, InvalidTokenError, TooManyAttemptsError } from "../foundation/errors.ts";
import { newId } from "../foundation/ids.ts";
import { checkedPassword, hashPassword, verifyPassword } from "../foundation/passwords.ts";
import { writeAudit } from "../storage/audit/audit-log.ts";
import type { Database } from "../storage/database.ts";
import { announceIdentityChange } from "../storage/identity/announce.ts";
import { deleteSession, deleteSessionsOf, insertSession } from "../storage/identity/sessions.ts";
import { findIdentityByEmail, findIdentityById, type Identity, setPassword } from "../storage/identity/users.ts";
import type { RateLimit } from "./rate-limits.ts";
import type { SessionTokens } from "./session-token.ts";

export interface SignInOptions {
  readonly database: Database;
  readonly tokens: SessionTokens;
  /** By account and by address: guessing is slowed down on both. */
  readonly attempts: RateLimit;
}

export interface Session {
  readonly token: string;
  readonly expiresAt: string;
  readonly user: { readonly id: string; readonly email: string };
}

const sessionLengthInHours = 12;

/** An unknown address, a wrong password and a suspended account get the same answer after the same work. */
export async function signIn(
  options: SignInOptions,
  credentials: { readonly email: string; readonly password: string; readonly address: string },
): Promise<Session> {
  const email = credentials.email.toLowerCase();
  // The address first: whoever has used up theirs can't use up other people's accounts.
  const keys = [`address:${credentials.address}`, `account:${email}`];
  for (const key of keys) {
    const state = await options.attempts.take(key);
    if (state.isExceeded) throw new TooManyAttemptsError(state.resetInSeconds);
  }
  const identity = await findIdentityByEmail(options.database, email);
  const isRight = await verifyPassword(credentials.password, identity?.passwordHash ?? (await unusedHash()));
  if (!identity?.isActive || !identity.passwordHash || !isRight) throw new InvalidCredentialsError();
  for (const key of keys) await options.attempts.giveBack(key);
  return openSession(options, identity);
}

export async function openSession(
  { database, tokens }: Pick<SignInOptions, "database" | "tokens">,
  identity: Identity,
): Promise<Session> {
  const expiresAt = new Date(Date.now() + sessionLengthInHours * 60 * 60 * 1000);
  const session = { id: newId(), userId: identity.userId };
  const { passwordHash } = identity;
  const row = { ...session, expiresAt: expiresAt.toISOString(), passwordHash };
  if (!(await insertSession(database, row))) throw new InvalidCredentialsError();
  const token = await tokens.sign({ ...session, expiresAt });
  return { token, expiresAt: expiresAt.toISOString(), user: { id: identity.userId, email: identity.email } };
}

export async function signOut({ database }: Pick<SignInOptions, "database">, sessionId: string): Promise<void> {
  await database.transaction(async () => {
    await deleteSession(database, sessionId);
    await announceIdentityChange(database);
  });
}

/** Ends every other session of the user; the answer holds a new one. */
export async function changePassword(
  options: SignInOptions,
  change: { readonly userId: string; readonly current: string; readonly next: string },
): Promise<Session> {
  const identity = await findIdentityById(options.database, change.userId);
  if (!identity?.isActive) throw new InvalidTokenError();
  const key = `account:${identity.email}`;
  const state = await options.attempts.take(key);
  if (state.isExceeded) throw new TooManyAttemptsError(state.resetInSeconds);
  const isRight = identity.passwordHash !== null && (await verifyPassword(change.current, identity.passwordHash));
  if (!isRight) throw new InvalidCredentialsError();
  await options.attempts.giveBack(key);
  const passwordHash = await hashPassword(checkedPassword(change.next));
  return options.database.transaction(async () => {
    if (!(await setPassword(options.database, identity, passwordHash))) throw new InvalidCredentialsError();
    await deleteSessionsOf(options.database, identity.userId);
    await announceIdentityChange(options.database);
    const { userId } = identity;
    const actor = { kind: "session", userId, apiKeyId: null };
    const entry = { actor, action: "update", resource: "users", fields: ["password"] };
    await writeAudit(options.database, entry, userId);
    return openSession(options, { ...identity, passwordHash });
  });
}

let unused: Promise<string> | undefined;

/** A hash that no password has, so that an unknown address costs as much as a wrong password. */
function unusedHash(): Promise<string> {
  unused ??= hashPassword(newId());
  return unused;
}
