import { Command, CommanderError } from "commander";
import { PlatformError, StartRefusedError } from "../foundation/errors.ts";
import { FolderInUseError } from "../storage/embedded/folder-lock.ts";
import { embeddingsCommand } from "./embeddings-command.ts";
import { evalCommand } from "./eval-command.ts";
import { exportCommand } from "./export-command.ts";
import { importCommand } from "./import-command.ts";
import { keysCommand } from "./keys-command.ts";
import { migrateCommand } from "./migrate-command.ts";
import { apiCommand, startCommand } from "./start-command.ts";
import { variablesCommand } from "./variables-command.ts";
import { workerCommand } from "./worker-command.ts";

/** Exit codes: 0 done, 1 refused or failed, 2 wrong usage. */
export async function runCli(argv: readonly string[]): Promise<void> {
  const program = new Command("platform")
    .description("One GraphQL API, generated from what you declare.")
    .showSuggestionAfterError()
    .showHelpAfterError("(platform --help lists the commands)")
    .exitOverride();
  program.addCommand(startCommand());
  program.addCommand(apiCommand());
  program.addCommand(workerCommand());
  program.addCommand(migrateCommand());
  program.addCommand(embeddingsCommand());
  program.addCommand(evalCommand());
  program.addCommand(keysCommand());
  program.addCommand(variablesCommand());
  program.addCommand(exportCommand());
  program.addCommand(importCommand());
  for (const command of program.commands) inheritExit(command);

  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    process.exitCode = report(error);
  }
}

function inheritExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) inheritExit(child);
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
