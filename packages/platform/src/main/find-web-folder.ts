import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The folder of the built web frontend that comes with the platform; undefined when it was installed without. */
export function findWebFolder(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("@platform/web/package.json")), "dist");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}
