import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A secret that is made once and kept in the data folder, readable by its owner only. */
export async function keptSecret(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(folder, { recursive: true });
  const kept = await readKeptSecret(folder, name);
  if (kept) return kept;
  const secret = randomBytes(32).toString("base64url");
  // Renamed into place: a start that is cut off must not leave an empty secret, which anybody could guess.
  const aside = `${path}.${randomUUID()}`;
  await writeFile(aside, secret, { mode: 0o600, flush: true });
  await rename(aside, path);
  return secret;
}

/** Undefined when it was not made yet. */
export async function readKeptSecret(folder: string, name: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, name), "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
