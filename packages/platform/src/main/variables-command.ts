import { Command } from "commander";
import { rotateVariables } from "../operations/identity/rotate-variables.ts";
import { type DeploymentOptions, defineCommand } from "./define-command.ts";
import { deploymentSettings } from "./deployment-settings.ts";
import { printResult } from "./print-result.ts";
import { withPlatformCall } from "./with-platform-call.ts";

export function variablesCommand(): Command {
  const command = new Command("variables").description("Looks after the encrypted variables.");
  const rotate = defineCommand({
    name: "rotate",
    description: "Seals every variable anew under the current SESSION_SECRET; SESSION_SECRET_PREVIOUS opens them.",
    examples: ["SESSION_SECRET_PREVIOUS=$OLD SESSION_SECRET=$NEW platform variables rotate"],
    config: "option",
  }).action((options: DeploymentOptions) =>
    withPlatformCall(deploymentSettings(options.config), options.config, async (call) => {
      printResult(
        options,
        { rotated: await rotateVariables(call) },
        ({ rotated }) => `Sealed ${rotated} variables anew.`,
      );
    }),
  );
  return command.addCommand(rotate);
}
