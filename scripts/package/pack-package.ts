import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../services/run-command.ts";
import { packageFolder } from "./build-package.ts";

/** Makes the tarball of the built package, as `npm publish` would, and gives its path. */
export async function packPackage(destination: string): Promise<string> {
  await mkdir(destination, { recursive: true });
  const answer = await runCommand("npm", "pack", packageFolder, "--pack-destination", destination, "--json");
  const [tarball] = JSON.parse(answer) as readonly { readonly filename: string }[];
  if (!tarball) throw new Error(`npm pack made no tarball of ${packageFolder}`);
  return join(destination, tarball.filename);
}
