import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { describe, expect, inject, test } from "vitest";
import { runCommand } from "../../../../scripts/services/run-command.ts";

const installed = join(inject("projectFolder"), "node_modules/@platform/server");

describe("The packed package", () => {
  test("holds what is published and nothing else", async () => {
    const entries = await readdir(installed);

    expect(entries.toSorted()).toEqual(
      ["CHANGELOG.md", "LICENSE", "README.md", "assets", "bin", "docs", "lib", "package.json", "web"].toSorted(),
    );
  });

  test("has no file that Node could not run inside of node_modules", async () => {
    const files = await readdir(join(installed, "lib"), { recursive: true, withFileTypes: true });
    const others = files.filter((file) => file.isFile() && !/\.(js|d\.ts)$/.test(file.name));

    expect(others.map(({ name }) => name)).toEqual([]);
  });

  test("has every file that it opens or starts a thread from", async () => {
    const opened = await filesOpenedBy(join(installed, "lib"));
    const missing = opened.filter(({ exists }) => !exists);

    expect(missing).toEqual([]);
    expect(opened.map(({ file }) => file)).toContain("embedded-worker.js");
  });

  test("is as publint wants it", async () => {
    const { messages } = await publint({ pkgDir: installed, pack: false, strict: true });
    const { default: description } = await import(join(installed, "package.json"), { with: { type: "json" } });

    expect(messages.map((message) => formatMessage(message, description))).toEqual([]);
  });

  test("has types that are not wrong", async () => {
    const result = await checkPackage(createPackageFromTarballData(await readFile(inject("tarball"))));

    if (!result.types) throw new Error("The package has no types.");
    // ES modules only: `require` and resolution as in Node 10 are not promised.
    const promised = result.problems.filter(
      (problem) => !("resolutionKind" in problem) || ["node16-esm", "bundler"].includes(problem.resolutionKind),
    );
    expect(promised).toEqual([]);
  });

  test("says which Node it needs to one that is too old", async () => {
    const older = `Object.defineProperty(process.versions, "node", { value: "22.17.1" });`;
    const program = join(installed, "bin/platform.js");

    const start = runCommand(process.execPath, "-e", `${older} import(${JSON.stringify(program)})`);

    await expect(start).rejects.toThrow("Platform needs Node 22.18 or newer; this is Node 22.17.1.");
  });
});

/** What `new URL("./file", import.meta.url)` names in built files. */
async function filesOpenedBy(folder: string): Promise<readonly { readonly file: string; readonly exists: boolean }[]> {
  const scripts = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".js"));
  const opened = scripts.map(async (script) => {
    const text = await readFile(join(folder, script), "utf8");
    const places = text.matchAll(/new URL\("(\.[^"]+\.[a-z.]+)", import\.meta\.url\)/g);
    return [...places].map(([, place = ""]) => join(folder, dirname(script), place));
  });
  return (await Promise.all(opened)).flat().map((path) => ({ file: basename(path), exists: existsSync(path) }));
}
