import { holds } from "../../access/permissions.ts";
import type { EvalQuestion } from "../../definitions/eval.ts";
import { BadInputError, RecordNotFoundError } from "../../foundation/errors.ts";
import { askAgent, wholeAnswer } from "../agents/ask-agent.ts";
import { type AgentRecord, findRunnableAgent } from "../agents/find-agent.ts";
import { noBackground } from "../agents/project-background.ts";
import type { Call } from "../call.ts";
import { temporarily } from "./temporarily.ts";

/** Asks an agent, or the model of a backend, for an evaluation: with the rights and the tokens of whoever started the run. */
export async function askJudge(call: Call, question: EvalQuestion, signal: AbortSignal): Promise<string> {
  const { agent: agentId, backend, prompt } = question;
  const agent = agentId === undefined ? backendAgent(call, backend) : await judgeAgent(call, agentId);
  const messages = [{ role: "user" as const, text: prompt }];
  const { content } = await temporarily(async () => {
    const asked = await askAgent(call, agent, { messages, background: noBackground, path: [], signal });
    return wholeAnswer(asked);
  });
  signal.throwIfAborted();
  return content;
}

async function judgeAgent(call: Call, id: string): Promise<AgentRecord> {
  try {
    return await findRunnableAgent(call, id);
  } catch (error) {
    if (error instanceof RecordNotFoundError)
      throw new BadInputError("The agent that judges does not exist, or may not be used.");
    throw error;
  }
}

/** Who may only use the agents that they were given can't reach past them. */
function backendAgent({ providers, principal }: Call, id: string | undefined): AgentRecord {
  if (!holds(principal.permissions, "agents", "write")) {
    throw new BadInputError("Only whoever may change agents can name a backend: name an agent instead.");
  }
  const provider = providers.find((each) => each.id === id);
  if (!provider) {
    const known = providers.map((each) => each.id).join(", ");
    throw new BadInputError(`There is no backend "${id}"; there are: ${known}.`);
  }
  const { name } = provider;
  return {
    id: provider.id,
    name,
    description: "",
    instructions: "",
    provider,
    tools: [],
    maxSteps: 1,
    rateLimit: undefined,
  };
}
