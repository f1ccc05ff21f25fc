import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Deployment, PlatformApp } from "../definitions/app.ts";
import { StartRefusedError } from "../foundation/errors.ts";

/** The deployment that a config file default-exports. */
export async function loadApp(config: string): Promise<Deployment> {
  const path = resolve(config);
  if (!existsSync(path)) {
    throw new StartRefusedError("The deployment can't be loaded:", [
      `there is no file ${path}; name one: platform start path/to/platform.config.ts`,
    ]);
  }
  const loaded = await importFile(path);
  if (loaded.default instanceof PlatformApp) return loaded.default;
  throw new StartRefusedError("The deployment can't be loaded:", [`${path} must default-export a PlatformApp`]);
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
