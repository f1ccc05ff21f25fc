import type { PermissionLevel, PermissionName } from "../definitions/permissions.ts";
import type { Resource } from "../definitions/resource.ts";
import type { Right } from "../definitions/rights.ts";
import { AccessControlError, NotAuthorizedError } from "../foundation/errors.ts";
import { holds } from "./permissions.ts";
import type { Principal } from "./principal.ts";

interface Needed {
  readonly permission: PermissionName;
  /** The level that reading, and that writing, takes. */
  readonly read: PermissionLevel;
  readonly write: PermissionLevel;
}

const usual = (permission: PermissionName): Needed => ({ permission, read: "read", write: "write" });

/** Talking to an agent, and what people keep around it, is using agents, not changing them. */
const personal: Needed = { permission: "agents", read: "read", write: "read" };

/** What each core type takes; contexts take `contexts`. */
const needed: ReadonlyMap<string, Needed> = new Map(
  Object.entries({
    agents: usual("agents"),
    agent_sessions: personal,
    agent_messages: personal,
    projects: personal,
    prompt_library: personal,
    prompt_favorites: personal,
    users: usual("users"),
    roles: usual("users"),
    test_cases: usual("evals"),
    eval_sets: usual("evals"),
    eval_runs: usual("evals"),
    workflow_templates: usual("workflows"),
    statistics: usual("users"),
    variables: usual("variables"),
  }),
);

/** Throws when the caller's role gives nothing on this kind of resource: before any item is looked at. */
export function requirePermission(principal: Principal, resource: Resource, right: Right): void {
  const { permission, read, write } = neededFor(resource);
  const level = right === "read" ? read : write;
  if (!holds(principal.permissions, permission, level)) throw new AccessControlError();
}

/** Whether the rights on single items don't bind the caller. Through a narrowed key they do, where it may only read. */
export function isUnbound(principal: Principal, resource: Resource, right: Right): boolean {
  return principal.seesEveryItem && holds(principal.permissions, neededFor(resource).permission, right);
}

function neededFor(resource: Resource): Needed {
  if (resource.kind === "context") return usual("contexts");
  const known = needed.get(resource.id);
  if (!known) throw new Error(`The core type ${resource.id} has no row in resource-permissions.ts.`);
  return known;
}

export function requireSuperAdmin(principal: Principal): void {
  if (!principal.isSuperAdmin) throw new NotAuthorizedError();
}
