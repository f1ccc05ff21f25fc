import type { Json } from "../definitions/json.ts";
import { placeholdersIn } from "./fill-placeholders.ts";
import type { WorkflowStep } from "./step.ts";

/** The placeholders that are no earlier step's name, in the order in which they are first used. */
export function neededVariables(steps: readonly WorkflowStep[]): readonly string[] {
  const needed = steps.flatMap((step, index) => {
    const earlier = steps.slice(0, index).map(({ name }) => name);
    return placeholdersOf(step).filter((name) => !earlier.includes(name));
  });
  return [...new Set(needed)];
}

/** The placeholders of what a step is asked or given. */
export function placeholdersOf({ prompt, tool, inputs }: WorkflowStep): readonly string[] {
  return [...new Set(tool === undefined ? placeholdersIn(prompt) : placeholdersIn(inputs))];
}

/** The variables that are needed and given, and the names of those that are needed and not given. */
export function takeVariables(
  steps: readonly WorkflowStep[],
  given: Readonly<Record<string, Json>>,
): { readonly values: Readonly<Record<string, Json>>; readonly missing: readonly string[] } {
  const needed = neededVariables(steps);
  const givenValue = (name: string) => (Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined);
  const values = needed.flatMap((name) => {
    const value = givenValue(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { values: Object.fromEntries(values), missing: needed.filter((name) => givenValue(name) === undefined) };
}
