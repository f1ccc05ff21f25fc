import { z } from "zod";
import type { AgentTool } from "../../agents/agent-tools.ts";
import { callTool } from "../../agents/call-tool.ts";
import { agentToolPattern } from "../../definitions/check-tools.ts";
import { PlatformTool } from "../../definitions/tool.ts";
import { PlatformError } from "../../foundation/errors.ts";
import type { Call } from "../call.ts";
import { wholeOutput } from "../tools/call-for-agent.ts";
import { askAgent, wholeAnswer } from "./ask-agent.ts";
import { type AgentRecord, findRunnableAgent } from "./find-agent.ts";
import { noBackground } from "./project-background.ts";

/** How many agents may wait for one another. */
const longestPath = 4;
const timeoutInSeconds = 180;

/** The id of an agent as a tool of another one. */
function agentToolId(agent: string): string {
  return `agent_${agent.replaceAll("-", "_")}`;
}

/** The id of the agent that a tool is, if it is one. */
export function agentIdOfTool(tool: string): string | undefined {
  return agentToolPattern.test(tool) ? tool.slice("agent_".length).replaceAll("_", "-") : undefined;
}

/**
 * Another agent as a tool: it is asked, with the caller's rights, and its answer is the result. Undefined when the caller
 * can't run it, or it is waiting for this answer itself.
 */
export async function agentAsTool(
  call: Call,
  id: string,
  { path, needsApproval }: { readonly path: readonly string[]; readonly needsApproval: boolean },
): Promise<AgentTool | undefined> {
  if (path.includes(id) || path.length >= longestPath) return undefined;
  const agent = await findRunnableAgent(call, id).catch((error: unknown) => {
    if (error instanceof PlatformError) return undefined;
    throw error;
  });
  if (!agent) return undefined;
  const tool = toolOf(call, agent, path);
  return {
    tool,
    needsApproval,
    call: async (inputs, signal) => {
      const answer = await callTool(tool, {
        ...{ inputs, agent: path.at(-1) ?? id, user: call.principal.userId, project: null, itemIds: [], signal },
        config: async () => ({ values: {}, secrets: new Map() }),
        services: call.servicesOf(call.principal),
      });
      return wholeOutput(answer);
    },
  };
}

function toolOf(call: Call, agent: AgentRecord, path: readonly string[]): PlatformTool {
  const tool = new PlatformTool({
    id: agentToolId(agent.id),
    name: agent.name,
    category: "agents",
    type: "agent",
    description: `Asks the agent ${agent.name}. ${agent.description}`.trim(),
    timeoutInSeconds,
    inputSchema: z.object({ prompt: z.string().min(1).describe("What to ask, with everything it needs to know.") }),
    config: [],
    execute: async ({ inputs, signal }) => {
      const question = { role: "user" as const, text: inputs.prompt };
      const asked = await askAgent(call, agent, { messages: [question], background: noBackground, path, signal });
      return { result: (await wholeAnswer(asked)).content };
    },
  });
  return tool;
}
