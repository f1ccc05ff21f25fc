import { Command, Option } from "commander";
import { BadInputError } from "../foundation/errors.ts";
import { coreResource } from "../operations/agents/core-resource.ts";
import type { Call } from "../operations/call.ts";
import { createItem } from "../operations/items/create-item.ts";
import type { ItemInput } from "../operations/items/parse-input.ts";
import { updateItemById } from "../operations/items/update-item.ts";
import { findIdentityByEmail } from "../storage/identity/users.ts";
import { type DeploymentOptions, defineCommand } from "./define-command.ts";
import { deploymentSettings } from "./deployment-settings.ts";
import { findNamed } from "./find-named.ts";
import { describeUsers, type ListedUser, listUsers, userOf } from "./listed-users.ts";
import { printResult } from "./print-result.ts";
import { printable } from "./printable.ts";
import { type ChosenPassword, choosePassword } from "./read-password.ts";
import { withPlatformCall } from "./with-platform-call.ts";

interface PasswordOptions extends DeploymentOptions {
  readonly passwordStdin?: boolean;
}

interface CreateOptions extends PasswordOptions {
  readonly name?: string;
  readonly role?: string;
  readonly superAdmin?: boolean;
}

interface RoleOptions extends DeploymentOptions {
  readonly none?: boolean;
  readonly superAdmin?: "yes" | "no";
}

const passwordFlag = [
  "--password-stdin",
  "take the password from standard input; default: one is made, and shown once",
] as const;

export function usersCommand(): Command {
  const command = new Command("users").description("Lists, makes and changes users.");
  const define = (name: string, description: string, ...examples: readonly [string, ...string[]]) => {
    const [first, ...others] = examples.map((example) => `platform users ${example}`);
    const defined = defineCommand({ name, description, examples: [first ?? name, ...others], config: "option" });
    command.addCommand(defined);
    return defined;
  };
  const inDeployment = ({ config }: DeploymentOptions, work: (call: Call) => Promise<void>) =>
    withPlatformCall(deploymentSettings(config), config, work);

  define("list", "Lists the users, newest first.", "list", "list --json").action((options: DeploymentOptions) =>
    inDeployment(options, async (call) => printResult(options, await listUsers(call), describeUsers)),
  );
  define(
    "create",
    "Makes a user with a password.",
    "create ann@example.com --name Ann --role editors",
    "create root@example.com --super-admin --password-stdin < password.txt",
  )
    .argument("<email>", "the address they sign in with")
    .option("--name <name>", "what people call them")
    .option("--role <role>", "the name or the id of their role")
    .option("--super-admin", "give them every right")
    .option(...passwordFlag)
    .action((email: string, options: CreateOptions) =>
      inDeployment(options, async (call) => {
        const chosen = await choosePassword(options);
        const user = await createUser(call, email, { ...options, password: chosen.password });
        printWithPassword(options, { user, chosen }, `Made ${printable(user.email)}.`);
      }),
    );
  define(
    "role",
    "Gives a user another role, or takes theirs away; makes them a super admin, or not.",
    "role ann@example.com editors",
    "role ann@example.com --none --super-admin yes",
  )
    .argument("<email>", "the address of the user")
    .argument("[role]", "the name or the id of the role")
    .option("--none", "take their role away")
    .addOption(new Option("--super-admin <answer>", "whether they have every right").choices(["yes", "no"]))
    .action((email: string, role: string | undefined, options: RoleOptions) =>
      inDeployment(options, async (call) => {
        const user = await updateUser(call, email, await roleInput(call, role, options));
        printResult(options, user, (changed) => `${printable(changed.email)}: ${describeRole(changed)}.`);
      }),
    );
  define(
    "password",
    "Gives a user another password, and ends their sessions.",
    "password ann@example.com",
    "password ann@example.com --password-stdin < password.txt",
  )
    .argument("<email>", "the address of the user")
    .option(...passwordFlag)
    .action((email: string, options: PasswordOptions) =>
      inDeployment(options, async (call) => {
        const chosen = await choosePassword(options);
        const user = await updateUser(call, email, { password: chosen.password });
        printWithPassword(options, { user, chosen }, `${printable(user.email)} has another password.`);
      }),
    );
  for (const [name, status, description, done] of [
    [
      "disable",
      "suspended",
      "Keeps a user from signing in, and ends their sessions and the use of their keys.",
      "can't sign in any more",
    ],
    ["enable", "active", "Lets a user sign in again.", "can sign in"],
  ] as const) {
    define(name, description, `${name} ann@example.com`)
      .argument("<email>", "the address of the user")
      .action((email: string, options: DeploymentOptions) =>
        inDeployment(options, async (call) => {
          const user = await updateUser(call, email, { status });
          printResult(options, user, (changed) => `${printable(changed.email)} ${done}.`);
        }),
      );
  }
  return command;
}

async function createUser(
  call: Call,
  email: string,
  { name, role, superAdmin, password }: CreateOptions & { readonly password: string },
): Promise<ListedUser> {
  const input = {
    email,
    password,
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role: (await findNamed(call, "roles", role)).id }),
    ...(superAdmin && { super_admin: true }),
  };
  const { item } = await createItem(call, coreResource(call, "users"), input, ["id"]);
  return userOf(call, String(item.id));
}

async function updateUser(call: Call, email: string, input: ItemInput): Promise<ListedUser> {
  const identity = await findIdentityByEmail(call.database, email);
  if (!identity) throw new BadInputError(`There is no user ${email}.`);
  await updateItemById(call, coreResource(call, "users"), identity.userId, { input, fields: ["id"] });
  return userOf(call, identity.userId);
}

async function roleInput(call: Call, role: string | undefined, { none, superAdmin }: RoleOptions): Promise<ItemInput> {
  if (role !== undefined && none) throw new BadInputError("Give a role, or --none: not both.");
  if (role === undefined && !none && superAdmin === undefined) {
    throw new BadInputError("Say what should change: a role, --none, or --super-admin yes or no.");
  }
  return {
    ...(role !== undefined && { role: (await findNamed(call, "roles", role)).id }),
    ...(none && { role: null }),
    ...(superAdmin !== undefined && { super_admin: superAdmin === "yes" }),
  };
}

function describeRole({ role, isSuperAdmin }: ListedUser): string {
  const roles = [...(isSuperAdmin ? ["super admin"] : []), ...(role ? [`role ${printable(role)}`] : [])];
  return roles.join(", ") || "no role";
}

function printWithPassword(
  options: DeploymentOptions,
  { user, chosen }: { readonly user: ListedUser; readonly chosen: ChosenPassword },
  done: string,
): void {
  const shown = chosen.isGenerated ? { password: chosen.password } : {};
  printResult(options, { ...user, ...shown }, ({ password }) =>
    password === undefined ? done : `${done} The password, shown this once: ${password}`,
  );
}
