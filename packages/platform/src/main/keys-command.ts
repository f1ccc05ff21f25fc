import { dirname } from "node:path";
import { Command } from "commander";
import { BadInputError } from "../foundation/errors.ts";
import { generateKey, listKeys, revokeKey } from "../operations/identity/api-keys.ts";
import { findIdentityByEmail } from "../storage/identity/users.ts";
import { readEnv } from "./read-env.ts";
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
      const keys = await listKeys(call);
      const lines = keys.map((key) => {
        const state = key.revokedAt ? "revoked" : key.expiresAt ? `until ${key.expiresAt}` : "active";
        return `${key.id}  sk_${key.keyId}_…  ${state}  ${key.name}`;
      });
      const text = lines.length === 0 ? "There are no keys." : lines.join("\n");
      process.stdout.write(`${options.json ? JSON.stringify(keys) : text}\n`);
    }),
  );
  define("revoke", "Ends an API key at once.")
    .argument("<id>", "the id that list shows")
    .action((id: string, options: { json?: boolean; config: string }) =>
      withPlatformCall(readEnv(process.env, dirname(options.config)), options.config, async (call) => {
        const key = await revokeKey(call, id);
        process.stdout.write(`${options.json ? JSON.stringify(key) : `Revoked ${key.name}.`}\n`);
      }),
    );
  return command;
}
