import { commandSucceeds, runCommand } from "./run-command.ts";

/** Installs Debian packages, or fails with the reason why that cannot be done here. */
export async function installPackages(...names: readonly string[]): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) throw new Error(`installing ${names.join(", ")} needs root`);
  const hasApt = process.platform === "linux" && (await commandSucceeds("apt-get", "--version"));
  if (!hasApt) throw new Error(`installing ${names.join(", ")} needs apt-get, as on Debian`);

  console.error(`Installing ${names.join(", ")} …`);
  packageLists ??= runCommand("apt-get", ...waitForOthers, "update");
  await packageLists;
  await runCommand("apt-get", ...waitForOthers, "install", "--yes", "--no-install-recommends", ...names);
}

let packageLists: Promise<string> | undefined;

const waitForOthers = ["-o", "DPkg::Lock::Timeout=300"];
