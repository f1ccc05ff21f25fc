import type { Principal } from "../access/principal.ts";
import type { Actor } from "../storage/audit/audit-log.ts";

/** The caller, as the audit log keeps them. */
export function auditActor({ kind, userId, apiKeyId }: Principal): Actor {
  return { kind, userId, apiKeyId };
}
