import { createHash } from "node:crypto";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** Something that happened, and is counted by day. */
export interface CountedEvent {
  /** What is counted: the id of a tool, of an agent. */
  readonly name: string;
  /** How the counter is shown. */
  readonly label: string;
  /** The kind of event: `tool_call`, `agent_run`, `search`, `tokens`. */
  readonly type: string;
  /** What caused it: `agent`, `api`, `job`. */
  readonly trigger: string;
  readonly user: string | null;
  readonly role: string | null;
}

/** Adds to the counter of today: one statement, so that no count is lost however many happen at once. */
export async function countEvent(database: Database, event: CountedEvent, count = 1): Promise<void> {
  const { name, label, type, trigger, user, role } = event;
  const day = new Date().toISOString().slice(0, 10);
  const id = uuidOf([name, type, trigger, user, role, day]);
  await database.query(sql`
    insert into statistics as counted (id, name, label, type, trigger, count, "user", role, day)
    values (${id}::uuid, ${name}, ${label}, ${type}, ${trigger}, ${count}::double precision, ${user}, ${role},
      ${day}::timestamptz)
    on conflict (id) do update set count = counted.count + excluded.count, "updatedAt" = now()`);
}

/** The same parts give the same id: it is the counter's key. */
function uuidOf(parts: readonly (string | null)[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
