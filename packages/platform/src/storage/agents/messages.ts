import type { Json } from "../../definitions/json.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/**
 * How an answer stands: it is being given, is whole, waits for a person to agree to calls of tools, was stopped, failed, or
 * was cut off with its process.
 */
export type AnswerStatus = "streaming" | "done" | "waiting" | "stopped" | "failed" | "interrupted";

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

type NewMessage = MessageText & { readonly id: string; readonly role: string };

/** An answer whose process was not heard of for so long was cut off with it; a process saves at least every 3 s. */
export const silentAnswerInSeconds = 10;

/**
 * Keeps a question and the beginning of its answer; or, of an answer that goes on, its new beginning. False, and nothing is
 * kept, while an answer is being given in the conversation, by whichever process.
 */
export async function beginAnswer(
  database: Database,
  session: string,
  { question, answer }: { readonly question: NewMessage | undefined; readonly answer: NewMessage },
): Promise<boolean> {
  return database.transaction(async () => {
    await database.query(sql`select id from agent_sessions where id = ${session}::uuid for update`);
    if (await findStreaming(database, session)) return false;
    if (question) await insertMessage(database, session, question);
    await insertMessage(database, session, answer);
    return true;
  });
}

/** The answer that a living process is giving in a conversation, as far as it is kept. */
export async function findStreaming(database: Database, session: string): Promise<{ readonly id: string } | undefined> {
  const [found] = await database.query<{ readonly id: string }>(sql`
    select id from agent_messages where session = ${session} and metadata->>'status' = 'streaming'
      and "updatedAt" > now() - make_interval(secs => ${silentAnswerInSeconds}) limit 1`);
  return found;
}

export interface KeptAnswer {
  readonly parts: Json;
  /** Whether its process still gives it. */
  readonly isStreaming: boolean;
}

/** An answer as far as it is kept; undefined when it was removed. */
export async function readAnswer(database: Database, id: string): Promise<KeptAnswer | undefined> {
  const [found] = await database.query<KeptAnswer>(sql`
    select parts, metadata->>'status' = 'streaming'
      and "updatedAt" > now() - make_interval(secs => ${silentAnswerInSeconds}) as "isStreaming"
    from agent_messages where id = ${id}::uuid`);
  return found;
}

async function insertMessage(database: Database, session: string, message: NewMessage): Promise<void> {
  const { id, role, content, parts, metadata } = message;
  await database.query(sql`
    insert into agent_messages (id, session, role, content, parts, metadata)
    values (${id}::uuid, ${session}, ${role}, ${content}, ${JSON.stringify(parts)}::jsonb,
      ${JSON.stringify(metadata)}::jsonb)
    on conflict (id) do update set content = excluded.content, parts = excluded.parts, metadata = excluded.metadata,
      "updatedAt" = now()`);
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

/** Marks answers that were cut off with their process; they stay as far as they got. */
export async function markInterrupted(database: Database): Promise<void> {
  await database.query(sql`
    update agent_messages set metadata = jsonb_set(metadata, '{status}', '"interrupted"')
    where "createdAt" > now() - interval '2 days' and metadata->>'status' = 'streaming'
      and "updatedAt" < now() - make_interval(secs => ${silentAnswerInSeconds})`);
}
