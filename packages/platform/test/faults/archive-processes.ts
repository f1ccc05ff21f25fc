import { stat } from "node:fs/promises";
import { expect } from "vitest";
import type { Database } from "../../src/storage/database.ts";
import { openEmbedded } from "../../src/storage/embedded/open-embedded.ts";
import { openPostgres } from "../../src/storage/postgres/open-postgres.ts";
import { createPostgresDatabase } from "../support/test-database.ts";
import { cleanUp, newFolder, type Outcome } from "./platform-process.ts";

export type Environment = Readonly<Record<string, string>>;

/** The parameters of a command that moves everything of a deployment. */
export function move(command: "export" | "import", archive: string, config: string): readonly string[] {
  return [command, archive, "--config", config, "--json"];
}

const leftovers: (() => Promise<void>)[] = [];

/** An empty database on PostgreSQL, and the settings of a deployment on it. */
export async function newDatabase(): Promise<{ environment: Environment; database: Database }> {
  const { url, drop } = await createPostgresDatabase();
  const database = await openPostgres({ url, connections: 2 });
  leftovers.push(drop, () => database.close());
  return { environment: { DATABASE_URL: url, PLATFORM_DATA_DIR: await newFolder() }, database };
}

/** Ends every process, and removes every folder and database. */
export async function cleanUpMoves(): Promise<void> {
  await cleanUp();
  for (const discard of leftovers.splice(0).toReversed()) await discard();
}

/** Looks into the embedded database of a folder that no process uses. */
export async function inFolder<Result>(folder: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openEmbedded(folder);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** What a command says that must succeed without a complaint. */
export async function succeeded(outcome: Promise<Outcome>): Promise<Readonly<Record<string, unknown>>> {
  const { code, output, complaint } = await outcome;
  expect(complaint).toBe("");
  expect(code).toBe(0);
  return JSON.parse(output) as Readonly<Record<string, unknown>>;
}

/** In bytes; 0 when there is none. */
export async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
