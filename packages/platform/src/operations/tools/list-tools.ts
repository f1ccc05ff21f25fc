import { holds } from "../../access/permissions.ts";
import { modelToolName } from "../../agents/tool-name.ts";
import type { ConfigParameter, PlatformTool } from "../../definitions/tool.ts";
import { AccessControlError } from "../../foundation/errors.ts";
import { jsonSchemaOf } from "../../models/input-schema.ts";
import type { Call } from "../call.ts";

export interface ToolDescription {
  readonly id: string;
  readonly name: string;
  /** What models call it by. */
  readonly modelName: string;
  readonly description: string;
  readonly category: string;
  readonly type: string;
  /** As JSON Schema. */
  readonly inputSchema: object;
  readonly config: readonly ConfigParameter[];
}

/** The deployment's tools, for whoever may use agents. */
export function listTools(call: Call): Promise<readonly ToolDescription[]> {
  return Promise.all(visibleTools(call).map(describeTool));
}

export function listToolCategories(call: Call): readonly string[] {
  return [...new Set(visibleTools(call).map((tool) => tool.category))].toSorted();
}

function visibleTools({ principal, tools }: Call): readonly PlatformTool[] {
  if (!holds(principal.permissions, "agents", "read")) throw new AccessControlError();
  return tools;
}

async function describeTool(tool: PlatformTool): Promise<ToolDescription> {
  const { id, name, description, category, type, config, inputSchema } = tool;
  return {
    ...{ id, name, description, category, type, config },
    modelName: modelToolName(name),
    inputSchema: await jsonSchemaOf(inputSchema),
  };
}
