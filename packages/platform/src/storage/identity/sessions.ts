import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** Remembers a sign-in, so that it can be ended before its token expires. */
export async function insertSession(
  database: Database,
  session: { readonly id: string; readonly userId: string; readonly expiresAt: string },
): Promise<void> {
  await database.query(sql`
    insert into platform_sessions (id, user_id, expires_at)
    values (${session.id}::uuid, ${session.userId}::uuid, ${session.expiresAt}::timestamptz)`);
}

export async function isSessionOpen(database: Database, id: string): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 from platform_sessions where id = ${id}::uuid and expires_at > now()`);
  return rows.length > 0;
}

export async function deleteSession(database: Database, id: string): Promise<void> {
  await database.query(sql`delete from platform_sessions where id = ${id}::uuid`);
}

export async function deleteExpiredSessions(database: Database): Promise<void> {
  await database.query(sql`delete from platform_sessions where expires_at < now()`);
}

export async function deleteSessionsOf(database: Database, userId: string): Promise<void> {
  await database.query(sql`delete from platform_sessions where user_id = ${userId}::uuid`);
}
