import { permittedItems } from "../../access/permitted-items.ts";
import { BadInputError } from "../../foundation/errors.ts";
import { and } from "../../query/condition.ts";
import { readItem } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";
import { createItem } from "../items/create-item.ts";
import { idCondition } from "../items/find-item.ts";
import { refuse } from "../items/refuse.ts";
import { coreResource } from "./core-resource.ts";
import type { AgentRecord } from "./find-agent.ts";
import { type Background, projectBackground } from "./project-background.ts";

export interface Session {
  readonly id: string;
  readonly background: Background;
}

export interface SessionInput {
  /** Absent: a new conversation. */
  readonly session?: string | null | undefined;
  readonly project?: string | null | undefined;
  /** What a new conversation is called. */
  readonly title: string;
}

const longestTitle = 80;

/** The conversation to go on with, which the caller must be allowed to write in; or a new one of theirs. */
export async function openSession(call: Call, agent: AgentRecord, input: SessionInput): Promise<Session> {
  if (!input.session) return newSession(call, agent, input);
  const sessions = coreResource(call, "agent_sessions");
  const target = idCondition(input.session);
  const writable = permittedItems(call.principal, sessions, "write");
  const session = await readItem(call.database, sessions, and(target, writable), ["id", "agent", "project"]);
  if (!session) return refuse(call, sessions, target);
  if (session.agent !== agent.id) throw new BadInputError("The conversation is one with another agent.");
  const project = typeof session.project === "string" ? session.project : null;
  return { id: String(session.id), background: await projectBackground(call, project) };
}

async function newSession(call: Call, agent: AgentRecord, input: SessionInput): Promise<Session> {
  const project = input.project ?? null;
  const background = await projectBackground(call, project);
  const fields = {
    agent: agent.id,
    title: input.title.trim().slice(0, longestTitle) || "New conversation",
    ...(project && { project }),
    ...(call.principal.userId && { user: call.principal.userId }),
  };
  const { item } = await createItem(call, coreResource(call, "agent_sessions"), fields, ["id"]);
  return { id: String(item.id), background };
}
