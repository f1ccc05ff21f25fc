import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const folder = fileURLToPath(new URL("../types", import.meta.url));
const compiler = fileURLToPath(new URL("../../../../node_modules/typescript/bin/tsc", import.meta.url));

describe("The types of items, inputs and filters", () => {
  test("let compile what should, and refuse what should not", { timeout: 120_000 }, async () => {
    const check = promisify(execFile)(process.execPath, [compiler, "--project", folder]);

    // The compiler also complains about a mistake that was expected and is none.
    await expect(check).resolves.toEqual({ stdout: "", stderr: "" });
  });

  test("are held to mistakes, each with its reason", () => {
    const lines = readdirSync(folder)
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => readFileSync(`${folder}/${file}`, "utf8").split("\n"));

    const mistakes = lines.filter((line) => line.includes("@ts-expect-error"));

    expect(mistakes.length).toBeGreaterThan(10);
    expect(mistakes.filter((line) => !/@ts-expect-error \w+/.test(line))).toEqual([]);
  });
});
