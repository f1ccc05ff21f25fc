import { type Command, CommanderError } from "commander";
import { describe, expect, test } from "vitest";
import { createProgram } from "../../src/main/cli.ts";
import { progressBar } from "../../src/main/progress-bar.ts";

/** Every command that does something, by the words that call it. */
function runnable(command: Command, words: readonly string[] = []): readonly (readonly string[])[] {
  const children = command.commands.flatMap((child) => runnable(child, [...words, child.name()]));
  return children.length > 0 ? children : [words];
}

/** A call of the command with everything that it can't do without. */
function callOf(name: string): readonly string[] {
  const words = name.split(" ");
  const command = words.reduce<Command | undefined>(
    (parent, word) => parent?.commands.find((child) => child.name() === word),
    createProgram(),
  );
  const required = command?.options.filter(({ mandatory }) => mandatory) ?? [];
  return [...words, ...required.flatMap(({ long }) => [long ?? "", "something"])];
}

/** What the program prints and how it ends, without anything being done. */
async function ask(...parameters: readonly string[]) {
  const program = createProgram();
  let output = "";
  let complaint = "";
  const listen = (command: Command) => {
    command.configureOutput({
      writeOut: (text) => {
        output += text;
      },
      writeErr: (text) => {
        complaint += text;
      },
    });
    command.commands.forEach(listen);
  };
  listen(program);
  const error = await program.parseAsync(parameters, { from: "user" }).catch((thrown: unknown) => thrown);
  if (!(error instanceof CommanderError)) throw new Error(`platform ${parameters.join(" ")} was run: ${error}`);
  return { isWrong: error.exitCode !== 0, output, complaint };
}

const names = runnable(createProgram()).map((words) => words.join(" "));

describe("Every command", () => {
  test("is there", () => {
    expect(names).toEqual(expect.arrayContaining(["start", "migrate plan", "users create", "seed"]));
  });

  test.for(names)("platform %s says what it does, in what way it prints JSON, and how it is called", async (name) => {
    const { isWrong, output, complaint } = await ask(...name.split(" "), "--help");

    expect({ isWrong, complaint }).toEqual({ isWrong: false, complaint: "" });
    expect(output).toMatch(new RegExp(`^Usage: platform ${name} \\[options\\]`));
    expect(output).toMatch(/\n\n[A-Z][^\n]+/);
    expect(output).toMatch(/\n {2}--json +\w/);
    expect(output).toMatch(new RegExp(`\\nExamples?:\\n  ([A-Z_]+=\\S+ )*platform ${name}`));
  });

  test.for(names)("platform %s refuses an unknown option, and says which one was meant", async (name) => {
    const { isWrong, output, complaint } = await ask(...callOf(name), "--jsno");

    expect({ isWrong, output }).toEqual({ isWrong: true, output: "" });
    expect(complaint).toBe(
      "error: unknown option '--jsno'\n(Did you mean --json?)\n(platform --help lists the commands)\n",
    );
  });

  test.for(names)("platform %s refuses parameters that nobody asked for", async (name) => {
    const { isWrong, output, complaint } = await ask(...callOf(name), ..."abcdefgh");

    expect({ isWrong, output }).toEqual({ isWrong: true, output: "" });
    expect(complaint).toContain(`error: too many arguments for '${name.split(" ").at(-1)}'.`);
  });

  test("the version is the package's", async () => {
    expect(await ask("--version")).toEqual({ isWrong: false, output: "0.1.0\n", complaint: "" });
  });
});

describe("A progress bar", () => {
  const drawn = (isTTY: boolean) => {
    const texts: string[] = [];
    const write = (text: string | Uint8Array) => texts.push(String(text)) > 0;
    const progress = progressBar("cases", { isTTY, write });
    for (const done of [0, 2, 4, 4]) progress(done, 4);
    return texts;
  };

  test("is drawn over itself on a terminal, and ends its line once", () => {
    expect(drawn(true)).toEqual([
      `\r${"░".repeat(24)} 0 of 4 cases`,
      `\r${"█".repeat(12)}${"░".repeat(12)} 2 of 4 cases`,
      `\r${"█".repeat(24)} 4 of 4 cases\n`,
    ]);
  });

  test("is not there otherwise", () => {
    expect(drawn(false)).toEqual([]);
  });
});
