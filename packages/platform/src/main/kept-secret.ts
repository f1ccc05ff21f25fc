import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A secret that is made once and kept in the data folder, readable by its owner only. */
export async function keptSecret(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(folder, { recursive: true });
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  const secret = randomBytes(32).toString("base64url");
  await writeFile(path, secret, { mode: 0o600 });
  return secret;
}
