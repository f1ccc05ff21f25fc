import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import type { Command } from "commander";
import { StartRefusedError } from "../../foundation/errors.ts";
import { defineCommand } from "../define-command.ts";
import { platformManifest } from "../platform-manifest.ts";
import { printResult } from "../print-result.ts";
import { templateFiles } from "./template-files.ts";

export function createCommand(): Command {
  return defineCommand({
    name: "create",
    description:
      "Writes a small deployment to begin with: a config file with one context, and what npm and TypeScript need.",
    examples: ["platform create my-desk", "platform create my-desk --server ./platform-server-0.1.0.tgz"],
  })
    .argument("<folder>", "where it goes; its name becomes the name of the package")
    .option(
      "--server <what>",
      "the @platform/server to install: a version, or a tarball. Default: the version that runs now",
    )
    .action(async (folder: string, options: { server?: string; json?: boolean }) => {
      const files = await createDeployment(resolve(folder), options.server);
      printResult(options, { folder: resolve(folder), files }, () => describe(folder, files));
    });
}

async function createDeployment(folder: string, server: string | undefined): Promise<readonly string[]> {
  const name = basename(folder);
  const manifest = platformManifest();
  const faults = [...nameFaults(name), ...(await folderFaults(folder)), ...serverFaults(server)];
  if (faults.length > 0)
    throw new StartRefusedError("The deployment can't be created, and nothing was written:", faults);
  await mkdir(folder, { recursive: true });
  const files = Object.entries(
    templateFiles(name, { ...manifest, server: specOf(server ?? manifest.version, folder) }),
  );
  // Never over a file that came in between.
  for (const [file, text] of files) await writeFile(join(folder, file), text, { flag: "wx" });
  return files.map(([file]) => file);
}

function isTarball(server: string): boolean {
  return server.endsWith(".tgz");
}

function serverFaults(server: string | undefined): readonly string[] {
  if (server === undefined || !isTarball(server) || existsSync(server)) return [];
  return [`there is no file ${server}; npm run build:pack makes one`];
}

/** As npm wants it: the path of a tarball is told from the folder of the new package. */
function specOf(server: string, folder: string): string {
  return isTarball(server) ? `file:${relative(folder, resolve(server))}` : server;
}

function nameFaults(name: string): readonly string[] {
  if (/^[a-z][a-z0-9-]{0,99}$/.test(name)) return [];
  const right = "it must begin with a lower-case letter and hold only those, digits and hyphens, 100 at most: my-desk";
  return [`the name "${name}" can't be the name of a package; ${right}`];
}

async function folderFaults(folder: string): Promise<readonly string[]> {
  try {
    const found = await readdir(folder);
    if (found.length === 0) return [];
    return [
      `the folder ${folder} is not empty (${found.sort().slice(0, 3).join(", ")}${found.length > 3 ? ", …" : ""}); name a new one`,
    ];
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return [];
    if (code === "ENOTDIR") return [`${folder} is a file; name a new folder`];
    throw error;
  }
}

function describe(folder: string, files: readonly string[]): string {
  const place = relative(process.cwd(), resolve(folder)) || ".";
  return [
    `Created ${place}: ${files.join(", ")}.`,
    "",
    "Next:",
    ...(place === "." ? [] : [`  cd ${place}`]),
    "  npm install",
    "  npm start",
  ].join("\n");
}
