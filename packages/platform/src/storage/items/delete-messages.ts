import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** What was said in a conversation goes with it. */
export async function deleteMessagesOf(database: Database, sessionId: string): Promise<void> {
  await database.query(sql`delete from agent_messages where session = ${sessionId.toLowerCase()}`);
}
