import type { Identity } from "../storage/identity/users.ts";
import { everyPermission } from "./permissions.ts";
import type { Principal } from "./principal.ts";

/** A user, and how they came in. */
export function userPrincipal(
  identity: Identity,
  way: Pick<Principal, "kind"> & Partial<Pick<Principal, "apiKeyId" | "sessionId" | "keyExpiresAt">>,
): Principal {
  return {
    kind: way.kind,
    userId: identity.userId,
    roleId: identity.roleId,
    apiKeyId: way.apiKeyId ?? null,
    sessionId: way.sessionId ?? null,
    keyExpiresAt: way.keyExpiresAt ?? null,
    isSuperAdmin: identity.isSuperAdmin,
    seesEveryItem: identity.isSuperAdmin,
    isNarrowed: false,
    permissions: identity.isSuperAdmin ? everyPermission : identity.permissions,
  };
}
