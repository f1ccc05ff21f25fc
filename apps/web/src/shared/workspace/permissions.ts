/** What a role can give, in the order in which people look for it, with what it opens. */
export const permissions = [
  { name: "contexts", label: "Contexts", opens: "The items of all contexts" },
  { name: "agents", label: "Agents", opens: "Agents; reading is enough to keep prompts and projects of one's own" },
  { name: "workflows", label: "Workflows", opens: "Workflow templates" },
  { name: "evals", label: "Evaluations", opens: "Test cases, evaluation sets and runs" },
  { name: "variables", label: "Variables", opens: "Names of variables, and setting them" },
  { name: "queues", label: "Queues", opens: "Queues and jobs" },
  { name: "users", label: "Users", opens: "Users, roles to read, and the audit log" },
  { name: "api", label: "API keys", opens: "Everyone's API keys; one's own need nothing" },
] as const;

export type PermissionName = (typeof permissions)[number]["name"];
export type PermissionLevel = "read" | "write";

/** The signed-in user. */
export interface Me {
  readonly id: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly role: string | null;
  readonly super_admin: boolean;
  readonly permissions: Readonly<Record<PermissionName, PermissionLevel | null>>;
}

export function can(me: Me, name: PermissionName, level: PermissionLevel): boolean {
  const held = me.permissions[name];
  return held === "write" || (held === "read" && level === "read");
}
