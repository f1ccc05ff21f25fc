import type { PlatformProvider } from "../../definitions/provider.ts";
import type { Resource } from "../../definitions/resource.ts";
import { BadInputError } from "../../foundation/errors.ts";
import type { Call } from "../call.ts";
import { findItem } from "../items/find-item.ts";

/** An agent, as it is run. */
export interface AgentRecord {
  readonly id: string;
  readonly name: string;
  readonly instructions: string;
  readonly provider: PlatformProvider;
  /** What it has set for its tools. */
  readonly tools: readonly AgentToolEntry[];
  readonly maxSteps: number;
  /** Runs per minute; undefined: no limit of its own. */
  readonly rateLimit: number | undefined;
}

export interface AgentToolEntry {
  readonly id: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly needsApproval: boolean;
}

const defaultSteps = 10;
const mostSteps = 50;

/** An agent that the caller may read and that can be run. */
export async function findRunnableAgent(call: Call, id: string): Promise<AgentRecord> {
  const fields = ["id", "name", "active", "backend", "instructions", "tools", "maxSteps", "rateLimit"];
  const agent = await findItem(call, coreResource(call, "agents"), id, fields);
  if (agent.active === false) throw new BadInputError(`The agent "${agent.name}" is not active.`);
  const provider = call.providers.find((each) => each.id === agent.backend);
  if (!provider) {
    const known = call.providers.map((each) => each.id).join(", ") || "none";
    throw new BadInputError(`The agent "${agent.name}" has no backend that is known here; there are: ${known}.`);
  }
  return {
    id: String(agent.id),
    name: String(agent.name),
    instructions: typeof agent.instructions === "string" ? agent.instructions : "",
    provider,
    tools: toolEntries(agent.tools),
    maxSteps: Math.min(typeof agent.maxSteps === "number" ? Math.max(1, agent.maxSteps) : defaultSteps, mostSteps),
    rateLimit: typeof agent.rateLimit === "number" ? agent.rateLimit : undefined,
  };
}

export function coreResource({ resources }: Call, id: string): Resource {
  const resource = resources.find((each) => each.kind === "core" && each.id === id);
  if (!resource) throw new Error(`There is no core type ${id}.`);
  return resource;
}

/** What is stored in an agent's `tools`; what has no id is no tool. */
export function toolEntries(tools: unknown): readonly AgentToolEntry[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null || !("id" in entry) || typeof entry.id !== "string") return [];
    const config: unknown = "config" in entry ? entry.config : undefined;
    return [
      {
        id: entry.id,
        config: typeof config === "object" && config !== null ? { ...config } : {},
        needsApproval: "approval" in entry && entry.approval === true,
      },
    ];
  });
}
