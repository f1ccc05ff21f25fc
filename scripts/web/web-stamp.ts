import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const webFolder = fileURLToPath(new URL("../../apps/web", import.meta.url));

const sources = ["src", "public", "scripts"];
const files = ["index.html", "vite.config.ts", "package.json", "../../package-lock.json"];

/** A text that changes with everything that goes into the build. Takes about 10 ms. */
export async function webStamp(): Promise<string> {
  const listed = await Promise.all(sources.map((folder) => list(folder)));
  const paths = [...listed.flat().sort(), ...files];
  const contents = await Promise.all(paths.map((path) => readFile(join(webFolder, path))));
  const hash = createHash("sha256");
  for (const [index, path] of paths.entries()) hash.update(`${path}\n`).update(contents[index] ?? "");
  return hash.digest("hex");
}

async function list(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(webFolder, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(webFolder.length + 1));
}
