import type { Resource } from "../../definitions/resource.ts";
import { type Grant, type RightsGrants, type RightsMode, rights, rightsModes } from "../../definitions/rights.ts";
import { BadInputError } from "../../foundation/errors.ts";
import { isId } from "../../foundation/ids.ts";
import { arrayLiteral, type SqlValue } from "../../storage/sql.ts";
import { rightsColumns } from "../../storage/tables/table-model.ts";

const none: RightsGrants = { type: "private", users: [], roles: [] };

/** The rights columns that an input sets. Lists that are left out stay as they are on the item today. */
export function parseRights(
  resource: Resource,
  input: unknown,
  today: RightsGrants = none,
): ReadonlyMap<string, SqlValue> {
  if (input === undefined || input === null) return new Map();
  if (!resource.rbac) throw new BadInputError(`"RBAC" can't be set: ${resource.id} has no rights of its own.`);
  if (typeof input !== "object") throw new BadInputError(`"RBAC" must be an object.`);

  const users = parseGrants("users" in input ? input.users : undefined, "users") ?? today.users;
  const roles = parseGrants("roles" in input ? input.roles : undefined, "roles") ?? today.roles;
  const mode = parseMode("type" in input ? input.type : undefined) ?? derivedMode(users, roles);
  const keys = [...users.map((grant) => grantKey("user", grant)), ...roles.map((grant) => grantKey("role", grant))];
  return new Map<string, SqlValue>([
    [rightsColumns.mode, mode],
    [rightsColumns.readers, arrayLiteral(keys.map(({ key }) => key))],
    [rightsColumns.writers, arrayLiteral(keys.filter(({ isWriter }) => isWriter).map(({ key }) => key))],
  ]);
}

function parseGrants(list: unknown, name: "users" | "roles"): readonly Grant[] | undefined {
  if (list === undefined || list === null) return undefined;
  if (!Array.isArray(list)) throw new BadInputError(`"RBAC.${name}" must be a list of { id, rights }.`);
  const grants = new Map<string, Grant>();
  for (const entry of list as readonly Partial<Grant>[]) {
    const right = rights.find((each) => each === entry?.rights);
    if (typeof entry?.id !== "string" || !isId(entry.id))
      throw new BadInputError(`"RBAC.${name}" holds an id that is none.`);
    if (!right) throw new BadInputError(`The rights in "RBAC.${name}" must be ${rights.join(" or ")}.`);
    const id = entry.id.toLowerCase();
    if (grants.has(id)) throw new BadInputError(`"RBAC.${name}" names ${id} twice.`);
    grants.set(id, { id, rights: right });
  }
  return [...grants.values()];
}

function parseMode(mode: unknown): RightsMode | undefined {
  if (mode === undefined || mode === null) return undefined;
  const known = rightsModes.find((each) => each === mode);
  if (!known) throw new BadInputError(`"RBAC.type" must be one of ${rightsModes.join(", ")}.`);
  return known;
}

function derivedMode(users: readonly Grant[], roles: readonly Grant[]): RightsMode {
  if (users.length > 0) return "users";
  return roles.length > 0 ? "roles" : "private";
}

function grantKey(kind: "user" | "role", grant: Grant) {
  return { key: `${kind}:${grant.id}`, isWriter: grant.rights === "write" };
}
