import { createHash, randomBytes } from "node:crypto";
import { textProblem } from "../definitions/text-problem.ts";
import { checkedEmail } from "../foundation/email-address.ts";
import { BadInputError, InvalidTokenError } from "../foundation/errors.ts";
import { newId } from "../foundation/ids.ts";
import { checkedPassword, hashPassword } from "../foundation/passwords.ts";
import { writeAudit } from "../storage/audit/audit-log.ts";
import type { Database } from "../storage/database.ts";
import { announceIdentityChange } from "../storage/identity/announce.ts";
import { deleteKeysOf } from "../storage/identity/api-keys.ts";
import { deleteSessionsOf } from "../storage/identity/sessions.ts";
import { offerSetUp, takeSetUp } from "../storage/identity/set-up.ts";
import { findIdentityByEmail, hasSuperAdmin, insertSuperAdmin } from "../storage/identity/users.ts";
import { openSession, type Session, type SignInOptions } from "./sign-in.ts";

const validForHours = 24;

/** The secret of a one-time link with which the first super admin is set up; undefined when there is one already. */
export async function offerFirstAdmin(database: Database): Promise<string | undefined> {
  if (await hasSuperAdmin(database)) return undefined;
  const secret = randomBytes(32).toString("base64url");
  await offerSetUp(database, hash(secret), validForHours);
  return secret;
}

/** Whether the first super admin is there. */
export function hasFirstAdmin({ database }: Pick<SignInOptions, "database">): Promise<boolean> {
  return hasSuperAdmin(database);
}

export interface FirstAdmin {
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
}

/** The link works once, for a day: of any number who follow it at once, one becomes the super admin. */
export async function setUpFirstAdmin(
  options: Pick<SignInOptions, "database" | "tokens">,
  secret: string,
  admin: FirstAdmin,
): Promise<Session> {
  return options.database.transaction(async () => {
    // Before the password is hashed: strangers can't make the server do that work.
    if (!(await takeSetUp(options.database, hash(secret)))) throw new InvalidTokenError();
    await addSuperAdmin(options.database, admin, "setUp");
    const identity = await findIdentityByEmail(options.database, admin.email);
    if (!identity) throw new Error("The first super admin was not stored.");
    return openSession(options, identity);
  });
}

/** The super admin that the environment names, unless there is one already. */
export async function ensureAdmin(database: Database, admin: FirstAdmin): Promise<void> {
  if (await hasSuperAdmin(database)) return;
  await database.transaction(() => addSuperAdmin(database, admin, "environment"));
}

async function addSuperAdmin(
  database: Database,
  { email, name, password }: FirstAdmin,
  way: "setUp" | "environment",
): Promise<void> {
  const address = checkedEmail(email);
  const problem = textProblem(`${email}${name ?? ""}`);
  if (problem) throw new BadInputError(`"email" and "name" ${problem}.`);
  const passwordHash = await hashPassword(checkedPassword(password));
  const id = await insertSuperAdmin(database, {
    id: newId(),
    email: address,
    name: name ?? null,
    passwordHash,
  });
  // Whoever had this address before must not become a super admin along with it.
  await deleteKeysOf(database, id);
  await deleteSessionsOf(database, id);
  await announceIdentityChange(database);
  const actor = { kind: way, userId: null, apiKeyId: null };
  const fields = ["email", "name", "password", "super_admin"];
  await writeAudit(database, { actor, action: "create", resource: "users", fields }, id);
}

function hash(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
