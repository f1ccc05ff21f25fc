import { openEmbedded } from "../../packages/platform/src/storage/embedded/open-embedded.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { makeTemporaryFolder } from "./make-temporary-folder.ts";
import { migrateTables } from "./migrate-tables.ts";
import { loadScript, tidyScript } from "./tickets.ts";

/** The embedded database with the tickets, in a temporary folder. Our server alone can use it while it runs. */
export async function createEmbeddedDatabase(cleanup: AsyncDisposableStack, rows: number): Promise<BenchDatabase> {
  const folder = await makeTemporaryFolder(cleanup, "embedded");
  const environment = { DATABASE_URL: "", PLATFORM_DATA_DIR: folder };
  await migrateTables(cleanup, environment);

  const database = await openEmbedded(folder);
  try {
    await database.run(loadScript(rows));
    await database.run(tidyScript);
  } finally {
    await database.close();
  }
  return {
    description: "embedded PostgreSQL",
    environment,
    url: undefined,
    // Nothing is compared with what our server does here, so created tickets may stay.
    removeCreatedTickets: async () => undefined,
  };
}
