import { Command } from "commander";
import { codegenCommand } from "./codegen/codegen-command.ts";
import { createCommand } from "./create/create-command.ts";
import { doctorCommand } from "./doctor/doctor-command.ts";
import { embeddingsCommand } from "./embeddings-command.ts";
import { evalCommand } from "./eval-command.ts";
import { keysCommand } from "./keys-command.ts";
import { migrateCommand } from "./migrate-command.ts";
import { platformVersion } from "./platform-version.ts";
import { seedCommand } from "./seed-command.ts";
import { apiCommand, startCommand } from "./start-command.ts";
import { usersCommand } from "./users-command.ts";
import { variablesCommand } from "./variables-command.ts";
import { workerCommand } from "./worker-command.ts";

/** Every command of `platform`. Instead of ending the process, it throws. */
export function createProgram(): Command {
  const program = new Command("platform")
    .description("One GraphQL API, generated from what you declare.")
    .version(platformVersion(), "--version", "print the version")
    .showSuggestionAfterError()
    .showHelpAfterError("(platform --help lists the commands)")
    .exitOverride();
  program.addCommand(createCommand());
  program.addCommand(startCommand());
  program.addCommand(apiCommand());
  program.addCommand(workerCommand());
  program.addCommand(migrateCommand());
  program.addCommand(doctorCommand());
  program.addCommand(codegenCommand());
  program.addCommand(embeddingsCommand());
  program.addCommand(evalCommand());
  program.addCommand(seedCommand());
  program.addCommand(usersCommand());
  program.addCommand(keysCommand());
  program.addCommand(variablesCommand());
  for (const command of program.commands) inheritManners(command, program);
  return program;
}

function inheritManners(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inheritManners(child, command);
}
