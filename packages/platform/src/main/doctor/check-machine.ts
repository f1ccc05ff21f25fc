import { stat, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Settings } from "../read-env.ts";
import { type Finding, fault, ok, warning } from "./finding.ts";

/** `wanted`: as package.json says it, >=24 or >=22.18. */
export function checkNode(version: string, wanted: string): Finding {
  const least = wanted.replace(/^>=/, "");
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split(".").map(Number);
  const isEnough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  if (isEnough) return ok("node", `Node ${version}`);
  return fault("node", `Node ${version} is too old`, `install Node ${least} or newer`);
}

export async function checkDisk({ dataFolder }: Settings): Promise<Finding> {
  const folder = await nearestFolder(resolve(dataFolder));
  const { bavail, bsize } = await statfs(folder);
  return diskFinding(folder, bavail * bsize);
}

const megabyte = 1024 * 1024;

export function diskFinding(folder: string, freeBytes: number): Finding {
  const free = `${Math.floor(freeBytes / megabyte)} MB free at ${folder}`;
  const remedy = "make room there, or choose another folder with PLATFORM_DATA_DIR";
  if (freeBytes < 100 * megabyte) return fault("disk", `only ${free}: writes will fail soon`, remedy);
  if (freeBytes < 1024 * megabyte) return warning("disk", `only ${free}`, remedy);
  return ok("disk", free);
}

async function nearestFolder(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  return isThere || folder === dirname(folder) ? folder : nearestFolder(dirname(folder));
}

/** The secret of a data folder opens every session and variable of it. */
export async function checkSecretFile({ dataFolder, sessionSecrets }: Settings): Promise<readonly Finding[]> {
  if (sessionSecrets.length > 0 || process.platform === "win32") return [];
  const file = join(dataFolder, "session-secret");
  const mode = await stat(file).then(
    (found) => found.mode,
    () => 0,
  );
  if ((mode & 0o077) === 0) return [];
  return [warning("secrets", `${file} can be read by other users of this machine`, `chmod 600 ${file}`)];
}
