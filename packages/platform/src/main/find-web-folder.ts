import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the published package has it. */
const packedFolder = fileURLToPath(new URL("../../web", import.meta.url));

/** The folder of the built web frontend that comes with the platform; undefined when there is none. */
export function findWebFolder(): string | undefined {
  if (existsSync(packedFolder)) return packedFolder;
  try {
    return join(dirname(createRequire(import.meta.url).resolve("@platform/web/package.json")), "dist");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}
