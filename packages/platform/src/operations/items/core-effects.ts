import type { Resource } from "../../definitions/resource.ts";
import { announceIdentityChange } from "../../storage/identity/announce.ts";
import { deleteKeysOf } from "../../storage/identity/api-keys.ts";
import { deleteSessionsOf } from "../../storage/identity/sessions.ts";
import { endSessions } from "../../storage/identity/users.ts";
import { deleteMessagesOf } from "../../storage/items/delete-messages.ts";
import { disownItems } from "../../storage/items/disown-items.ts";
import type { Call } from "../call.ts";
import { keepSchedule } from "../workflows/template-rules.ts";
import type { WriteAction } from "./write-options.ts";

/** Whether writes of this core type bring about something else. */
export function hasCoreEffects(resource: Resource): boolean {
  return ["users", "roles", "agent_sessions", "workflow_templates"].includes(resource.id);
}

/** What else a write of a core type brings about, in the same transaction. */
export async function applyCoreEffects(
  call: Call,
  resource: Resource,
  write: { readonly action: WriteAction; readonly id: string; readonly changed: readonly string[] },
): Promise<void> {
  const { database, resources } = call;
  if (resource.id === "workflow_templates") return keepSchedule(call, write);
  if (resource.id === "agent_sessions") {
    if (write.action === "remove") await deleteMessagesOf(database, write.id);
    return;
  }
  if (resource.id === "users" && write.action === "remove") {
    await deleteKeysOf(database, write.id);
    await deleteSessionsOf(database, write.id);
    // Their items stay: owned by nobody, in the sight of whoever was granted them, and of super admins.
    for (const owned of resources.filter((each) => each.rbac)) await disownItems(database, owned, write.id);
  }
  if (resource.id === "users" && write.changed.some((field) => field === "password" || field === "status")) {
    await endSessions(database, write.id);
    await deleteSessionsOf(database, write.id);
  }
  await announceIdentityChange(database);
}
