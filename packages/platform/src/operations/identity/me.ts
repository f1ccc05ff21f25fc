import { type Permissions, permissionNames } from "../../definitions/permissions.ts";
import { readItem } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";
import { idCondition } from "../items/find-item.ts";

export interface Me {
  readonly id: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly role: string | null;
  readonly super_admin: boolean;
  readonly permissions: Permissions;
}

/** The caller: what they may know of themselves without any permission. */
export async function findMe({ principal, database, resources }: Call): Promise<Me> {
  const users = resources.find((resource) => resource.id === "users");
  const user =
    users && principal.userId
      ? await readItem(database, users, idCondition(principal.userId), ["email", "name"])
      : undefined;
  const permissions = Object.fromEntries(permissionNames.map((name) => [name, principal.permissions[name] ?? null]));
  return {
    id: principal.userId,
    email: typeof user?.email === "string" ? user.email : null,
    name: typeof user?.name === "string" ? user.name : null,
    role: principal.roleId,
    super_admin: principal.isSuperAdmin,
    permissions: permissions as Permissions,
  };
}
