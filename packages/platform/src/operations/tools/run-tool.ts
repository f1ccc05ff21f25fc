import type { Principal } from "../../access/principal.ts";
import { servicePrincipal } from "../../access/principal.ts";
import { userPrincipal } from "../../access/user-principal.ts";
import { callTool } from "../../agents/call-tool.ts";
import { resolveToolConfig } from "../../agents/tool-config.ts";
import type { ExecuteAnswer, ExecuteOptions, PlatformTool, ToolOutput } from "../../definitions/tool.ts";
import { BadInputError, RecordNotFoundError } from "../../foundation/errors.ts";
import { isId } from "../../foundation/ids.ts";
import type { Row } from "../../storage/database.ts";
import { findIdentityById } from "../../storage/identity/users.ts";
import { countEvent } from "../../storage/statistics/count-event.ts";
import type { Call } from "../call.ts";
import { findItem } from "../items/find-item.ts";

export interface RunToolInput {
  readonly agent: string;
  readonly tool: string;
  readonly inputs: unknown;
  readonly project?: string | null | undefined;
  readonly items?: readonly string[] | null | undefined;
}

/** Runs a tool that one of the caller's agents has, as that agent would, with the caller's rights. */
export async function runAgentTool(call: Call, input: RunToolInput): Promise<ToolOutput> {
  const agent = await findAgent(call, input.agent);
  const tool = call.tools.find((each) => each.id === input.tool);
  if (!tool || !toolSettings(agent, input.tool)) {
    throw new BadInputError(`The agent "${agent.name}" has no tool "${input.tool}".`);
  }
  const answer = await run(call, tool, { agent, inputs: input.inputs, project: input.project, items: input.items });
  return Symbol.asyncIterator in answer ? lastOf(answer) : answer;
}

/** Runs a tool for a program: with every right, or with those of the user that it names. */
export async function runToolDirectly(
  call: Call,
  tool: PlatformTool,
  options: Omit<ExecuteOptions, "config">,
): Promise<ExecuteAnswer> {
  const agent = await findAgent({ ...call, principal: servicePrincipal("program") }, options.agent);
  const principal = options.user === undefined ? call.principal : await principalOf(call, options.user);
  return run({ ...call, principal }, tool, { ...options, agent });
}

interface Run {
  readonly agent: Row;
  readonly inputs: unknown;
  readonly project?: string | null | undefined;
  readonly items?: readonly string[] | null | undefined;
}

async function run(call: Call, tool: PlatformTool, { agent, inputs, project, items }: Run): Promise<ExecuteAnswer> {
  const { principal } = call;
  const config = await resolveToolConfig(call, tool, toolSettings(agent, tool.id) ?? {});
  await countEvent(call.database, {
    name: tool.id,
    label: tool.name,
    type: "tool_call",
    trigger: String(agent.id),
    user: principal.userId,
    role: principal.roleId,
  });
  return callTool(tool, {
    inputs,
    config,
    agent: String(agent.id),
    user: principal.userId,
    project: project ?? null,
    itemIds: items ?? [],
    services: call.servicesOf(principal),
  });
}

function findAgent(call: Call, id: string): Promise<Row> {
  const agents = call.resources.find((resource) => resource.id === "agents");
  if (!agents) throw new RecordNotFoundError();
  return findItem(call, agents, id, ["id", "name", "tools"]);
}

/** What the agent has set for one of its tools; undefined when it does not have it. */
function toolSettings({ tools }: Row, id: string): Readonly<Record<string, unknown>> | undefined {
  const entry: unknown = Array.isArray(tools) ? tools.find((each) => each?.id === id) : undefined;
  if (typeof entry !== "object" || entry === null) return undefined;
  const config: unknown = "config" in entry ? entry.config : undefined;
  return typeof config === "object" && config !== null ? { ...config } : {};
}

async function principalOf({ database }: Call, user: string): Promise<Principal> {
  const identity = isId(user) ? await findIdentityById(database, user) : undefined;
  if (!identity?.isActive) throw new RecordNotFoundError();
  return userPrincipal(identity, { kind: "program" });
}

async function lastOf(outputs: AsyncGenerator<ToolOutput, void>): Promise<ToolOutput> {
  let last: ToolOutput = {};
  for await (const output of outputs) last = { ...last, ...output };
  return last;
}
