import { callTool } from "../../agents/call-tool.ts";
import { resolveToolConfig } from "../../agents/tool-config.ts";
import type { ExecuteAnswer, PlatformTool, ToolOutput } from "../../definitions/tool.ts";
import { countEvent } from "../../storage/statistics/count-event.ts";
import type { Call } from "../call.ts";

export interface AgentToolCall {
  /** The id of the agent that calls. */
  readonly agent: string;
  /** What the agent has set for the tool. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly inputs: unknown;
  readonly project: string | null;
  readonly itemIds: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Calls a tool as an agent has it set up, with the rights of the caller. */
export async function callForAgent(
  call: Call,
  tool: PlatformTool,
  { settings, ...rest }: AgentToolCall,
): Promise<ExecuteAnswer> {
  const { principal, database } = call;
  const { userId: user, roleId: role } = principal;
  await countEvent(database, {
    ...{ name: tool.id, label: tool.name, type: "tool_call", trigger: rest.agent },
    ...{ user, role },
  });
  return callTool(tool, {
    ...rest,
    config: () => resolveToolConfig(call, tool, settings),
    user,
    services: call.servicesOf(principal),
  });
}

/** What a tool that reports in steps has come to. */
export async function wholeOutput(answer: ExecuteAnswer): Promise<ToolOutput> {
  if (!(Symbol.asyncIterator in answer)) return answer;
  let whole: ToolOutput = {};
  for await (const output of answer) whole = { ...whole, ...output };
  return whole;
}
