import type { PlatformProvider } from "../../definitions/provider.ts";
import { BadInputError } from "../../foundation/errors.ts";
import type { Call } from "../call.ts";
import { findItem } from "../items/find-item.ts";
import { type AgentToolEntry, toolEntries } from "../tools/tool-entries.ts";
import { coreResource } from "./core-resource.ts";

/** An agent, as it is run. */
export interface AgentRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  readonly provider: PlatformProvider;
  readonly tools: readonly AgentToolEntry[];
  readonly maxSteps: number;
  /** Runs per minute; undefined: no limit of its own. */
  readonly rateLimit: number | undefined;
}

const defaultSteps = 10;
const mostSteps = 50;

/** An agent that the caller may read and that can be run. */
export async function findRunnableAgent(call: Call, id: string): Promise<AgentRecord> {
  const fields = ["id", "name", "description", "active", "backend", "instructions", "tools", "maxSteps", "rateLimit"];
  const agent = await findItem(call, coreResource(call, "agents"), id, fields);
  if (agent.active === false) throw new BadInputError(`The agent "${agent.name}" is not active.`);
  const provider = call.providers.find((each) => each.id === agent.backend);
  if (!provider) {
    const known = call.providers.map((each) => each.id).join(", ");
    throw new BadInputError(`The agent "${agent.name}" has no backend that is known here; there are: ${known}.`);
  }
  return {
    id: String(agent.id),
    name: String(agent.name),
    description: textOr(agent.description),
    instructions: textOr(agent.instructions),
    provider,
    tools: toolEntries(agent.tools),
    maxSteps: Math.min(typeof agent.maxSteps === "number" ? Math.max(1, agent.maxSteps) : defaultSteps, mostSteps),
    rateLimit: typeof agent.rateLimit === "number" ? agent.rateLimit : undefined,
  };
}

/** The tools of an agent that the caller may read. */
export async function findAgentTools(
  call: Call,
  id: string,
): Promise<Pick<AgentRecord, "id" | "name"> & { readonly tools: readonly AgentToolEntry[] }> {
  const agent = await findItem(call, coreResource(call, "agents"), id, ["id", "name", "tools"]);
  return { id: String(agent.id), name: String(agent.name), tools: toolEntries(agent.tools) };
}

function textOr(value: unknown): string {
  return typeof value === "string" ? value : "";
}
