import type { Deployment } from "../definitions/app.ts";
import { DatabaseUnavailableError, StartRefusedError } from "../foundation/errors.ts";
import type { Database } from "../storage/database.ts";
import { sql } from "../storage/sql.ts";

/** Runs the deployment's seed on the first start, in one transaction: a crash half-way leaves nothing behind. */
export async function seedOnce(database: Database, app: Deployment): Promise<boolean> {
  try {
    return await seed(database, app);
  } catch (error) {
    if (!app.hasSeed || error instanceof DatabaseUnavailableError) throw error;
    const reason = error instanceof Error ? error.stack : String(error);
    throw new StartRefusedError("The seed of the deployment failed, and nothing of it was kept:", [
      `correct the function seed of the PlatformApp and start again; it failed with ${reason}`,
    ]);
  }
}

function seed(database: Database, app: Deployment): Promise<boolean> {
  return database.transaction(async () => {
    await database.run("set local statement_timeout to 0");
    // Of two processes that start at once, the second waits here, and then finds the row.
    const inserted = await database.query(sql`
      insert into platform_state (key, value) values ('seeded', to_jsonb(now()))
      on conflict (key) do nothing returning key`);
    if (inserted.length === 0) return false;
    await app.seed();
    return app.hasSeed;
  });
}
