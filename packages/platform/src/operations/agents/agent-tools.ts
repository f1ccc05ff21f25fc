import type { AgentTool } from "../../agents/agent-tools.ts";
import type { Call } from "../call.ts";
import { callForAgent, wholeOutput } from "../tools/call-for-agent.ts";
import { agentAsTool, agentIdOfTool } from "./agent-as-tool.ts";
import type { AgentRecord } from "./find-agent.ts";
import type { Background } from "./project-background.ts";

export interface AgentToolsOptions {
  readonly agent: AgentRecord;
  readonly background: Background;
  /** The agents that are waiting for this one's answer, the first one first. */
  readonly path: readonly string[];
  /** Whether someone can be asked to agree to a call. Where nobody can, tools that need it are left out. */
  readonly canAsk: boolean;
}

/** The agent's tools for this caller: they act with the caller's rights, and only those that the agent has are there. */
export async function agentTools(call: Call, options: AgentToolsOptions): Promise<readonly AgentTool[]> {
  const { agent, background, path, canAsk } = options;
  const tools: AgentTool[] = [];
  for (const entry of agent.tools) {
    if (entry.needsApproval && !canAsk) continue;
    const other = agentIdOfTool(entry.id);
    if (other) {
      const asked = await agentAsTool(call, other, { path: [...path, agent.id], needsApproval: entry.needsApproval });
      if (asked) tools.push(asked);
      continue;
    }
    const tool = call.tools.find((each) => each.id === entry.id);
    if (!tool) continue;
    tools.push({
      tool,
      needsApproval: entry.needsApproval,
      call: async (inputs, signal) => {
        const { project, itemIds } = background;
        const answer = callForAgent(call, tool, {
          ...{ agent: agent.id, settings: entry.config, inputs },
          ...{ project, itemIds, signal },
        });
        return wholeOutput(await answer);
      },
    });
  }
  return tools;
}
