import type { AgentTool } from "../../agents/agent-tools.ts";
import { callTool } from "../../agents/call-tool.ts";
import { resolveToolConfig } from "../../agents/tool-config.ts";
import type { PlatformTool, ToolOutput } from "../../definitions/tool.ts";
import { countEvent } from "../../storage/statistics/count-event.ts";
import type { Call } from "../call.ts";
import type { AgentRecord } from "./find-agent.ts";
import type { Session } from "./open-session.ts";

/** The agent's tools for this caller: they act with the caller's rights, and only those that the agent has are there. */
export function agentTools(call: Call, agent: AgentRecord, session: Session): readonly AgentTool[] {
  return agent.tools.flatMap((entry) => {
    const tool = call.tools.find((each) => each.id === entry.id);
    return tool ? [agentTool(call, tool, { agent, session, entry })] : [];
  });
}

function agentTool(
  call: Call,
  tool: PlatformTool,
  options: { readonly agent: AgentRecord; readonly session: Session; readonly entry: AgentRecord["tools"][number] },
): AgentTool {
  const { agent, session, entry } = options;
  const { principal } = call;
  return {
    tool,
    needsApproval: entry.needsApproval,
    call: async (inputs, signal) => {
      await countEvent(call.database, {
        name: tool.id,
        label: tool.name,
        type: "tool_call",
        trigger: agent.id,
        user: principal.userId,
        role: principal.roleId,
      });
      const answer = await callTool(tool, {
        inputs,
        // Variables are opened here, when the tool is called, and nowhere before.
        config: await resolveToolConfig(call, tool, entry.config),
        agent: agent.id,
        user: principal.userId,
        project: session.project,
        itemIds: session.itemIds,
        services: call.servicesOf(principal),
        signal,
      });
      return Symbol.asyncIterator in answer ? lastOf(answer) : answer;
    },
  };
}

/** What a tool that reports in steps has come to. */
export async function lastOf(outputs: AsyncGenerator<ToolOutput, void>): Promise<ToolOutput> {
  let last: ToolOutput = {};
  for await (const output of outputs) last = { ...last, ...output };
  return last;
}
