import type { Deployment } from "../definitions/app.ts";
import { DatabaseUnavailableError, StartRefusedError } from "../foundation/errors.ts";
import type { Database } from "../storage/database.ts";
import { claimFirstSeed, markSeeded } from "../storage/seed-state.ts";

/** Runs the deployment's seed on the first start, in one transaction: a crash half-way leaves nothing behind. */
export function seedOnce(database: Database, app: Deployment): Promise<boolean> {
  return allOrNothing(database, app, async () => {
    if (!(await claimFirstSeed(database, app))) return false;
    await app.seed();
    return app.hasSeed;
  });
}

/** Runs the seed whether it ran before or not. */
export function seedAgain(database: Database, app: Deployment): Promise<void> {
  return allOrNothing(database, app, async () => {
    await markSeeded(database);
    await app.seed();
  });
}

async function allOrNothing<Result>(
  database: Database,
  { hasSeed }: Deployment,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await database.transaction(async () => {
      await database.run("set local statement_timeout to 0");
      return work();
    });
  } catch (error) {
    if (!hasSeed || error instanceof DatabaseUnavailableError) throw error;
    const reason = error instanceof Error ? error.stack : String(error);
    throw new StartRefusedError("The seed of the deployment failed, and nothing of it was kept:", [
      `correct the function seed of the PlatformApp and start again; it failed with ${reason}`,
    ]);
  }
}
