import { BadInputError } from "../../foundation/errors.ts";
import { hashPassword } from "../../foundation/passwords.ts";
import type { SqlValue } from "../../storage/sql.ts";
import type { Call } from "../call.ts";

type Rule = (call: Call, values: Map<string, SqlValue>) => Promise<void>;

const shortestPassword = 10;

/** What core types do to their values before they are stored, by type. */
const rules: Readonly<Record<string, Rule>> = {
  users: async (_call, values) => {
    const email = values.get("email");
    if (typeof email === "string") values.set("email", parseEmail(email));
    const password = values.get("password");
    if (typeof password !== "string") return;
    if (password.length < shortestPassword) {
      throw new BadInputError(`"password" must have at least ${shortestPassword} characters.`);
    }
    values.set("password", await hashPassword(password));
  },

  // `encrypted` describes the value that is stored, so it only changes together with the value.
  variables: async (call, values) => {
    const value = values.get("value");
    if (typeof value === "string") {
      const isPlain = values.get("encrypted") === false;
      values.set("encrypted", !isPlain);
      values.set("value", isPlain ? value : call.secrets.seal(value));
    } else values.delete("encrypted");
  },
};

export async function applyCoreRules(call: Call, resourceId: string, values: Map<string, SqlValue>): Promise<void> {
  await rules[resourceId]?.(call, values);
}

function parseEmail(email: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new BadInputError(`"email" must be an e-mail address.`);
  return email.toLowerCase();
}
