import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { defineCommand } from "../define-command.ts";
import { deploymentSettings } from "../deployment-settings.ts";
import { loadDefinitions } from "../load-definitions.ts";
import { printResult } from "../print-result.ts";
import { generatedFiles } from "./generated-files.ts";
import { readDocuments } from "./read-documents.ts";

interface Options {
  readonly out: string;
  readonly documents?: string;
  readonly check?: boolean;
  readonly json?: boolean;
}

export function codegenCommand(): Command {
  return defineCommand({
    name: "codegen",
    description:
      "Writes the schema, its types, typed documents and a typed client of the deployment. Needs no database.",
    examples: [
      "platform codegen --out src/generated",
      "platform codegen --out src/generated --documents src/queries",
      "platform codegen --out src/generated --check",
    ],
    config: "argument",
  })
    .option("--out <folder>", "where the files go", "generated")
    .option("--documents <folder>", "a folder of .graphql files whose operations become typed documents too")
    .option("--check", "write nothing, and exit with 1 when a file is outdated")
    .action(runCodegen);
}

async function runCodegen(config: string, { out, documents, check, json }: Options): Promise<void> {
  // The deployment's own code may need its keys to be loaded.
  deploymentSettings(config);
  const { definitions } = await loadDefinitions(config);
  const files = generatedFiles(definitions, documents === undefined ? [] : await readDocuments(documents));
  const outdated = await outdatedFiles(out, files);
  if (!check) await writeFiles(out, files, outdated);
  printResult({ json }, { folder: out, ...(check ? { outdated } : { written: outdated }) }, () => {
    if (outdated.length === 0) return `${out} is up to date.`;
    const names = outdated.join(", ");
    return check ? `Outdated in ${out}: ${names}. Run the same command without --check.` : `Wrote ${names} to ${out}.`;
  });
  if (check && outdated.length > 0) process.exitCode = 1;
}

type Files = Readonly<Record<string, string>>;

async function outdatedFiles(folder: string, files: Files): Promise<readonly string[]> {
  const states = await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      const there = await readFile(join(folder, name), "utf8").catch(() => undefined);
      return there === text ? [] : [name];
    }),
  );
  return states.flat();
}

async function writeFiles(folder: string, files: Files, names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of names) await writeFile(join(folder, name), files[name] ?? "");
}
