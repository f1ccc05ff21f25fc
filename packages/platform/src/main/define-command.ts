import { Command } from "commander";

export interface CommandFacts {
  readonly name: string;
  readonly description: string;
  /** Lines that people can copy. */
  readonly examples: readonly [string, ...string[]];
  /** How the file that declares the deployment is named. Default: not at all. */
  readonly config?: "argument" | "option";
  /** What `--json` does. Default: it prints the result as JSON. */
  readonly json?: string;
}

const configMeaning = "the file that default-exports the PlatformApp";
const usualConfig = "platform.config.ts";

/** A command with what all of them have: a word on what it does, `--json`, and examples in its help. */
export function defineCommand({ name, description, examples, config, json = "print JSON" }: CommandFacts): Command {
  // In the list of commands the first sentence will do.
  const [summary = description] = description.split(/(?<=\.) /);
  const command = new Command(name).description(description).summary(summary);
  if (config === "argument") command.argument("[config]", configMeaning, usualConfig);
  if (config === "option") command.option("--config <file>", configMeaning, usualConfig);
  const heading = examples.length === 1 ? "Example:" : "Examples:";
  return command
    .option("--json", json)
    .addHelpText("after", ["", heading, ...examples.map((line) => `  ${line}`)].join("\n"));
}

/** What a command with `config: "option"` is given. */
export interface DeploymentOptions {
  readonly config: string;
  readonly json?: boolean;
}
