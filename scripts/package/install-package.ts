import { existsSync } from "node:fs";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "../services/run-command.ts";

const workspace = fileURLToPath(new URL("../..", import.meta.url));

/** What a project has beside the platform, as docs/getting-started.md says. */
const ofTheProject = ["typescript", "@types/node", "zod"];

/**
 * Installs a tarball of the package into a project's folder without a network: unpacked as npm would, with the packages
 * that its `package.json` names linked from the workspace. One that it forgot to name is not found.
 */
export async function installPackage(tarball: string, project: string): Promise<void> {
  const modules = join(project, "node_modules");
  const installed = join(modules, "@platform/server");
  await mkdir(installed, { recursive: true });
  await runCommand("tar", "-xzf", tarball, "-C", installed, "--strip-components", "1");
  const { dependencies } = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  for (const name of new Set([...Object.keys(dependencies), ...ofTheProject])) {
    const place = join(modules, name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(folderOf(name), place);
  }
  await mkdir(join(modules, ".bin"));
  await symlink("../@platform/server/bin/platform.js", join(modules, ".bin/platform"));
  await symlink("../typescript/bin/tsc", join(modules, ".bin/tsc"));
}

/** A version that another workspace also needs in another version lies beside the one that needs it. */
function folderOf(name: string): string {
  const places = ["packages/platform/node_modules", "node_modules"].map((place) => join(workspace, place, name));
  const found = places.find(existsSync);
  if (!found) throw new Error(`${name} is not installed in the workspace.`);
  return found;
}
