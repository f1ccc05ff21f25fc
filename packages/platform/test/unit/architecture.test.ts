import { readdirSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

/** A file imports from its own folder and from folders below it in this list, nothing else. */
const folders = [
  "main",
  "http",
  "auth",
  "graphql",
  "operations",
  "jobs",
  "evals",
  "workflows",
  "agents",
  "indexing",
  "search",
  "models",
  "files",
  "sources",
  "queues",
  "access",
  "storage",
  "query",
  "definitions",
  "foundation",
];

const mostLines = 300;

interface SourceFile {
  /** From `src`: `storage/items/read-items.ts`. */
  readonly path: string;
  /** Its first folder; undefined for `index.ts`, which shows the whole to the world. */
  readonly folder: string | undefined;
  readonly text: string;
}

const source = fileURLToPath(new URL("../../src", import.meta.url));
const files: readonly SourceFile[] = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .map((path) => ({ path, folder: folderOf(path), text: readFileSync(resolve(source, path), "utf8") }));

describe("The source", () => {
  test("consists of folders that have a place in the order", () => {
    const unplaced = files.filter(({ folder }) => folder !== undefined && !folders.includes(folder));

    expect(paths(unplaced)).toEqual([]);
  });

  test("imports from its own folder and from folders below it", () => {
    const upward = files.flatMap(({ path, folder, text }) =>
      folder === undefined
        ? []
        : localImports(path, text)
            .filter((imported) => rankOf(folderOf(imported)) < rankOf(folder))
            .map((imported) => `${path} → ${imported}`),
    );

    expect(upward).toEqual([]);
  });

  test("imports nothing of the package from outside the source", () => {
    const outside = files.flatMap(({ path, text }) => localImports(path, text).filter((each) => each.startsWith("..")));

    expect(outside).toEqual([]);
  });

  test(`has no file over ${mostLines} lines`, () => {
    const long = files.filter(({ text }) => text.trimEnd().split("\n").length > mostLines);

    expect(paths(long)).toEqual([]);
  });

  test("reads the environment in one place, which the commands hand it to", () => {
    const readers = files.filter(({ text }) => withoutComments(text).includes("process.env"));
    const strangers = paths(readers).filter(
      (path) => !/^main\/(read-env|deployment-settings|[a-z-/]+-command)\.ts$/.test(path),
    );

    expect(strangers).toEqual([]);
  });

  test("has no `any`, and silences neither the compiler nor the linter", () => {
    const anyType = /(?::|\bas|\bextends|[<|&,=])\s*any\b(?=\s*(?:[;,)>\]|&={[]|$))/m;
    const silenced = /@ts-(ignore|expect-error|nocheck)|biome-ignore/;
    const offenders = files.filter(({ text }) => anyType.test(withoutComments(text)) || silenced.test(text));

    expect(paths(offenders)).toEqual([]);
  });
});

function folderOf(path: string): string | undefined {
  return path.includes("/") ? path.split("/")[0] : undefined;
}

/** The root's own file stands above every folder. */
function rankOf(folder: string | undefined): number {
  return folder === undefined ? -1 : folders.indexOf(folder);
}

/** The modules that a file imports, or starts as a worker, by a relative path, from `src`. */
function localImports(path: string, text: string): string[] {
  const references = withoutComments(text).matchAll(/(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*"(\.[^"]+\.ts)"/g);
  return [...references].map(([, target = ""]) => relative(source, resolve(source, dirname(path), target)));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

function paths(some: readonly SourceFile[]): string[] {
  return some.map(({ path }) => path);
}
