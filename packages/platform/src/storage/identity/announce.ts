import type { Database } from "../database.ts";

/** Heard by every process when a user, a role, a key or a session changes. */
export const identityChannel = "platform_identity";

/** Inside a transaction it goes out with the commit. */
export async function announceIdentityChange(database: Database): Promise<void> {
  await database.notify(identityChannel, "");
}
