import { BudgetSpentError, RateLimitError } from "../../foundation/errors.ts";
import { tokensOfToday } from "../../storage/statistics/tokens-of-today.ts";
import type { Call } from "../call.ts";
import type { AgentRecord } from "./find-agent.ts";

/** Throws when the agent has had its runs of this minute, or someone's tokens of today are used up. */
export async function admitRun(call: Call, agent: AgentRecord): Promise<void> {
  const { user, apiKey, agent: ofAgent } = call.tokensPerDay;
  const { userId, apiKeyId } = call.principal;
  const budgets = [
    { whose: "you", column: "user", value: userId, most: user },
    { whose: "this API key", column: "trigger", value: apiKeyId, most: apiKey },
    { whose: `the agent "${agent.name}"`, column: "name", value: agent.id, most: ofAgent },
  ] as const;
  for (const { whose, column, value, most } of budgets) {
    if (most === undefined || value === null) continue;
    if ((await tokensOfToday(call.database, column, value)) >= most) throw new BudgetSpentError(whose, most);
  }
  if (agent.rateLimit === undefined) return;
  if (!(await call.takeAgentRun(agent.id, agent.rateLimit))) throw new RateLimitError();
}
