import type { TestProject } from "vitest/node";
import { findChromium } from "./services/find-chromium.ts";
import { buildWebIfOutdated } from "./web/build-web.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where a Chromium is; undefined where it cannot be had. */
    chromiumPath: string | undefined;
  }
}

/** Builds the web frontend and finds a browser, once for all test files. */
export async function setup(project: TestProject): Promise<void> {
  await buildWebIfOutdated();
  try {
    project.provide("chromiumPath", await findChromium());
  } catch (error) {
    const sentence = `Chromium is not available: ${error instanceof Error ? error.message : String(error)}.`;
    if (process.env.CI === "true") throw new Error(`CI always runs the suites that need a browser. ${sentence}`);
    console.warn(`${sentence} The suites that need it are skipped.`);
    project.provide("chromiumPath", undefined);
  }
}
