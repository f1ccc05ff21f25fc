import { dirname } from "node:path";
import { Command } from "commander";
import { BadInputError } from "../foundation/errors.ts";
import { generateKey, listKeys, revokeKey } from "../operations/identity/api-keys.ts";
import type { ApiKey } from "../storage/identity/api-keys.ts";
import { findEmails, findIdentityByEmail } from "../storage/identity/users.ts";
import { printable } from "./printable.ts";
import { readEnv } from "./read-env.ts";
import { textTable } from "./text-table.ts";
import { withPlatformCall } from "./with-platform-call.ts";

interface CreateOptions {
  readonly json?: boolean;
  readonly name: string;
  readonly user: string;
  readonly scope?: readonly string[];
  readonly expires?: string;
}

export function keysCommand(): Command {
  const command = new Command("keys").description("Makes, lists and revokes API keys.");
  const define = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .option("--config <file>", "the file that default-exports the PlatformApp", "platform.config.ts")
      .option("--json", "print JSON");

  define("create", "Makes an API key for a user, and shows it once.")
    .requiredOption("--user <email>", "the address of the user it acts as")
    .requiredOption("--name <name>", "what the key is for")
    .option("--scope <permission=level...>", "narrow it: contexts=read agents=write")
    .option("--expires <timestamp>", "when it ends, as an ISO 8601 timestamp")
    .addHelpText(
      "after",
      "\nExample:\n  platform keys create --user ann@example.com --name import --scope contexts=write",
    )
    .action((options: CreateOptions & { config: string }) =>
      withPlatformCall(readEnv(process.env, dirname(options.config)), options.config, async (call) => {
        const identity = await findIdentityByEmail(call.database, options.user);
        if (!identity) throw new BadInputError(`There is no user ${options.user}.`);
        const scopes = options.scope && Object.fromEntries(options.scope.map((scope) => scope.split("=", 2)));
        const { name, expires } = options;
        const generated = await generateKey(call, { name, user: identity.userId, scopes, expiresAt: expires });
        const text = `${generated.key}\nIt is shown this once. Its id is ${generated.apiKey.id}.`;
        process.stdout.write(`${options.json ? JSON.stringify(generated) : text}\n`);
      }),
    );
  define("list", "Lists the API keys, newest first.").action((options: { json?: boolean; config: string }) =>
    withPlatformCall(readEnv(process.env, dirname(options.config)), options.config, async (call) => {
      const found = await listKeys(call);
      const emails = await findEmails(call.database, [...new Set(found.map((key) => key.userId))]);
      const keys = found.map((key) => ({ ...key, user: emails.get(key.userId) ?? key.userId }));
      process.stdout.write(`${options.json ? JSON.stringify(keys) : describeKeys(keys)}\n`);
    }),
  );
  define("revoke", "Ends an API key at once.")
    .argument("<id>", "the id that list shows, or the key itself as far as it is known: sk_…")
    .action((id: string, options: { json?: boolean; config: string }) =>
      withPlatformCall(readEnv(process.env, dirname(options.config)), options.config, async (call) => {
        const key = await revokeKey(call, id);
        process.stdout.write(`${options.json ? JSON.stringify(key) : `Revoked ${printable(key.name)}.`}\n`);
      }),
    );
  return command;
}

function describeKeys(keys: readonly (ApiKey & { readonly user: string })[]): string {
  if (keys.length === 0) return "There are no keys.";
  const rows = keys.map((key) => {
    const scopes = key.scopes && Object.entries(key.scopes).map(([name, level]) => `${name}=${level}`);
    const narrowed = scopes?.length === 0 ? "none" : scopes?.join(",");
    return [key.id, `sk_${key.keyId}_…`, key.user, narrowed ?? "all of the user's", stateOf(key), key.name];
  });
  return textTable(["ID", "KEY", "USER", "SCOPES", "STATE", "NAME"], rows);
}

function stateOf({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt) return "revoked";
  if (!expiresAt) return "active";
  return Date.parse(expiresAt) <= Date.now() ? "expired" : `until ${expiresAt}`;
}
