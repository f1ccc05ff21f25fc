import { setTimeout as wait } from "node:timers/promises";
import type { UIMessage, UIMessageChunk } from "ai";
import { permittedItems } from "../../access/permitted-items.ts";
import { MessageReplay } from "../../agents/replay-message.ts";
import { and } from "../../query/condition.ts";
import { findStreaming, readAnswer } from "../../storage/agents/messages.ts";
import type { Database } from "../../storage/database.ts";
import { readItem } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";
import { findItem, idCondition } from "../items/find-item.ts";
import { refuse } from "../items/refuse.ts";
import { coreResource } from "./core-resource.ts";

/** The answer that is being given in a conversation that the caller may read, from its beginning; undefined when none is. */
export async function followAnswer(call: Call, session: string): Promise<AsyncIterable<UIMessageChunk> | undefined> {
  const { id } = await findItem(call, coreResource(call, "agent_sessions"), session, ["id"]);
  const live = call.liveAnswers.find(String(id));
  if (live) return live.follow();
  const elsewhere = await findStreaming(call.database, String(id));
  return elsewhere && followKept(call.database, elsewhere.id);
}

/** The process that gives an answer keeps it every second. */
const pauseInMilliseconds = 500;

/** An answer that another process gives, as far as that has kept it. */
async function* followKept(database: Database, messageId: string): AsyncGenerator<UIMessageChunk, void> {
  const replay = new MessageReplay();
  yield { type: "start", messageId };
  for (;;) {
    const kept = await readAnswer(database, messageId);
    const parts = (kept?.parts ?? []) as UIMessage["parts"];
    yield* replay.chunksOf(parts);
    if (!kept?.isStreaming) return yield* replay.lastChunks(parts);
    await wait(pauseInMilliseconds);
  }
}

/** Where a process hears of conversations whose answer is to be stopped. */
export const stopChannel = "platform_stop_answer";

/** Stops the answer in a conversation that the caller may write in, whichever process gives it; false when there is none. */
export async function stopAnswer(call: Call, session: string): Promise<boolean> {
  const sessions = coreResource(call, "agent_sessions");
  const target = idCondition(session);
  const writable = permittedItems(call.principal, sessions, "write");
  const found = await readItem(call.database, sessions, and(target, writable), ["id"]);
  if (!found) return refuse(call, sessions, target);
  const id = String(found.id);
  const live = call.liveAnswers.find(id);
  live?.stop();
  if (live) return true;
  if (!(await findStreaming(call.database, id))) return false;
  await call.database.notify(stopChannel, id);
  return true;
}
