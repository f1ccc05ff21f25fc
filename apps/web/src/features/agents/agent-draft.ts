import { settingsProblem } from "../../shared/fields/json-problem.ts";
import type { Agent, AgentInput, AgentTool } from "./queries.ts";

/** A tool while it is edited: its settings are a text. */
export interface ToolDraft {
  readonly id: string;
  readonly config: string;
  readonly approval: boolean;
}

export interface AgentDraft {
  readonly name: string;
  readonly description: string;
  readonly backend: string;
  readonly instructions: string;
  readonly welcomeMessage: string;
  readonly tools: readonly ToolDraft[];
  readonly maxSteps: string;
  readonly rateLimit: string;
  readonly active: boolean;
}

export function draftOf(agent: Agent | undefined, firstBackend: string | undefined): AgentDraft {
  return {
    name: agent?.name ?? "",
    description: agent?.description ?? "",
    backend: agent?.backend ?? firstBackend ?? "",
    instructions: agent?.instructions ?? "",
    welcomeMessage: agent?.welcomeMessage ?? "",
    tools: (agent?.tools ?? []).filter(({ id }) => typeof id === "string").map(toolDraftOf),
    maxSteps: agent?.maxSteps?.toString() ?? "",
    rateLimit: agent?.rateLimit?.toString() ?? "",
    active: agent?.active ?? true,
  };
}

function toolDraftOf({ id, config, approval }: AgentTool): ToolDraft {
  return { id, config: config ? JSON.stringify(config, null, 2) : "", approval: approval === true };
}

export type DraftProblems = Readonly<Partial<Record<"maxSteps" | "rateLimit" | "tools", string>>>;

/** What keeps a draft from being saved. */
export function draftProblems({ maxSteps, rateLimit, tools }: AgentDraft): DraftProblems {
  const isFaulty = tools.some(({ config }) => settingsProblem(config) !== undefined);
  return {
    ...(!isCount(maxSteps, 50) && { maxSteps: "A whole number from 1 to 50." }),
    ...(!isCount(rateLimit, Number.MAX_SAFE_INTEGER) && { rateLimit: "A whole number from 1." }),
    ...(isFaulty && { tools: "The settings of a tool are no JSON object." }),
  };
}

function isCount(text: string, most: number): boolean {
  const value = Number(text);
  return text.trim() === "" || (Number.isInteger(value) && value >= 1 && value <= most);
}

export function inputOf(draft: AgentDraft): AgentInput {
  return {
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    backend: draft.backend || null,
    instructions: draft.instructions.trim() || null,
    welcomeMessage: draft.welcomeMessage.trim() || null,
    tools: draft.tools.map(({ id, config, approval }) => ({
      id,
      ...(config.trim() !== "" && { config: JSON.parse(config) }),
      ...(approval && { approval }),
    })),
    maxSteps: draft.maxSteps.trim() === "" ? null : Number(draft.maxSteps),
    rateLimit: draft.rateLimit.trim() === "" ? null : Number(draft.rateLimit),
    active: draft.active,
  };
}
