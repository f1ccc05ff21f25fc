import { holds } from "../../access/permissions.ts";
import { modelToolName } from "../../agents/tool-name.ts";
import type { ToolOutput } from "../../definitions/tool.ts";
import { AccessControlError } from "../../foundation/errors.ts";
import { jsonSchemaOf } from "../../models/input-schema.ts";
import type { Call } from "../call.ts";
import { callForAgent, wholeOutput } from "../tools/call-for-agent.ts";
import { agentAsTool } from "./agent-as-tool.ts";
import { type ListedAgent, listRunnableAgents } from "./list-agents.ts";

/** A tool that a caller can use without a model of ours. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** As JSON Schema. */
  readonly inputSchema: object;
  call(inputs: unknown, signal: AbortSignal): Promise<ToolOutput>;
}

/**
 * What the caller can use: a search of each context, the tools of the agents that they may read, set up as those agents
 * have them, and the agents themselves. Tools that need a person's approval are left out: nobody could be asked.
 */
export async function offeredTools(call: Call): Promise<readonly OfferedTool[]> {
  const agents = await listRunnableAgents(call).catch((error: unknown) => {
    if (error instanceof AccessControlError) return [];
    throw error;
  });
  const offered = new Map<string, OfferedTool>();
  for (const tool of [...(await contextTools(call)), ...(await toolsOfAgents(call, agents))]) {
    if (!offered.has(tool.name)) offered.set(tool.name, tool);
  }
  for (const agent of agents) {
    const asked = await agentAsTool(call, agent.id, { path: [], needsApproval: false });
    const plain = modelToolName(`ask_${agent.name}`);
    const name = offered.has(plain) ? modelToolName(`ask_${agent.id}`) : plain;
    if (asked) offered.set(name, { ...(await described(asked.tool)), name, call: asked.call });
  }
  return [...offered.values()];
}

async function contextTools(call: Call): Promise<readonly OfferedTool[]> {
  if (!holds(call.principal.permissions, "contexts", "read")) return [];
  const searching = call.tools.filter((tool) => tool.type === "context" && tool.config.length === 0);
  return Promise.all(searching.map((tool) => offer(call, tool, { agent: "mcp", settings: {} })));
}

async function toolsOfAgents(call: Call, agents: readonly ListedAgent[]): Promise<readonly OfferedTool[]> {
  const entries = agents.flatMap((agent) => agent.tools.map((entry) => ({ agent: agent.id, entry })));
  const offers = entries.flatMap(({ agent, entry }) => {
    const tool = call.tools.find((each) => each.id === entry.id);
    return tool && !entry.needsApproval ? [offer(call, tool, { agent, settings: entry.config })] : [];
  });
  return Promise.all(offers);
}

type Tool = Call["tools"][number];

async function offer(
  call: Call,
  tool: Tool,
  as: { readonly agent: string; readonly settings: Readonly<Record<string, unknown>> },
): Promise<OfferedTool> {
  return {
    ...(await described(tool)),
    call: async (inputs, signal) =>
      wholeOutput(await callForAgent(call, tool, { ...as, inputs, project: null, itemIds: [], signal })),
  };
}

async function described({ name, description, inputSchema }: Tool) {
  return { name: modelToolName(name), description, inputSchema: await jsonSchemaOf(inputSchema) };
}
