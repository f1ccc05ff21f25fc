import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { createProgram } from "../../src/main/cli.ts";

const docs = fileURLToPath(new URL("../../../../docs/", import.meta.url));
const source = fileURLToPath(new URL("../../src/", import.meta.url));

describe("The page about the command line", () => {
  test("says of every command what the command says of itself", async () => {
    const page = readFileSync(`${docs}cli.md`, "utf8");
    const [byHand] = page.split(/(?<=^<!-- From here on.*-->\n)/m);

    await expect(`${byHand}${commandSections(createProgram())}`).toMatchFileSnapshot(`${docs}cli.md`);
  });
});

function commandSections(command: Command, words: readonly string[] = ["platform"]): string {
  if (command.commands.length > 0) {
    return command.commands.map((child) => commandSections(child, [...words, child.name()])).join("");
  }
  let help = "";
  command.configureOutput({
    getOutHelpWidth: () => 120,
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  return `\n## ${words.join(" ")}\n\n\`\`\`text\n${help.trim()}\n\`\`\`\n`;
}

describe("The page about trouble", () => {
  const page = readFileSync(`${docs}troubleshooting.md`, "utf8");
  const messages = [...page.matchAll(/^### `(.+)`$/gm)].map(([, message = ""]) => message);
  const code = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(`${source}${path}`, "utf8"))
    .join("\n");

  test.for(messages)("quotes a message that there is: %s", (message) => {
    // What changes from case to case stands as … in the quote.
    const parts = message.split("…").map((part) => part.trim());

    expect(parts.filter((part) => !code.includes(part))).toEqual([]);
  });

  test("has every way in which a start is refused", () => {
    const headlines = [...code.matchAll(/(?:StartRefusedError\(|headline = )[`"]([^`"$]+)/g)].map(
      ([, text = ""]) => text,
    );

    const missing = [...new Set(headlines)].filter(
      (text) => !messages.some((message) => message.startsWith(text.trim())),
    );

    expect(headlines.length).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  });

  test("says of every message why, and what to do", () => {
    const entries = page.split(/^### /m).slice(1);

    expect(entries.filter((entry) => !entry.includes("**Why:**") || !entry.includes("**To do:**"))).toEqual([]);
  });
});
