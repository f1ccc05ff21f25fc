import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { openBrowser } from "../test/support/browser.ts";

/** `npm run first-search`: how long somebody new waits from `npm start`, on a new database, to what they searched for. */
const workspace = fileURLToPath(new URL("../../..", import.meta.url));
const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const longestInSeconds = 60;

const folder = await mkdtemp(join(tmpdir(), "platform-first-search-"));
const began = performance.now();
const seconds = () => (performance.now() - began) / 1000;
const child = spawn("npm", ["start"], {
  cwd: workspace,
  env: { ...process.env, PORT: "0", PLATFORM_DATA_DIR: folder },
  stdio: ["ignore", "pipe", "inherit"],
  detached: true,
});
try {
  const link = await setUpLink();
  const started = seconds();
  const browser = await openBrowser({ executablePath });
  const page = await browser.newPage();
  await page.goto(link);
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByLabel("Password").fill("a password for Ada");
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.getByRole("heading", { level: 1, name: "Welcome, Ada" }).waitFor();
  const signedIn = seconds();
  const { origin } = new URL(link);
  // The first data is indexed meanwhile: somebody who finds nothing tries again.
  const hit = page.getByRole("article").first();
  do await page.goto(`${origin}/search?context=articles&q=${encodeURIComponent("the hub does not answer")}`);
  while (
    !(await hit.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    )) &&
    seconds() < longestInSeconds
  );
  const found = seconds();
  console.log(`started after ${started.toFixed(1)} s, signed in after ${signedIn.toFixed(1)} s`);
  console.log(`first result after ${found.toFixed(1)} s (at most ${longestInSeconds} s): ${await hit.textContent()}`);
  await browser.close();
  if (found > longestInSeconds) process.exitCode = 1;
} finally {
  if (child.pid) process.kill(-child.pid, "SIGKILL");
  await rm(folder, { recursive: true, force: true });
}

async function setUpLink(): Promise<string> {
  let printed = "";
  for await (const part of child.stdout.setEncoding("utf8")) {
    printed += String(part);
    const [link] = /http:\S+\/set-up#\S+/.exec(printed) ?? [];
    if (link) return link;
  }
  throw new Error(`npm start ended without a set-up link: ${printed}`);
}
