import { createHash } from "node:crypto";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** Something that happened, and is counted by day. */
export interface CountedEvent {
  /** What is counted: the id of a tool, an agent, a context, the name of a job. */
  readonly name: string;
  /** How the counter is shown. */
  readonly label: string;
  /** The kind of event: `request`, `tool_call`, `agent_run`, `search`, `job`, `tokens`. */
  readonly type: string;
  /** What caused it: the id of an agent or of an API key, the kind of caller, the name of a queue. */
  readonly trigger: string;
  readonly user: string | null;
  readonly role: string | null;
}

/** Adds to the counter of today. */
export async function countEvent(database: Database, event: CountedEvent, count = 1): Promise<void> {
  await countEvents(database, [{ event, count }]);
}

export interface EventCount {
  readonly event: CountedEvent;
  readonly count: number;
}

/** Adds to the counters of today: one statement, so that no count is lost however many happen at once. */
export async function countEvents(database: Database, counts: readonly EventCount[]): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const rows = counts.map(({ event, count }) => ({ ...event, id: counterId(event, day), count, day }));
  // Everyone takes the rows in the same order: none waits for one that waits for it.
  await database.query(sql`
    insert into statistics as counted (id, name, label, type, trigger, count, "user", role, day)
    select id, name, label, type, trigger, count, "user", role, day
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, name text, label text, type text,
      trigger text, count double precision, "user" text, role text, day timestamptz)
    order by id
    on conflict (id) do update set count = counted.count + excluded.count, "updatedAt" = now()`);
}

/** The same parts give the same id: it is the counter's key. */
function counterId({ name, type, trigger, user, role }: CountedEvent, day: string): string {
  const parts = [name, type, trigger, user, role, day];
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
