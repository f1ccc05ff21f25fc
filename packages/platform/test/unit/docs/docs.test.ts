import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buildSchema, parse, print, validate } from "graphql";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { createProgram } from "../../../src/main/cli.ts";
import { commandProblem } from "../../support/command-problem.ts";
import { blocksIn, docBlocks, docPages, readPage, workspace } from "../../support/doc-blocks.ts";

const schema = buildSchema(await readFile(new URL("../generated/helpdesk.schema.graphql", import.meta.url), "utf8"));
const { scripts } = JSON.parse(await readFile(join(workspace, "package.json"), "utf8"));

/** What is checked here or in test/package/docs, and drawings and what commands print. */
const languages = ["", "dockerfile", "graphql", "html", "json", "sh", "text", "ts", "yaml"];

describe("What the docs show", () => {
  test("is in languages that are checked", () => {
    const others = docBlocks.filter(({ language }) => !languages.includes(language));

    expect(others.map(({ page, line, language }) => `${page}:${line} ${language}`)).toEqual([]);
  });

  test.for(blocksIn("graphql"))("$page:$line can be asked of the example", ({ text }) => {
    const document = parse(operationIn(text));
    const faults = document.definitions.flatMap((definition) =>
      validate(schema, { kind: document.kind, definitions: [definition] }).map(
        ({ message }) => `${message} in ${print(definition).slice(0, 80)}`,
      ),
    );

    expect(faults).toEqual([]);
  });

  test.for(blocksIn("json", "yaml"))("$page:$line can be read", ({ text }) => {
    expect(() => parseYaml(text)).not.toThrow();
  });

  test.for(docPages)("%s names commands and options that there are", (page) => {
    const named = readPage(page).matchAll(/(?:`platform|npx platform|npm run platform --) (?<command>[a-z][^`\n#]*)/g);
    const problems = [...named].map(({ groups }) => commandProblem(wordsOf(groups?.command ?? "")));

    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  });

  test("name every command that there is", () => {
    const pages = docPages.map(readPage).join("\n");
    const commands = createProgram().commands.map((command) => `platform ${command.name()}`);

    expect(commands.filter((command) => !pages.includes(command))).toEqual([]);
  });

  test.for(docPages)("%s names npm scripts that there are", (page) => {
    const named = [...readPage(page).matchAll(/npm run (?<script>[a-z:-]+)/g)].map(
      ({ groups }) => groups?.script ?? "",
    );

    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test.for(docPages)("%s links to pages that there are", (page) => {
    const links = [...readPage(page).matchAll(/\]\((?<target>[^)#:]+)(?:#[^)]*)?\)/g)];
    const targets = links.map(({ groups }) => join(dirname(page), groups?.target ?? ""));

    expect(targets.filter((target) => !existsSync(join(workspace, target)))).toEqual([]);
  });
});

/** Arguments alone are shown as they would stand in a query. */
function operationIn(text: string): string {
  return /^[a-z]+:/i.test(text) ? `{ ticketsPagination(${text}) { items { id } } }` : text;
}

/** The commands and options in `migrate apply [config] --accept <id>`. */
function wordsOf(command: string): readonly string[] {
  return command.split(" ").filter((word) => /^-{0,2}[a-z][a-z-]*$/.test(word));
}
