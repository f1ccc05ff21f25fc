import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadEnvFile } from "node:process";
import { readEnv, type Settings } from "./read-env.ts";

/** The settings of a deployment: from the environment, and what that leaves out from the file `.env` beside the config file. */
export function deploymentSettings(config: string): Settings {
  const file = join(dirname(config), ".env");
  // Into the environment itself: the deployment's own code reads its keys there.
  if (existsSync(file)) loadEnvFile(file);
  return readEnv(process.env, dirname(config));
}
