import { type Principal, servicePrincipal } from "../../access/principal.ts";
import { userPrincipal } from "../../access/user-principal.ts";
import type { ExecuteAnswer, ExecuteOptions, PlatformTool, ToolOutput } from "../../definitions/tool.ts";
import { BadInputError, RecordNotFoundError } from "../../foundation/errors.ts";
import { isId } from "../../foundation/ids.ts";
import { findIdentityById } from "../../storage/identity/users.ts";
import { findAgentTools } from "../agents/find-agent.ts";
import type { Call } from "../call.ts";
import { callForAgent, wholeOutput } from "./call-for-agent.ts";

export interface RunToolInput {
  readonly agent: string;
  readonly tool: string;
  readonly inputs: unknown;
  readonly project?: string | null | undefined;
  readonly items?: readonly string[] | null | undefined;
}

/** Runs a tool that one of the caller's agents has, as that agent would, with the caller's rights. */
export async function runAgentTool(call: Call, input: RunToolInput): Promise<ToolOutput> {
  const agent = await findAgentTools(call, input.agent);
  const tool = call.tools.find((each) => each.id === input.tool);
  const entry = agent.tools.find((each) => each.id === input.tool);
  if (!tool || !entry) throw new BadInputError(`The agent "${agent.name}" has no tool "${input.tool}".`);
  const answer = await callForAgent(call, tool, {
    agent: agent.id,
    settings: entry.config,
    inputs: input.inputs,
    project: input.project ?? null,
    itemIds: input.items ?? [],
  });
  return wholeOutput(answer);
}

/** Runs a tool for a program: with every right, or with those of the user that it names. */
export async function runToolDirectly(
  call: Call,
  tool: PlatformTool,
  options: Omit<ExecuteOptions, "config">,
): Promise<ExecuteAnswer> {
  const agent = await findAgentTools({ ...call, principal: servicePrincipal("program") }, options.agent);
  const principal = options.user === undefined ? call.principal : await principalOf(call, options.user);
  return callForAgent({ ...call, principal }, tool, {
    agent: agent.id,
    settings: agent.tools.find((each) => each.id === tool.id)?.config ?? {},
    inputs: options.inputs,
    project: options.project ?? null,
    itemIds: options.items ?? [],
  });
}

async function principalOf({ database }: Call, user: string): Promise<Principal> {
  const identity = isId(user) ? await findIdentityById(database, user) : undefined;
  if (!identity?.isActive) throw new RecordNotFoundError();
  return userPrincipal(identity, { kind: "program" });
}
