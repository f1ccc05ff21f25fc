import type { Deployment } from "../definitions/app.ts";
import type { Database } from "../storage/database.ts";
import { sql } from "../storage/sql.ts";

/** Runs the deployment's seed on the first start, in one transaction: a crash half-way leaves nothing behind. */
export function seedOnce(database: Database, app: Deployment): Promise<boolean> {
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
