import type { PresentedKey } from "../storage/identity/api-keys.ts";
import { narrowed } from "./permissions.ts";
import type { Principal } from "./principal.ts";
import { userPrincipal } from "./user-principal.ts";

/** Who acts with an API key; undefined when it was revoked, has expired, or its user is locked out. */
export function keyPrincipal(key: PresentedKey): Principal | undefined {
  const { id: apiKeyId, scopes, expiresAt, isRevoked, identity } = key;
  if (isRevoked || !identity.isActive) return undefined;
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return undefined;
  const user = userPrincipal(identity, { kind: "apiKey", apiKeyId, keyExpiresAt: expiresAt });
  if (!scopes) return user;
  return { ...user, isSuperAdmin: false, isNarrowed: true, permissions: narrowed(user.permissions, scopes) };
}
