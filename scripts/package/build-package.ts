import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "../services/run-command.ts";
import { buildWebIfOutdated } from "../web/build-web.ts";
import { webFolder } from "../web/web-stamp.ts";
import { packageDescription } from "./package-description.ts";

const workspace = fileURLToPath(new URL("../..", import.meta.url));
const sources = join(workspace, "packages/platform");
const compiler = join(workspace, "node_modules/typescript/bin/tsc");

/** The folder that is published: JavaScript, types, the web frontend and the docs, with a `package.json` of its own. */
export const packageFolder = join(sources, "dist");

/** Puts `@platform/server` together anew, as it is published. */
export async function buildPackage(): Promise<void> {
  await buildWebIfOutdated();
  await rm(packageFolder, { recursive: true, force: true });
  await mkdir(packageFolder, { recursive: true });
  await runCommand(process.execPath, compiler, "-p", join(sources, "tsconfig.build.json"));
  await nameBuiltFiles(join(packageFolder, "lib"));
  for (const folder of ["assets", "bin"]) await copy(join(sources, folder), folder);
  await copy(join(webFolder, "dist"), "web");
  for (const page of ["README.md", "CHANGELOG.md", "LICENSE", "docs"]) await copy(join(workspace, page), page);
  const description = packageDescription(await readFile(join(sources, "package.json"), "utf8"));
  await writeFile(join(packageFolder, "package.json"), description);
}

function copy(from: string, to: string): Promise<void> {
  return cp(from, join(packageFolder, to), { recursive: true });
}

/** What these write for deployers are sources, and names such. */
const sourceWriters = join("main", "codegen");

/** The compiler renames what is imported, but neither in types nor where threads are started from files. */
async function nameBuiltFiles(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const sourcesLeft: string[] = [];
  for (const file of files.filter((each) => /\.(js|d\.ts)$/.test(each))) {
    const built = await readFile(join(folder, file), "utf8");
    const named = file.endsWith(".js") ? nameThreads(built) : nameTypes(built);
    if (named !== built) await writeFile(join(folder, file), named);
    if (/["']\.{1,2}\/[^"'\n]+\.ts["']/.test(named) && !file.startsWith(sourceWriters)) sourcesLeft.push(file);
  }
  if (sourcesLeft.length > 0) throw new Error(`Built files name sources: ${sourcesLeft.join(", ")}`);
}

function nameThreads(script: string): string {
  return script.replaceAll(/(new URL\("\.[^"]+)\.ts(", import\.meta\.url\))/g, "$1.js$2");
}

function nameTypes(types: string): string {
  return types.replaceAll(/((?:from |import\()"\.[^"]+)\.ts"/g, '$1.js"');
}
