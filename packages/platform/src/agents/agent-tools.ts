import { dynamicTool, jsonSchema, type ToolSet } from "ai";
import type { PlatformTool, ToolOutput } from "../definitions/tool.ts";
import { modelToolName } from "./tool-name.ts";

/** A tool as one agent has it, ready to be called for one caller. */
export interface AgentTool {
  readonly tool: PlatformTool;
  /** Whether a person must agree to every call. */
  readonly needsApproval: boolean;
  call(inputs: unknown, signal: AbortSignal | undefined): Promise<ToolOutput>;
}

const noInputs = { type: "object" as const, properties: {}, additionalProperties: false };

/** The tools as a model is told of them, under names that models take; two that would be alike are told apart. */
export function modelTools(tools: readonly AgentTool[]): ToolSet {
  const set: ToolSet = {};
  for (const agentTool of tools) {
    const { tool } = agentTool;
    const plain = modelToolName(tool.name);
    const name = plain in set ? modelToolName(tool.id) : plain;
    set[name] = dynamicTool({
      description: tool.description,
      inputSchema: tool.inputSchema ?? jsonSchema(noInputs),
      execute: (inputs, { abortSignal }) => agentTool.call(inputs, abortSignal),
      // The model reads the text; items and jobs are for whoever looks at the conversation.
      toModelOutput: ({ output }) => ({ type: "text", value: textOf(output) }),
    });
  }
  return set;
}

/** By the name that models call them by. */
export function approvals(tools: readonly AgentTool[], set: ToolSet): Record<string, "user-approval"> {
  const names = Object.keys(set);
  return Object.fromEntries(
    tools.flatMap(({ needsApproval }, index) => {
      const name = names[index];
      return needsApproval && name !== undefined ? [[name, "user-approval" as const]] : [];
    }),
  );
}

function textOf(output: unknown): string {
  if (typeof output === "object" && output !== null && "result" in output) return String(output.result);
  return JSON.stringify(output ?? {});
}
