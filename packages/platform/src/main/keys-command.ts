import { Command } from "commander";
import { BadInputError } from "../foundation/errors.ts";
import { generateKey, listKeys, revokeKey } from "../operations/identity/api-keys.ts";
import type { ApiKey } from "../storage/identity/api-keys.ts";
import { findEmails, findIdentityByEmail } from "../storage/identity/users.ts";
import { type DeploymentOptions, defineCommand } from "./define-command.ts";
import { deploymentSettings } from "./deployment-settings.ts";
import { printResult } from "./print-result.ts";
import { printable } from "./printable.ts";
import { textTable } from "./text-table.ts";
import { withPlatformCall } from "./with-platform-call.ts";

interface CreateOptions extends DeploymentOptions {
  readonly name: string;
  readonly user: string;
  readonly scope?: readonly string[];
  readonly expires?: string;
}

export function keysCommand(): Command {
  const command = new Command("keys").description("Makes, lists and revokes API keys.");
  const define = (name: string, description: string, example: string) => {
    const defined = defineCommand({ name, description, examples: [`platform keys ${example}`], config: "option" });
    command.addCommand(defined);
    return defined;
  };

  define(
    "create",
    "Makes an API key for a user, and shows it once.",
    "create --user ann@example.com --name import --scope contexts=write",
  )
    .requiredOption("--user <email>", "the address of the user it acts as")
    .requiredOption("--name <name>", "what the key is for")
    .option("--scope <permission=level...>", "narrow it: contexts=read agents=write")
    .option("--expires <timestamp>", "when it ends, as an ISO 8601 timestamp")
    .action((options: CreateOptions) =>
      withPlatformCall(deploymentSettings(options.config), options.config, async (call) => {
        const identity = await findIdentityByEmail(call.database, options.user);
        if (!identity) throw new BadInputError(`There is no user ${options.user}.`);
        const scopes = options.scope && Object.fromEntries(options.scope.map((scope) => scope.split("=", 2)));
        const { name, expires } = options;
        const generated = await generateKey(call, { name, user: identity.userId, scopes, expiresAt: expires });
        printResult(options, generated, ({ key, apiKey }) => `${key}\nIt is shown this once. Its id is ${apiKey.id}.`);
      }),
    );
  define("list", "Lists the API keys, newest first.", "list --json").action((options: DeploymentOptions) =>
    withPlatformCall(deploymentSettings(options.config), options.config, async (call) => {
      const found = await listKeys(call);
      const emails = await findEmails(call.database, [...new Set(found.map((key) => key.userId))]);
      const keys = found.map((key) => ({ ...key, user: emails.get(key.userId) ?? key.userId }));
      printResult(options, keys, describeKeys);
    }),
  );
  define("revoke", "Ends an API key at once.", "revoke sk_4f9c21ab03de")
    .argument("<id>", "the id that list shows, or the key itself as far as it is known: sk_…")
    .action((id: string, options: DeploymentOptions) =>
      withPlatformCall(deploymentSettings(options.config), options.config, async (call) => {
        printResult(options, await revokeKey(call, id), ({ name }) => `Revoked ${printable(name)}.`);
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
