import type { Resource } from "../../definitions/resource.ts";
import type { AuditEntry } from "../../storage/audit/audit-log.ts";
import type { WriteOptions } from "../../storage/items/write-items.ts";
import { auditActor } from "../audit-actor.ts";
import type { Call } from "../call.ts";
import { type MarkedWrite, staleMark } from "./stale-mark.ts";

export type WriteAction = "create" | "upsert" | "copy" | "update" | "process" | "remove";

/** What a write gives back, what the audit log is told of it, and whether it leaves the item's chunks behind. */
export function writeOptions(
  call: Call,
  resource: Resource,
  write: MarkedWrite & { readonly fields: readonly string[] },
): WriteOptions {
  return { fields: write.fields, entry: auditEntry(call, resource, write), stale: staleMark(resource, write) };
}

export function auditEntry(
  { principal }: Call,
  resource: Resource,
  { action, changed }: { readonly action: string; readonly changed: readonly string[] },
): AuditEntry {
  return { actor: auditActor(principal), action, resource: resource.id, fields: changed };
}
