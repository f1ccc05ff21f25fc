import type { Permissions } from "../definitions/permissions.ts";
import { everyPermission } from "./permissions.ts";

/** Who is calling. Every call has one: nothing is ever anonymous. */
export interface Principal {
  /** How they came in. */
  readonly kind: "internal" | "development" | "program" | "apiKey" | "session";
  /** The user they act as; null for a service, whose items belong to nobody. */
  readonly userId: string | null;
  readonly roleId: string | null;
  readonly apiKeyId: string | null;
  readonly sessionId: string | null;
  /** Whether operations reserved for super admins are open to them. */
  readonly isSuperAdmin: boolean;
  /** Whether the rights on single items don't bind them: super admins, also through a narrowed key. */
  readonly seesEveryItem: boolean;
  /** Whether a key's scopes leave out something that its user may do. */
  readonly isNarrowed: boolean;
  readonly permissions: Permissions;
  /** When the API key ends that they came in with; null for every other way. */
  readonly keyExpiresAt: string | null;
}

/** A part of the deployment itself, with every right. */
export function servicePrincipal(kind: "internal" | "development" | "program"): Principal {
  return {
    kind,
    userId: null,
    roleId: null,
    apiKeyId: null,
    sessionId: null,
    isSuperAdmin: true,
    seesEveryItem: true,
    isNarrowed: false,
    permissions: everyPermission,
    keyExpiresAt: null,
  };
}
