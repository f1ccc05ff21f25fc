import {
  type PermissionLevel,
  type PermissionName,
  type Permissions,
  permissionNames,
} from "../definitions/permissions.ts";

export const everyPermission: Permissions = Object.fromEntries(permissionNames.map((name) => [name, "write"]));

export function holds(permissions: Permissions, name: PermissionName, level: PermissionLevel): boolean {
  const held = permissions[name];
  return held === "write" || (held === "read" && level === "read");
}

/** What both allow: a key never gives more than its user has. */
export function narrowed(permissions: Permissions, scopes: Permissions): Permissions {
  const common = permissionNames.flatMap((name) => {
    const held = permissions[name];
    const scope = scopes[name];
    if (!held || !scope) return [];
    return [[name, held === "write" && scope === "write" ? "write" : "read"]];
  });
  return Object.fromEntries(common);
}

/** Whether `inner` gives nothing that `outer` does not. */
export function isWithin(inner: Permissions, outer: Permissions): boolean {
  return permissionNames.every((name) => {
    const level = inner[name];
    return level === undefined || holds(outer, name, level);
  });
}
