import type { Json } from "../definitions/json.ts";
import { BadInputError } from "../foundation/errors.ts";
import { fillInputs, fillText } from "./fill-placeholders.ts";
import { parseSteps } from "./parse-steps.ts";
import type { StepValues, WorkflowStep } from "./step.ts";

interface BegunStep {
  /** From 0. */
  readonly index: number;
  readonly name: string | null;
  readonly status: string;
  readonly output: Json;
}

interface RunContent {
  /** The steps, as they are stored. */
  readonly stored: unknown;
  readonly variables: Readonly<Record<string, Json>>;
  /** In order. */
  readonly begun: readonly BegunStep[];
}

/**
 * What the steps of a run that have begun were asked or given, by their place: it follows from the variables and from what
 * earlier steps gave, so it is not stored a second time.
 */
export function stepInputs({ stored, variables, begun }: RunContent): readonly (Json | undefined)[] {
  const { steps } = parseSteps(stored);
  const values = new Map(Object.entries(variables));
  const inputs: (Json | undefined)[] = [];
  for (const { index, name, status, output } of begun) {
    const step = steps[index];
    if (step && status !== "skipped") inputs[index] = inputOf(step, values);
    if (name !== null && status === "done") values.set(name, output);
  }
  return inputs;
}

/** Undefined when it came to more than a step can be given: the step has failed, and says so. */
function inputOf({ tool, prompt, inputs }: WorkflowStep, values: StepValues): Json | undefined {
  try {
    return tool === undefined ? fillText(prompt ?? "", values) : fillInputs(inputs, values);
  } catch (error) {
    if (error instanceof BadInputError) return undefined;
    throw error;
  }
}
