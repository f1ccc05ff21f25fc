import { agentToolPattern } from "../../definitions/check-tools.ts";
import { checkedEmail } from "../../foundation/email-address.ts";
import { BadInputError, InsufficientPermissionsError } from "../../foundation/errors.ts";
import { isId } from "../../foundation/ids.ts";
import { checkedPassword, hashPassword } from "../../foundation/passwords.ts";
import { isRole } from "../../storage/identity/users.ts";
import type { SqlValue } from "../../storage/sql.ts";
import { backendValues } from "../agents/backend-values.ts";
import type { Call } from "../call.ts";
import { checkToolEntries } from "../tools/tool-entries.ts";
import { checkTemplate } from "../workflows/template-rules.ts";

type Rule = (call: Call, values: Map<string, SqlValue>) => Promise<void>;

/** What core types do to the values that they are given before they are stored, by type. */
const rules: Readonly<Record<string, Rule>> = {
  users: async (call, values) => {
    const email = values.get("email");
    if (typeof email === "string") values.set("email", checkedEmail(email));
    const role = values.get("role");
    if (typeof role === "string") values.set("role", await knownRole(call, role));
    const password = values.get("password");
    if (typeof password === "string") values.set("password", await hashPassword(checkedPassword(password)));
  },

  // `encrypted` describes the value that is stored, so it only changes together with the value.
  variables: async (call, values) => {
    const value = values.get("value");
    if (typeof value !== "string") {
      values.delete("encrypted");
      return;
    }
    const isPlain = values.get("encrypted") === false;
    values.set("encrypted", !isPlain);
    values.set("value", isPlain ? value : call.secrets.seal(value));
  },

  agents: async (call, values) => {
    if (values.has("backend")) {
      const taken = backendValues(call, values.get("backend"));
      for (const [field, value] of Object.entries(taken)) values.set(field, value);
    }
    const tools = values.get("tools");
    if (typeof tools === "string") checkToolEntries(JSON.parse(tools), (id) => isTool(call, id));
  },

  // Rights follow the conversation by its id as a text: written in capitals it would be nobody's.
  agent_messages: async (_call, values) => {
    const session = values.get("session");
    if (typeof session === "string") values.set("session", session.toLowerCase());
  },

  workflow_templates: async (_call, values) => checkTemplate(values),
  agent_sessions: async (call, values) => ownUser(call, values),
  prompt_favorites: async (call, values) => ownUser(call, values),
};

export async function applyCoreRules(call: Call, resourceId: string, values: Map<string, SqlValue>): Promise<void> {
  await rules[resourceId]?.(call, values);
}

function isTool({ tools }: Call, id: string): boolean {
  return agentToolPattern.test(id) || tools.some((tool) => tool.id === id);
}

/** In lower case: ids are compared as texts where a user's role is looked up. */
async function knownRole({ database }: Call, role: string): Promise<string> {
  if (isId(role) && (await isRole(database, role))) return role.toLowerCase();
  throw new BadInputError(`"role" must be the id of a role; there is none with the id "${role.slice(0, 60)}".`);
}

/** Conversations and favourites are the caller's own; super admins may speak for others. */
function ownUser({ principal }: Call, values: Map<string, SqlValue>): void {
  const user = values.get("user");
  if (typeof user === "string" && user !== principal.userId && !principal.isSuperAdmin) {
    throw new InsufficientPermissionsError();
  }
}
