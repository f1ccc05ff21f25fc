import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Deployment, PlatformApp } from "../definitions/app.ts";
import { StartRefusedError } from "../foundation/errors.ts";

/** The deployment that a config file default-exports. */
export async function loadApp(config: string): Promise<Deployment> {
  const path = requireConfig(config);
  const loaded = await importFile(path);
  if (loaded.default instanceof PlatformApp) return loaded.default;
  throw new StartRefusedError("The deployment can't be loaded:", [`${path} must default-export a PlatformApp`]);
}

/** The full path of a config file; throws when there is none. */
export function requireConfig(config: string): string {
  const path = resolve(config);
  if (existsSync(path)) return path;
  throw new StartRefusedError("The deployment can't be loaded:", [
    `there is no file ${path}; name one: platform start path/to/platform.config.ts`,
  ]);
}

async function importFile(path: string): Promise<{ default?: unknown }> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    if (error instanceof StartRefusedError) throw error;
    const reason = error instanceof Error ? error.stack : String(error);
    throw new StartRefusedError("The deployment can't be loaded:", [`${path} failed: ${reason}`]);
  }
}
