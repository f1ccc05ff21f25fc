/** What a role can give, one level for each kind of thing. */
export const permissionNames = [
  "agents",
  "contexts",
  "workflows",
  "variables",
  "users",
  "evals",
  "queues",
  "api",
] as const;

export type PermissionName = (typeof permissionNames)[number];

/** Writing includes reading. */
export type PermissionLevel = "read" | "write";

/** A permission that is absent gives nothing. */
export type Permissions = Readonly<Partial<Record<PermissionName, PermissionLevel>>>;

/** The permissions in a row of roles, or in the scopes of a key; anything else in it is ignored. */
export function parsePermissions(record: Readonly<Record<string, unknown>>): Permissions {
  const given = permissionNames.flatMap((name) => {
    const level = record[name];
    return level === "read" || level === "write" ? [[name, level]] : [];
  });
  return Object.fromEntries(given);
}
