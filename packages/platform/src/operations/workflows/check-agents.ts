import { type QueueConfiguration, queueNameOf } from "../../definitions/queue.ts";
import { BadInputError } from "../../foundation/errors.ts";
import { placeOf } from "../../workflows/parse-steps.ts";
import type { WorkflowStep } from "../../workflows/step.ts";
import { agentIdOfTool } from "../agents/agent-as-tool.ts";
import { type AgentRecord, findRunnableAgent } from "../agents/find-agent.ts";
import type { Call } from "../call.ts";

/** Throws unless the caller can run every agent of the steps, and the agents have their tools. Gives the workflow's agent. */
export async function checkAgents(call: Call, agentId: string, steps: readonly WorkflowStep[]): Promise<AgentRecord> {
  const agents = new Map<string, AgentRecord>();
  for (const id of new Set([agentId, ...steps.flatMap(({ agent }) => agent ?? [])])) {
    agents.set(id, await findWorkflowAgent(call, id));
  }
  const faults = steps.flatMap((step, index) => {
    const agent = agents.get(step.agent ?? agentId);
    const problem = step.tool !== undefined && agent && toolProblem(call, agent, step.tool);
    return problem ? [`${placeOf(step, index)}: ${problem}`] : [];
  });
  if (faults.length > 0) throw new BadInputError(`The workflow can't be run: ${faults.join("; ")}.`);
  const agent = agents.get(agentId);
  if (!agent) throw new Error("The workflow's agent was looked for and not kept.");
  return agent;
}

/** An agent that the caller may run, and that runs workflows. */
export async function findWorkflowAgent(call: Call, id: string): Promise<AgentRecord> {
  const agent = await findRunnableAgent(call, id);
  if (agent.provider.options.workflows?.enabled) return agent;
  throw new BadInputError(
    `The agent "${agent.name}" runs no workflows: they are not enabled on its backend "${agent.provider.id}".`,
  );
}

/** Where the agent's workflows run in the background; undefined: they run while the caller waits. */
export function workflowQueue({ queues }: Call, { provider }: AgentRecord): QueueConfiguration | undefined {
  const reference = provider.options.workflows?.queue;
  return reference && queues.queue(queueNameOf(reference) ?? "");
}

function toolProblem({ tools }: Call, agent: AgentRecord, id: string): string | undefined {
  const entry = agent.tools.find((each) => each.id === id);
  const isKnown = agentIdOfTool(id) !== undefined || tools.some((tool) => tool.id === id);
  if (!entry || !isKnown) return `the agent "${agent.name}" has no tool "${id}"`;
  return entry.needsApproval ? `the tool "${id}" needs an approval, and nobody is asked in a workflow` : undefined;
}
