import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { runCommand } from "../../../../../scripts/services/run-command.ts";
import { blocksIn, type DocBlock } from "../../support/doc-blocks.ts";
import { exportedNames, snippetModule } from "./snippet-module.ts";

const project = inject("projectFolder");
const folder = join(project, "snippets");
/** What a deployer has generated is there in test/faults/codegen-cli only, which compiles and runs a program with it. */
const snippets = blocksIn("ts")
  .filter(({ text }) => !text.includes("./generated/"))
  .map((block) => ({ ...block, file: fileOf(block) }));

describe("The TypeScript of the docs", () => {
  let complaints = "";

  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    const setting = new URL("./snippet-setting.ts", import.meta.url);
    await cp(setting, join(folder, "setting.ts"));
    const types = join(project, "node_modules/@platform/server/lib/index.d.ts");
    const modules = [
      { specifier: "@platform/server", names: exportedNames(await readFile(types, "utf8")) },
      { specifier: "./setting.ts", names: exportedNames(await readFile(setting, "utf8")) },
    ];
    for (const { file, text } of snippets) await writeFile(join(folder, file), snippetModule(text, modules));
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    complaints = await runCommand(process.execPath, "-e", compileAndPrint, project, folder);
  });

  test("has what it speaks of", () => {
    expect(linesAbout(complaints, "setting.ts")).toEqual([]);
  });

  test.for(snippets)("$page:$line compiles against the package", ({ file }) => {
    expect(linesAbout(complaints, file)).toEqual([]);
  });
});

const compilerOptions = {
  module: "nodenext",
  target: "es2024",
  lib: ["es2024", "esnext"],
  types: ["node"],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
};

/** A compiler that complains has failed; its complaints are what is asked for. */
const compileAndPrint = `
  const { spawnSync } = require("node:child_process");
  const [project, folder] = process.argv.slice(1);
  const compiler = project + "/node_modules/.bin/tsc";
  process.stdout.write(spawnSync(process.execPath, [compiler, "-p", folder, "--pretty", "false"]).stdout);
`;

function fileOf({ page, line }: DocBlock): string {
  return `${page.replaceAll(/[^A-Za-z]+/g, "-")}-${line}.ts`;
}

function linesAbout(printed: string, file: string): readonly string[] {
  return printed.split("\n").filter((line) => line.includes(`${file}(`));
}
