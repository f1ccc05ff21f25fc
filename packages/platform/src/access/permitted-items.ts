import type { Resource } from "../definitions/resource.ts";
import type { Right } from "../definitions/rights.ts";
import { type Condition, equals, everything, type Granted, nothing } from "../query/condition.ts";
import type { Principal } from "./principal.ts";
import { isUnbound, requirePermission } from "./resource-permissions.ts";

/**
 * The one rule: which items of a resource a caller may read, or write. It throws when their role gives nothing on this
 * kind of resource, and otherwise is a condition that goes into the statement, on every surface.
 */
export function permittedItems(principal: Principal, resource: Resource, right: Right): Condition {
  requirePermission(principal, resource, right);
  // Whoever is no super admin can't touch one: not even to lock them out.
  if (resource.id === "users" && right === "write" && !principal.isSuperAdmin) return notSuperAdmin;
  if (isUnbound(principal, resource, right)) return everything;
  if (resource.id === "agent_messages")
    return { kind: "parentPermitted", field: "session", parent: "agent_sessions", granted: granted(principal, right) };
  if (resource.id === "prompt_favorites") return principal.userId ? equals("user", principal.userId) : nothing;
  return resource.rbac ? granted(principal, right) : everything;
}

const notSuperAdmin: Condition = { kind: "differs", field: "super_admin", value: true };

function granted({ userId, roleId }: Principal, right: Right): Granted {
  const keys = [...(userId ? [`user:${userId}`] : []), ...(roleId ? [`role:${roleId}`] : [])];
  return { kind: "granted", right, userId, keys };
}
