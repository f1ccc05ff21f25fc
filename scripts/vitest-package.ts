import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildPackage } from "./package/build-package.ts";
import { installPackage } from "./package/install-package.ts";
import { packPackage } from "./package/pack-package.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The tarball of the package. */
    tarball: string;
    /** A project's folder in which the tarball is installed, and nothing else is. */
    projectFolder: string;
  }
}

/** Builds, packs and installs the package, once for all test files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "platform-package-"));
  await buildPackage();
  const tarball = await packPackage(folder);
  const projectFolder = join(folder, "project");
  await installPackage(tarball, projectFolder);
  await writeFile(join(projectFolder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  project.provide("tarball", tarball);
  project.provide("projectFolder", projectFolder);
  return () => rm(folder, { recursive: true, force: true });
}
