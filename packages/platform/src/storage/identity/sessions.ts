import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/**
 * Remembers a sign-in, so that it can be ended before its token expires. False when the user's password is no longer the
 * one that was checked: a change that came in between must not be survived by a session of the old one.
 */
export async function insertSession(
  database: Database,
  session: {
    readonly id: string;
    readonly userId: string;
    readonly expiresAt: string;
    readonly passwordHash: string | null;
  },
): Promise<boolean> {
  const rows = await database.query(sql`
    insert into platform_sessions (id, user_id, expires_at)
    select ${session.id}::uuid, id, ${session.expiresAt}::timestamptz from users
    where id = ${session.userId}::uuid and password is not distinct from ${session.passwordHash} for share
    returning id`);
  return rows.length > 0;
}

export async function isSessionOpen(database: Database, id: string, userId: string): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 from platform_sessions where id = ${id}::uuid and user_id = ${userId}::uuid and expires_at > now()`);
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
