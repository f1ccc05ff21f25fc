import { variableValue } from "../../agents/tool-config.ts";
import type { EvalTestCase } from "../../definitions/eval.ts";
import { parseEvalConfig } from "../../definitions/eval-config.ts";
import type { Json } from "../../definitions/json.ts";
import { caseMessages } from "../../evals/case-messages.ts";
import { type ChosenEval, type ScoredAnswer, scoreAnswer } from "../../evals/score-answer.ts";
import { BadInputError, RecordNotFoundError } from "../../foundation/errors.ts";
import type { ClaimedCase } from "../../storage/evals/eval-cases.ts";
import { askAgent } from "../agents/ask-agent.ts";
import { coreResource } from "../agents/core-resource.ts";
import { findRunnableAgent } from "../agents/find-agent.ts";
import { noBackground } from "../agents/project-background.ts";
import type { Call } from "../call.ts";
import { findItem } from "../items/find-item.ts";
import { askJudge } from "./ask-judge.ts";
import { type CollectedAnswer, collectAnswer } from "./collect-answer.ts";
import type { EvalFunctionEntry, EvalSettings } from "./eval-settings.ts";
import { starterOf } from "./starter.ts";
import { temporarily } from "./temporarily.ts";

export interface EvaluatedCase extends CollectedAnswer, ScoredAnswer {
  /** How long the agent took. */
  readonly seconds: number;
}

interface CaseOptions {
  readonly testCase: string;
  readonly starter: ClaimedCase;
  readonly settings: EvalSettings;
  /** Takes up what must not be told: the names of variables by their values. */
  readonly secrets: Map<string, string>;
  readonly signal: AbortSignal;
}

/** Asks the agent what a test case asks, as whoever started the run, and lets the evaluations score the answer. */
export async function evaluateCase(program: Call, options: CaseOptions): Promise<EvaluatedCase> {
  const { settings, signal } = options;
  const principal = await starterOf(program, options.starter);
  if (!principal)
    throw new BadInputError("Whoever started the run, or the API key it was started with, may no longer come in.");
  const call: Call = { ...program, principal };
  const testCase = await readTestCase(call, options.testCase);
  const agent = await needed(findRunnableAgent(call, settings.agent_id), "agent");
  const asked = caseMessages(testCase.inputs);
  const chosen: ChosenEval[] = [];
  for (const entry of settings.eval_functions) chosen.push(await chosenEval(call, entry, options.secrets));

  const started = performance.now();
  const collected = await temporarily(async () =>
    collectAnswer(
      await askAgent(call, agent, {
        messages: asked.map(({ role, content: text }) => ({ role, text })),
        ...{ background: noBackground, path: [], signal },
      }),
    ),
  );
  const seconds = (performance.now() - started) / 1000;
  signal.throwIfAborted();
  const scored = await scoreAnswer(
    {
      ...call.servicesOf(principal),
      ...collected,
      ...{ agent: { id: agent.id, name: agent.name }, testCase, seconds, signal },
      messages: [...asked, { role: "assistant", content: collected.answer }],
      ask: (question) => askJudge(call, question, signal),
    },
    chosen,
  );
  return { ...collected, ...scored, seconds };
}

const caseFields = [
  ...["id", "name", "description", "inputs", "expected_output"],
  ...["expected_tools", "expected_knowledge_sources", "expected_agent_tools"],
];

async function readTestCase(call: Call, id: string): Promise<EvalTestCase> {
  const row = await needed(findItem(call, coreResource(call, "test_cases"), id, caseFields), "test case");
  return {
    id: String(row.id),
    name: String(row.name),
    description: typeof row.description === "string" ? row.description : null,
    inputs: row.inputs as Json,
    expected_output: String(row.expected_output),
    expected_tools: (row.expected_tools ?? null) as Json,
    expected_knowledge_sources: (row.expected_knowledge_sources ?? null) as Json,
    expected_agent_tools: (row.expected_agent_tools ?? null) as Json,
  };
}

async function needed<Found>(looking: Promise<Found>, what: string): Promise<Found> {
  try {
    return await looking;
  } catch (error) {
    if (!(error instanceof RecordNotFoundError)) throw error;
    throw new BadInputError(`The ${what} does not exist any more, or whoever started the run may not use it.`);
  }
}

/** Variables are looked up here, for the evaluation alone. */
async function chosenEval(
  call: Call,
  { id, config }: EvalFunctionEntry,
  secrets: Map<string, string>,
): Promise<ChosenEval> {
  const definition = call.evals.find((each) => each.id === id);
  if (!definition) throw new BadInputError(`There is no evaluation "${id}" any more.`);
  const { values, faults } = parseEvalConfig(definition, config);
  if (faults.length > 0) throw new BadInputError(`${faults.join("; ")}.`);
  const resolved: Record<string, unknown> = { ...values };
  for (const { name, type } of definition.config) {
    if (type !== "variable" || values[name] === undefined) continue;
    const value = await variableValue(call, String(values[name]));
    if (value === undefined)
      throw new BadInputError(`"${name}" of ${id} names the variable "${values[name]}", which has no value.`);
    resolved[name] = value;
    secrets.set(value, String(values[name]));
  }
  return { definition, config: resolved };
}
