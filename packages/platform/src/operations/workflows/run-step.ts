import { bearable } from "../../agents/call-tool.ts";
import type { Json } from "../../definitions/json.ts";
import { jsonProblem } from "../../definitions/json-problem.ts";
import type { ToolOutput } from "../../definitions/tool.ts";
import { BadInputError } from "../../foundation/errors.ts";
import { keptText } from "../../queues/kept-text.ts";
import { fillInputs, fillText } from "../../workflows/fill-placeholders.ts";
import type { StepValues, WorkflowStep } from "../../workflows/step.ts";
import { agentTools } from "../agents/agent-tools.ts";
import { askAgent, wholeAnswer } from "../agents/ask-agent.ts";
import type { AgentRecord } from "../agents/find-agent.ts";
import { noBackground } from "../agents/project-background.ts";
import type { Call } from "../call.ts";
import { findWorkflowAgent } from "./check-agents.ts";

export interface StepOptions {
  /** The id of the workflow's agent. */
  readonly agent: string;
  readonly values: StepValues;
  readonly signal: AbortSignal;
}

/** Does what a step says, with the caller's rights: asks an agent, or calls one of its tools. */
export async function runStep(call: Call, step: WorkflowStep, options: StepOptions): Promise<Json> {
  const agent = await findWorkflowAgent(call, step.agent ?? options.agent);
  if (step.tool !== undefined) return callStepTool(call, agent, step.tool, { ...options, inputs: step.inputs });
  const text = fillText(step.prompt ?? "", options.values);
  const question = { role: "user" as const, text };
  const { signal } = options;
  const asked = await askAgent(call, agent, { messages: [question], background: noBackground, path: [], signal });
  return bearable(keptText((await wholeAnswer(asked)).content));
}

async function callStepTool(
  call: Call,
  agent: AgentRecord,
  id: string,
  { inputs, values, signal }: StepOptions & { readonly inputs: Json },
): Promise<Json> {
  const tools = await agentTools(call, { agent, background: noBackground, path: [], canAsk: false });
  const found = tools.find(({ tool }) => tool.id === id);
  if (!found) throw new BadInputError(`The agent "${agent.name}" has no tool "${id}" that a workflow can call.`);
  const output = outputOf(await found.call(fillInputs(inputs, values), signal));
  const failure = failureIn(output);
  if (failure !== undefined) throw new BadInputError(`The tool "${id}" failed: ${failure}`);
  return output;
}

/** What a tool gave: its result, as JSON where it is some. */
function outputOf({ result, ...rest }: ToolOutput): Json {
  if (result === undefined) return JSON.parse(JSON.stringify(rest));
  const parsed = /^\s*[[{]/.test(result) ? parsedOr(result) : undefined;
  return parsed !== undefined && jsonProblem(parsed) === undefined ? parsed : keptText(result);
}

function parsedOr(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tools tell of a failure in their result: as an error, with or without a code. */
function failureIn(output: Json): string | undefined {
  if (typeof output !== "object" || output === null || !("error" in output)) return undefined;
  const { error, code: _, ...rest } = output;
  return typeof error === "string" && Object.keys(rest).length === 0 ? error : undefined;
}
