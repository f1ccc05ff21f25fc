import type { LanguageModelUsage } from "ai";
import { countEvent } from "../../storage/statistics/count-event.ts";
import type { Call } from "../call.ts";
import type { AgentRecord } from "./find-agent.ts";

/** In tokens. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Counts a run that has ended, and what it used. */
export async function countRun(
  { database, principal }: Call,
  agent: Pick<AgentRecord, "id" | "name">,
  used: LanguageModelUsage | undefined,
): Promise<Usage> {
  const usage = { inputTokens: used?.inputTokens ?? 0, outputTokens: used?.outputTokens ?? 0 };
  const event = { name: agent.id, label: agent.name, user: principal.userId, role: principal.roleId };
  // The key, where there is one: what it uses can be told apart, and limited.
  const trigger = principal.apiKeyId ?? principal.kind;
  await countEvent(database, { ...event, type: "agent_run", trigger });
  const tokens = usage.inputTokens + usage.outputTokens;
  if (tokens > 0) await countEvent(database, { ...event, type: "tokens", trigger }, tokens);
  return usage;
}
