import { narrowed } from "../../access/permissions.ts";
import { type Principal, servicePrincipal } from "../../access/principal.ts";
import { userPrincipal } from "../../access/user-principal.ts";
import type { ClaimedCase } from "../../storage/evals/eval-cases.ts";
import { findApiKey } from "../../storage/identity/api-keys.ts";
import { findIdentityById } from "../../storage/identity/users.ts";
import type { Call } from "../call.ts";

/**
 * Whoever started a run, with the rights that they have now: their role's, narrowed by the key that they came in with.
 * Undefined when they, or the key, would not be let in any more. A run that nobody started is a service's.
 */
export async function starterOf({ database }: Call, { userId, apiKeyId }: ClaimedCase): Promise<Principal | undefined> {
  if (userId === null) return servicePrincipal("program");
  const identity = await findIdentityById(database, userId);
  if (!identity?.isActive) return undefined;
  if (apiKeyId === null) return userPrincipal(identity, { kind: "program" });
  const key = await findApiKey(database, { id: apiKeyId }, userId);
  const isOver = !key || key.revokedAt !== null || (key.expiresAt !== null && Date.parse(key.expiresAt) <= Date.now());
  if (isOver) return undefined;
  const user = userPrincipal(identity, { kind: "program", apiKeyId, keyExpiresAt: key.expiresAt });
  if (!key.scopes) return user;
  return { ...user, isSuperAdmin: false, isNarrowed: true, permissions: narrowed(user.permissions, key.scopes) };
}
