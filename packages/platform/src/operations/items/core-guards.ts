import { permittedItems } from "../../access/permitted-items.ts";
import { requireSuperAdmin } from "../../access/resource-permissions.ts";
import type { Resource } from "../../definitions/resource.ts";
import { ConflictError } from "../../foundation/errors.ts";
import { and, type Condition, equals } from "../../query/condition.ts";
import { isLastSuperAdmin } from "../../storage/identity/users.ts";
import { readItem } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";
import { idCondition } from "./find-item.ts";
import type { ItemInput } from "./parse-input.ts";
import { refuse } from "./refuse.ts";
import type { WriteAction } from "./write-options.ts";

/** What only super admins may do, and what hangs on another record. Throws before anything is written. */
export async function guardWrite(
  call: Call,
  resource: Resource,
  write: { readonly action: WriteAction; readonly input?: ItemInput; readonly target?: Condition },
): Promise<void> {
  if (resource.id === "roles") requireSuperAdmin(call.principal);
  if (resource.id === "users") await guardUsers(call, resource, write);
  if (resource.id === "agent_messages" && typeof write.input?.session === "string") {
    await requireWritableSession(call, write.input.session);
  }
}

/** With these, whoever changes a user could become that user, or more. */
const identifying = ["role", "super_admin", "password"];

async function guardUsers(
  call: Call,
  users: Resource,
  { action, input = {}, target }: Parameters<typeof guardWrite>[2],
): Promise<void> {
  if (call.principal.isSuperAdmin) {
    const isDemoted = action === "remove" || input.super_admin === false || input.status === "suspended";
    if (isDemoted && call.principal.userId) await requireAnotherSuperAdmin(call, target);
    return;
  }
  if (action !== "update" || identifying.some((field) => input[field] !== undefined)) requireSuperAdmin(call.principal);
  // The address is required in every input: it may be repeated, not changed.
  const { email } = input;
  if (typeof email !== "string" || !target || target.kind === "nothing") return;
  const repeated = and(target, equals("email", email.toLowerCase()));
  const visible = permittedItems(call.principal, users, "read");
  const isThere = await readItem(call.database, users, and(target, visible), ["id"]);
  if (isThere && !(await readItem(call.database, users, repeated, ["id"]))) requireSuperAdmin(call.principal);
}

/** People can't lock everyone out of what only super admins may do. A service may: it lets itself in. */
async function requireAnotherSuperAdmin({ database }: Call, target: Condition | undefined): Promise<void> {
  if (target?.kind !== "equals" || !(await isLastSuperAdmin(database, String(target.value)))) return;
  throw new ConflictError("This is the last super admin: make another one first.");
}

/** A message can be put only into a conversation that the caller may write. */
async function requireWritableSession(call: Call, sessionId: string): Promise<void> {
  const sessions = call.resources.find((resource) => resource.id === "agent_sessions");
  if (!sessions || call.principal.isSuperAdmin) return;
  const writable = and(idCondition(sessionId), permittedItems(call.principal, sessions, "write"));
  const session = writable.kind === "nothing" ? undefined : await readItem(call.database, sessions, writable, ["id"]);
  if (!session) await refuse(call, sessions, idCondition(sessionId));
}
