import { dirname } from "node:path";
import { Command } from "commander";
import { rotateVariables } from "../operations/identity/rotate-variables.ts";
import { readEnv } from "./read-env.ts";
import { withPlatformCall } from "./with-platform-call.ts";

export function variablesCommand(): Command {
  const command = new Command("variables").description("Looks after the encrypted variables.");
  command
    .command("rotate")
    .description("Seals every variable anew under the current SESSION_SECRET; SESSION_SECRET_PREVIOUS opens them.")
    .option("--config <file>", "the file that default-exports the PlatformApp", "platform.config.ts")
    .option("--json", "print JSON")
    .action((options: { json?: boolean; config: string }) =>
      withPlatformCall(readEnv(process.env, dirname(options.config)), options.config, async (call) => {
        const rotated = await rotateVariables(call);
        process.stdout.write(`${options.json ? JSON.stringify({ rotated }) : `Sealed ${rotated} variables anew.`}\n`);
      }),
    );
  return command;
}
