import type { CoreType } from "./core-type.ts";

export const users: CoreType = {
  id: "users",
  singular: "user",
  description: "Someone, or something, that signs in.",
  fields: [
    { name: "email", type: "string", required: true, unique: true, description: "Who it is; unique, in lower case." },
    { name: "name", type: "text", description: "What people call them." },
    { name: "image", type: "string", description: "The address of a picture." },
    { name: "emailVerified", type: "date", description: "When the address was confirmed." },
    { name: "type", type: "enum", enumValues: ["user", "api"], default: "user", description: "A person or a program." },
    { name: "role", type: "string", index: true, description: "The id of the role that gives them permissions." },
    { name: "super_admin", type: "boolean", default: false, description: "Whether every right is theirs." },
    {
      name: "status",
      type: "enum",
      enumValues: ["active", "suspended"],
      default: "active",
      description: "Whether they can sign in.",
    },
    { name: "password", type: "string", secret: true, description: "A new password. It is kept as a hash only." },
    {
      name: "sessions_valid_from",
      type: "date",
      secret: true,
      calculated: true,
      description: "Sessions that began before are over.",
    },
  ],
};

const permission = (what: string) => `What members may do with ${what}: read, write, or nothing when empty.`;
const levels = ["read", "write"] as const;

export const roles: CoreType = {
  id: "roles",
  singular: "role",
  description: "A set of permissions that users are given.",
  fields: [
    { name: "name", type: "text", required: true, description: "What the role is called." },
    { name: "agents", type: "enum", enumValues: levels, description: permission("agents") },
    { name: "contexts", type: "enum", enumValues: levels, description: permission("contexts") },
    { name: "workflows", type: "enum", enumValues: levels, description: permission("workflows") },
    { name: "variables", type: "enum", enumValues: levels, description: permission("variables") },
    { name: "users", type: "enum", enumValues: levels, description: permission("users and roles") },
    { name: "evals", type: "enum", enumValues: levels, description: permission("evaluations") },
    { name: "queues", type: "enum", enumValues: levels, description: permission("queues and jobs") },
    { name: "api", type: "enum", enumValues: levels, description: permission("API keys") },
  ],
};
