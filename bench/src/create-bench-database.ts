import type { BenchDatabase } from "./bench-database.ts";
import type { BenchOptions } from "./bench-options.ts";
import { createEmbeddedDatabase } from "./create-embedded-database.ts";
import { createPostgresDatabase } from "./create-postgres-database.ts";

export async function createBenchDatabase(
  cleanup: AsyncDisposableStack,
  { isEmbedded, databaseUrl, rows }: BenchOptions,
): Promise<BenchDatabase> {
  console.log(`Loading ${rows.toLocaleString("en")} tickets …`);
  const database = isEmbedded
    ? await createEmbeddedDatabase(cleanup, rows)
    : await createPostgresDatabase(cleanup, { serverUrl: databaseUrl, rows });
  console.log(`${database.description}.`);
  return database;
}
