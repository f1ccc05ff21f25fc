import type { TestProject } from "vitest/node";
import { startServices } from "./services/start-services.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** PostgreSQL with pgvector; undefined where it cannot be had. */
    databaseUrl: string | undefined;
    /** Redis; undefined where it cannot be had. */
    redisUrl: string | undefined;
  }
}

/** Starts the real servers once for all test files; vitest calls what it returns after the last one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const services = await startServices();
  for (const sentence of services.unavailable) console.warn(`${sentence} The suites that need it are skipped.`);
  project.provide("databaseUrl", services.databaseUrl);
  project.provide("redisUrl", services.redisUrl);
  return services.stop;
}
