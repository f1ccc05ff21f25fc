import type { Resource } from "../../definitions/resource.ts";
import type { AuditEntry } from "../../storage/audit/audit-log.ts";
import { auditActor } from "../audit-actor.ts";
import type { Call } from "../call.ts";

export type WriteAction = "create" | "upsert" | "copy" | "update" | "process" | "remove";

/** What a write gives back, and what the audit log is told of it. */
export function writeOptions(
  call: Call,
  resource: Resource,
  write: { readonly action: WriteAction; readonly changed: readonly string[]; readonly fields: readonly string[] },
): { readonly fields: readonly string[]; readonly entry: AuditEntry } {
  const entry = {
    actor: auditActor(call.principal),
    action: write.action,
    resource: resource.id,
    fields: write.changed,
  };
  return { fields: write.fields, entry };
}
