import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { installPackage } from "../../../../../scripts/package/install-package.ts";
import { findFreePort } from "../../../../../scripts/services/find-free-port.ts";
import { eventually } from "../../faults/eventually.ts";
import { cleanUp, newFolder } from "../../faults/platform-process.ts";
import { blocksIn, blocksOf, docPages } from "../../support/doc-blocks.ts";
import { exceptions, isRun, isWritten, walkScript } from "./walk-script.ts";

const tarball = inject("tarball");
const walks = docPages.filter((page) => blocksOf(page).some((block) => block.language === "sh" && isRun(block)));
const readMe = blocksOf("README.md").filter(isWritten);

describe("The commands of the docs", () => {
  test.for(walks)("%s: they work as printed, one after the other", async (page) => {
    const folder = await newFolder();
    onTestFinished(cleanUp);
    const blocks = blocksOf(page).filter((block) => isWritten(block) || (block.language === "sh" && isRun(block)));
    if (!blocks.some(({ text }) => text.includes("npm install"))) await installPackage(tarball, folder);

    const { code, printed } = await run(walkScript([...readMe, ...blocks]), folder);

    expect({ code, printed: code === 0 ? "" : printed }).toEqual({ code: 0, printed: "" });
  });

  test.for(exceptions)("some are left out: $because", ({ commands }) => {
    expect(blocksIn("sh").some(({ text }) => commands.test(text))).toBe(true);
  });
});

/** Runs a script in a folder, and ends what it has started. */
async function run(script: string, folder: string): Promise<{ readonly code: number; readonly printed: string }> {
  const answers = join(folder, "answers.log");
  await writeFile(answers, "");
  const port = String(await findFreePort());
  const { PATH = "", HOME = "" } = process.env;
  const path = [dirname(process.execPath), PATH].join(delimiter);
  const child = spawn("bash", ["-c", script.replaceAll(":4000", `:${port}`)], {
    cwd: folder,
    env: { PATH: path, HOME, NODE: process.execPath, TARBALL: tarball, ANSWERS: answers, PORT: port },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, which ends as one.
    detached: true,
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => lines.push(text));
  onTestFinished(() => endGroup(child.pid ?? 0));
  const [code] = await once(child, "exit");
  return { code, printed: lines.join("") };
}

async function endGroup(group: number): Promise<void> {
  await eventually(async () => {
    try {
      process.kill(-group, "SIGTERM");
      return false;
    } catch {
      return true;
    }
  });
}
