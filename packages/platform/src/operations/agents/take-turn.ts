import type { UIMessage } from "ai";
import { type StreamedTurn, streamAgent } from "../../agents/stream-agent.ts";
import { variableValue } from "../../agents/tool-config.ts";
import { BadInputError } from "../../foundation/errors.ts";
import type { Call } from "../call.ts";
import { type AgentToolsOptions, agentTools } from "./agent-tools.ts";

export interface TurnOptions extends AgentToolsOptions {
  readonly messages: readonly UIMessage[];
  /** The id of the answer. */
  readonly answerId: string;
  readonly signal: AbortSignal;
}

/** Lets an agent answer: with its model, its tools and the caller's rights. */
export async function takeTurn(call: Call, options: TurnOptions): Promise<StreamedTurn> {
  const { agent, background, messages, answerId, signal } = options;
  return streamAgent({
    model: await agent.provider.options.model({ variable: (name) => neededVariable(call, name) }),
    instructions: [agent.instructions, background.instructions].filter((text) => text !== "").join("\n\n"),
    tools: await agentTools(call, options),
    maxSteps: agent.maxSteps,
    ...{ messages, answerId, signal },
  });
}

async function neededVariable(call: Call, name: string): Promise<string> {
  const value = await variableValue(call, name);
  if (value === undefined) throw new BadInputError(`The variable "${name}" has no value: the backend needs it.`);
  return value;
}
