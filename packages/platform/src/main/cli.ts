import { Command, CommanderError } from "commander";
import { PlatformError, StartRefusedError } from "../foundation/errors.ts";
import { FolderInUseError } from "../storage/embedded/folder-lock.ts";
import { codegenCommand } from "./codegen/codegen-command.ts";
import { createCommand } from "./create/create-command.ts";
import { devCommand } from "./dev/dev-command.ts";
import { doctorCommand } from "./doctor/doctor-command.ts";
import { embeddingsCommand } from "./embeddings-command.ts";
import { evalCommand } from "./eval-command.ts";
import { exportCommand } from "./export-command.ts";
import { importCommand } from "./import-command.ts";
import { keysCommand } from "./keys-command.ts";
import { migrateCommand } from "./migrate-command.ts";
import { platformManifest } from "./platform-manifest.ts";
import { seedCommand } from "./seed-command.ts";
import { apiCommand, startCommand } from "./start-command.ts";
import { usersCommand } from "./users-command.ts";
import { variablesCommand } from "./variables-command.ts";
import { workerCommand } from "./worker-command.ts";

/** Exit codes: 0 done, 1 refused or failed, 2 wrong usage. */
export async function runCli(argv: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync([...argv]);
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** Every command of `platform`. Instead of ending the process, it throws. */
export function createProgram(): Command {
  const program = new Command("platform")
    .description("One GraphQL API, generated from what you declare.")
    .version(platformManifest().version, "--version", "print the version")
    .showSuggestionAfterError()
    .showHelpAfterError("(platform --help lists the commands)")
    .exitOverride();
  program.addCommand(createCommand());
  program.addCommand(startCommand());
  program.addCommand(devCommand());
  program.addCommand(apiCommand());
  program.addCommand(workerCommand());
  program.addCommand(migrateCommand());
  program.addCommand(doctorCommand());
  program.addCommand(codegenCommand());
  program.addCommand(embeddingsCommand());
  program.addCommand(evalCommand());
  program.addCommand(seedCommand());
  program.addCommand(exportCommand());
  program.addCommand(importCommand());
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

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  process.stderr.write(`${textFor(error)}\n`);
  return 1;
}

/** The message of an error that is meant for people; of any other, where it came from as well. */
function textFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isForPeople = [StartRefusedError, PlatformError, FolderInUseError].some((kind) => error instanceof kind);
  return isForPeople ? error.message : (error.stack ?? error.message);
}
