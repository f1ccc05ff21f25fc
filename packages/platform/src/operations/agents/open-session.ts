import { permittedItems } from "../../access/permitted-items.ts";
import { BadInputError } from "../../foundation/errors.ts";
import { and } from "../../query/condition.ts";
import { readItem } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";
import { createItem } from "../items/create-item.ts";
import { findItem, idCondition } from "../items/find-item.ts";
import { refuse } from "../items/refuse.ts";
import { type AgentRecord, coreResource } from "./find-agent.ts";

export interface Session {
  readonly id: string;
  /** What its project tells agents. */
  readonly instructions: string;
  readonly project: string | null;
  /** The items of its project. */
  readonly itemIds: readonly string[];
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
  const sessions = coreResource(call, "agent_sessions");
  if (!input.session) {
    const project = input.project ?? null;
    const about = await projectOf(call, project);
    const title = input.title.trim().slice(0, longestTitle) || "New conversation";
    const fields = {
      agent: agent.id,
      title,
      ...(project && { project }),
      ...(call.principal.userId && { user: call.principal.userId }),
    };
    const { item } = await createItem(call, sessions, fields, ["id"]);
    return { id: String(item.id), project, ...about };
  }
  const target = idCondition(input.session);
  const writable = permittedItems(call.principal, sessions, "write");
  const session = await readItem(call.database, sessions, and(target, writable), ["id", "agent", "project"]);
  if (!session) return refuse(call, sessions, target);
  if (session.agent !== agent.id) throw new BadInputError("The conversation is one with another agent.");
  const project = typeof session.project === "string" ? session.project : null;
  return { id: String(session.id), project, ...(await projectOf(call, project)) };
}

/** What a project adds to a conversation; one that the caller can't read adds nothing, and is an error when it is new. */
async function projectOf(call: Call, id: string | null): Promise<Pick<Session, "instructions" | "itemIds">> {
  if (!id) return { instructions: "", itemIds: [] };
  const project = await findItem(call, coreResource(call, "projects"), id, ["custom_instructions", "items"]);
  const { custom_instructions: instructions, items } = project;
  return {
    instructions: typeof instructions === "string" ? instructions : "",
    itemIds: Array.isArray(items) ? items.map((item) => String(typeof item === "object" && item ? item.id : item)) : [],
  };
}
