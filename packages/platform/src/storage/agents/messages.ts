import type { Json } from "../../definitions/json.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** How an answer stands: it is being given, is whole, was stopped, failed, or was cut off with its process. */
export type AnswerStatus = "streaming" | "done" | "stopped" | "failed" | "interrupted";

export interface StoredMessage {
  readonly id: string;
  readonly role: string;
  readonly content: string;
  readonly parts: Json;
  readonly metadata: Readonly<Record<string, Json>> | null;
}

export interface MessageText {
  readonly content: string;
  readonly parts: unknown;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The newest messages of a conversation, the oldest of them first. Ids are made from the time. */
export async function listMessages(
  database: Database,
  session: string,
  limit: number,
): Promise<readonly StoredMessage[]> {
  const rows = await database.query<StoredMessage>(sql`
    select id, role, content, parts, metadata from agent_messages where session = ${session}
    order by "createdAt" desc, id desc limit ${limit}`);
  return rows.toReversed();
}

export async function insertMessage(
  database: Database,
  message: MessageText & { readonly id: string; readonly session: string; readonly role: string },
): Promise<void> {
  const { id, session, role, content, parts, metadata } = message;
  await database.query(sql`
    insert into agent_messages (id, session, role, content, parts, metadata)
    values (${id}::uuid, ${session}, ${role}, ${content}, ${JSON.stringify(parts)}::jsonb,
      ${JSON.stringify(metadata)}::jsonb)`);
}

/** Also says that its process lives. */
export async function saveMessage(
  database: Database,
  id: string,
  { content, parts, metadata }: MessageText,
): Promise<void> {
  await database.query(sql`
    update agent_messages
    set content = ${content}, parts = ${JSON.stringify(parts)}::jsonb, metadata = ${JSON.stringify(metadata)}::jsonb,
      "updatedAt" = now()
    where id = ${id}::uuid`);
}

/** Marks answers whose process was not heard of for so long; they stay as far as they got. */
export async function markInterrupted(database: Database, silentForSeconds: number): Promise<void> {
  await database.query(sql`
    update agent_messages set metadata = jsonb_set(metadata, '{status}', '"interrupted"')
    where metadata->>'status' = 'streaming' and "updatedAt" < now() - make_interval(secs => ${silentForSeconds})`);
}
