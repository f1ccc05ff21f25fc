import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openBrowser, signIn } from "../test/support/browser.ts";
import { everyPage, visit } from "../test/support/pages.ts";
import { startPlatform, withAdmin } from "../test/support/start-platform.ts";

/** `npm run screenshots`: every page, light and dark, and as on a telephone, into the folder `screenshots`. */
const folder = fileURLToPath(new URL("../../../screenshots", import.meta.url));
const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const only = process.argv.slice(2);

const looks = [
  { name: "light", colorScheme: "light", viewport: { width: 1280, height: 800 } },
  { name: "dark", colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  { name: "small", colorScheme: "light", viewport: { width: 360, height: 740 } },
] as const;

await rm(folder, { recursive: true, force: true });
const platform = await startPlatform({ environment: withAdmin });
try {
  const pages = (await everyPage(platform)).filter(({ name }) => only.length === 0 || only.includes(name));
  for (const look of looks) {
    await mkdir(join(folder, look.name), { recursive: true });
    const browser = await openBrowser({ executablePath, ...look });
    const page = await browser.newPage();
    const shoot = (name: string) => page.screenshot({ path: join(folder, look.name, `${name}.png`) });
    await page.goto(`${platform.url}/sign-in`);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await shoot("sign-in");
    await page.goto(`${platform.url}/set-up#secret`);
    await page.getByRole("heading", { name: "Set up the first admin" }).waitFor();
    await shoot("set-up");
    if (look.name === "small") await page.setViewportSize({ width: 1280, height: 800 });
    await signIn(page, platform.url);
    await page.setViewportSize(look.viewport);
    for (const known of pages) {
      await visit(page, platform.url, known);
      // The editor of the explorer takes a while to colour its text.
      if (known.name === "explorer") await page.waitForTimeout(4000);
      await shoot(known.name);
    }
    await page.goto(platform.url);
    await page.getByRole("heading", { name: "Recent activity" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("ti");
    await page.waitForTimeout(800);
    await shoot("palette");
    for (const complaint of browser.takeComplaints()) console.error(complaint);
    await browser.close();
  }
  console.log(`The screenshots are in ${folder}.`);
} finally {
  await platform.stop();
}
