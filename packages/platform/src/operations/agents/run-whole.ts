import type { Call } from "../call.ts";
import { stopAnswer } from "./follow-answer.ts";
import { type AgentInput, type EndedAnswer, startAnswer } from "./run-agent.ts";

export type { AgentInput };

export interface WholeAnswer extends EndedAnswer {
  readonly session: string;
  readonly message: string;
}

/** Asks an agent and waits for all of its answer. */
export async function runAgent(call: Call, input: AgentInput): Promise<WholeAnswer> {
  const { session, message, ended } = await startAnswer(call, input);
  return { ...(await ended), session, message };
}

export async function stopAgent(call: Call, session: string): Promise<{ readonly success: boolean }> {
  return { success: await stopAnswer(call, session) };
}
