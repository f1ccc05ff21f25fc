import { holds, isWithin } from "../../access/permissions.ts";
import { parseDate } from "../../definitions/dates.ts";
import { type Permissions, parsePermissions, permissionNames } from "../../definitions/permissions.ts";
import { textProblem } from "../../definitions/text-problem.ts";
import { apiKeyIdIn, newApiKey } from "../../foundation/api-key.ts";
import {
  AccessControlError,
  BadInputError,
  InsufficientPermissionsError,
  NotAuthorizedError,
  RecordNotFoundError,
} from "../../foundation/errors.ts";
import { isId, newId } from "../../foundation/ids.ts";
import { type AuditEntry, writeAudit } from "../../storage/audit/audit-log.ts";
import { announceIdentityChange } from "../../storage/identity/announce.ts";
import {
  type ApiKey,
  endApiKey,
  findApiKey,
  insertApiKey,
  listApiKeys,
  revokeApiKey,
} from "../../storage/identity/api-keys.ts";
import { findIdentityById } from "../../storage/identity/users.ts";
import { auditActor } from "../audit-actor.ts";
import type { Call } from "../call.ts";

export interface NewKeyInput {
  readonly name: string;
  /** Whose key it is. Default: the caller's. */
  readonly user?: string | null | undefined;
  /** The permissions it is narrowed to. Default: everything its user may do. */
  readonly scopes?: unknown;
  readonly expiresAt?: string | null | undefined;
}

export interface GeneratedKey {
  /** Shown this once. */
  readonly key: string;
  readonly apiKey: ApiKey;
}

/** A key never gives more than its maker holds: scopes stay within theirs, and only super admins make keys for others. */
export async function generateKey(call: Call, input: NewKeyInput): Promise<GeneratedKey> {
  requireSayOverKeys(call);
  const { principal, database } = call;
  const userId = input.user ?? principal.userId;
  if (!userId || !isId(userId)) throw new BadInputError(`"user" must be the id of the user whose key it is.`);
  if (userId !== principal.userId && !principal.isSuperAdmin) throw new NotAuthorizedError();
  const scopes = checkedScopes(call, input.scopes);
  const expiresAt = checkedExpiry(call, input.expiresAt);
  const name = input.name.trim();
  if (name === "" || name.length > 200 || textProblem(name))
    throw new BadInputError(`"name" must have 1 to 200 characters.`);

  return database.transaction(async () => {
    if (!(await findIdentityById(database, userId))) throw new RecordNotFoundError();
    return insertKey(call, { name, userId, scopes, expiresAt });
  });
}

export function listKeys(call: Call): Promise<readonly ApiKey[]> {
  return listApiKeys(call.database, ownerLimit(call));
}

export async function revokeKey(call: Call, id: string): Promise<ApiKey> {
  requireSayOverKeys(call);
  return call.database.transaction(async () => {
    const key = await reachableKey(call, id);
    const revoked = await revokeApiKey(call.database, key.id);
    if (!revoked) throw new RecordNotFoundError();
    await writeAudit(call.database, auditEntry(call, "revoke", []), key.id);
    await announceIdentityChange(call.database);
    return revoked;
  });
}

const longestOverlapInSeconds = 7 * 24 * 60 * 60;

/** A new key in place of an old one, which still works for a while, so that clients can change over. */
export async function rotateKey(call: Call, id: string, overlapInSeconds = 3600): Promise<GeneratedKey> {
  requireSayOverKeys(call);
  if (overlapInSeconds < 0 || overlapInSeconds > longestOverlapInSeconds) {
    throw new BadInputError(`"overlapInSeconds" must be from 0 to ${longestOverlapInSeconds}.`);
  }
  return call.database.transaction(async () => {
    const old = await reachableKey(call, id);
    if (old.revokedAt) throw new BadInputError("A revoked key can't be rotated: generate a new one.");
    if (old.userId !== call.principal.userId && !call.principal.isSuperAdmin) throw new NotAuthorizedError();
    checkedScopes(call, old.scopes ?? undefined);
    checkedExpiry(call, old.expiresAt);
    const generated = await insertKey(call, old);
    await endApiKey(call.database, old.id, new Date(Date.now() + overlapInSeconds * 1000).toISOString());
    await writeAudit(call.database, auditEntry(call, "update", ["expiresAt"]), old.id);
    return generated;
  });
}

async function insertKey(
  call: Call,
  key: Pick<ApiKey, "name" | "userId" | "scopes" | "expiresAt">,
): Promise<GeneratedKey> {
  const { id: keyId, key: text, secretHash } = newApiKey();
  const { name, userId, scopes, expiresAt } = key;
  const row = { id: newId(), keyId, secretHash, name, userId, scopes, expiresAt };
  const apiKey = await insertApiKey(call.database, row);
  const fields = ["name", "user", "scopes", "expiresAt"];
  await writeAudit(call.database, auditEntry(call, "create", fields), apiKey.id);
  await announceIdentityChange(call.database);
  return { key: text, apiKey };
}

function auditEntry({ principal }: Call, action: string, fields: readonly string[]): AuditEntry {
  return { actor: auditActor(principal), action, resource: "apiKeys", fields };
}

/**
 * A key that is narrowed to other things has no say over keys, not even over its user's: stolen, it could make itself
 * another, and end those that others rely on.
 */
function requireSayOverKeys({ principal }: Call): void {
  if (principal.isNarrowed && !holds(principal.permissions, "api", "write")) throw new AccessControlError();
}

/** Own keys only, unless the caller manages API keys. */
function ownerLimit({ principal }: Call): string | null {
  if (holds(principal.permissions, "api", "write")) return null;
  if (!principal.userId) throw new RecordNotFoundError();
  return principal.userId;
}

/** By the id of its record, or by the part of the key that is no secret. */
async function reachableKey(call: Call, id: string): Promise<ApiKey> {
  const keyId = apiKeyIdIn(id);
  const wanted = isId(id) ? { id } : keyId ? { keyId } : undefined;
  const key = wanted && (await findApiKey(call.database, wanted, ownerLimit(call)));
  if (!key) throw new RecordNotFoundError();
  return key;
}

/** A caller who is narrowed can't make a key that is not. */
function checkedScopes({ principal }: Call, scopes: unknown): Permissions | null {
  if (scopes === undefined || scopes === null) {
    if (principal.isNarrowed) throw new InsufficientPermissionsError();
    return null;
  }
  if (typeof scopes !== "object" || Array.isArray(scopes)) throw new BadInputError(scopesMessage);
  const wanted = parsePermissions(scopes as Record<string, unknown>);
  const given = Object.entries(scopes).filter(([, level]) => level !== null);
  if (given.length !== Object.keys(wanted).length) throw new BadInputError(scopesMessage);
  if (!isWithin(wanted, principal.permissions)) throw new InsufficientPermissionsError();
  return wanted;
}

const scopesMessage = `"scopes" must be an object of permissions (${permissionNames.join(", ")}), each read or write.`;

/** A key that ends can't make one that outlives it. */
function checkedExpiry({ principal }: Call, expiresAt: string | null | undefined): string | null {
  const date = expiresAt === undefined || expiresAt === null ? null : parseDate(expiresAt);
  if (date === undefined || (date !== null && Date.parse(date) <= Date.now())) {
    throw new BadInputError(`"expiresAt" must be a moment in the future.`);
  }
  const { keyExpiresAt } = principal;
  if (keyExpiresAt !== null && (date === null || date > keyExpiresAt)) throw new InsufficientPermissionsError();
  return date;
}
