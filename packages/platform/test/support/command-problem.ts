import type { Command } from "commander";
import { createProgram } from "../../src/main/cli.ts";

const program = createProgram();

/** What is wrong with the words after `platform`, if anything: commands and options must exist. A group may stand alone. */
export function commandProblem(words: readonly string[]): string | undefined {
  let command: Command = program;
  const rest = [...words];
  while (command.commands.length > 0 && rest.length > 0) {
    const name = rest.shift();
    const next = command.commands.find((each) => each.name() === name);
    if (!next) return `there is no command "${name}" in platform ${words.join(" ")}`;
    command = next;
  }
  const known = new Set(command.options.flatMap(({ long, short }) => [long, short]));
  const unknown = rest.filter((word) => word.startsWith("-") && !known.has(word));
  return unknown.length === 0 ? undefined : `platform ${command.name()} does not take ${unknown.join(", ")}`;
}
