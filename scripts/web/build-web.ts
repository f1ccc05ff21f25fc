import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { webFolder, webStamp } from "./web-stamp.ts";

const dist = join(webFolder, "dist");
const vite = fileURLToPath(new URL("../../node_modules/vite/bin/vite.js", import.meta.url));

/** Builds the web frontend when it is missing, or older than its sources. */
export async function buildWebIfOutdated(): Promise<void> {
  const stamp = await webStamp();
  const built = await readFile(join(dist, ".stamp"), "utf8").catch(() => undefined);
  if (built === stamp) return;
  console.error(`${built ? "The web frontend has changed" : "First start"}: building it …`);
  await buildWeb(stamp);
}

/** Beside the old one, and then in its place: two at once don't mix, and a failure leaves what was there. */
export async function buildWeb(stamp: string): Promise<void> {
  const aside = join(webFolder, "node_modules", `.build-${process.pid}`);
  await mkdir(aside, { recursive: true });
  try {
    const parameters = ["build", webFolder, "--outDir", aside, "--emptyOutDir", "--logLevel", "warn"];
    const build = spawn(process.execPath, [vite, ...parameters], {
      stdio: ["ignore", 2, 2],
      // Tests say "test", and would get a React that checks itself: twice the size, and slow.
      env: { ...process.env, NODE_ENV: "production" },
    });
    const [code] = await once(build, "exit");
    if (code !== 0) throw new Error("The web frontend can't be built.");
    await writeFile(join(aside, ".stamp"), stamp);
    await rm(dist, { recursive: true, force: true });
    await rename(aside, dist);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
