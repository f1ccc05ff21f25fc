import { permittedItems } from "../../access/permitted-items.ts";
import type { LiveAnswer } from "../../agents/live-answers.ts";
import { and } from "../../query/condition.ts";
import { readItem } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";
import { findItem, idCondition } from "../items/find-item.ts";
import { refuse } from "../items/refuse.ts";
import { coreResource } from "./core-resource.ts";

/** The answer that is being given in a conversation that the caller may read; undefined when none is, in this process. */
export async function followAnswer(call: Call, session: string): Promise<LiveAnswer | undefined> {
  const { id } = await findItem(call, coreResource(call, "agent_sessions"), session, ["id"]);
  return call.liveAnswers.find(String(id));
}

/** Stops the answer in a conversation that the caller may write in; false when there is none, in this process. */
export async function stopAnswer(call: Call, session: string): Promise<boolean> {
  const sessions = coreResource(call, "agent_sessions");
  const target = idCondition(session);
  const writable = permittedItems(call.principal, sessions, "write");
  const found = await readItem(call.database, sessions, and(target, writable), ["id"]);
  if (!found) return refuse(call, sessions, target);
  const live = call.liveAnswers.find(String(found.id));
  live?.stop();
  return live !== undefined;
}
