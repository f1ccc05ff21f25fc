import { CommanderError } from "commander";
import { PlatformError, StartRefusedError } from "../foundation/errors.ts";
import { FolderInUseError } from "../storage/embedded/folder-lock.ts";
import { createProgram } from "./create-program.ts";

/** Exit codes: 0 done, 1 refused or failed, 2 wrong usage. */
export async function runCli(argv: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync([...argv]);
  } catch (error) {
    process.exitCode = report(error);
  }
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
