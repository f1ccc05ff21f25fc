import type { Json } from "../definitions/json.ts";
import { assertNever } from "../foundation/assert-never.ts";
import { asText } from "./fill-placeholders.ts";
import type { StepValues } from "./step.ts";

/** When a step runs: a condition on what earlier steps gave. */
export type StepCondition =
  | { readonly kind: "exists"; readonly step: string; readonly isWanted: boolean }
  | { readonly kind: "equals"; readonly step: string; readonly values: readonly string[] }
  | { readonly kind: "contains"; readonly step: string; readonly text: string }
  | { readonly kind: "not"; readonly condition: StepCondition }
  | { readonly kind: "all" | "any"; readonly conditions: readonly StepCondition[] };

/** Whether it holds, given what the steps that were not skipped gave. */
export function conditionHolds(condition: StepCondition, results: StepValues): boolean {
  switch (condition.kind) {
    case "exists":
      return results.has(condition.step) === condition.isWanted;
    case "equals":
      return condition.values.some((value) => plain(results.get(condition.step)) === plain(value));
    case "contains":
      return plain(results.get(condition.step)).includes(plain(condition.text));
    case "not":
      return !conditionHolds(condition.condition, results);
    case "all":
      return condition.conditions.every((each) => conditionHolds(each, results));
    case "any":
      return condition.conditions.some((each) => conditionHolds(each, results));
    default:
      return assertNever(condition);
  }
}

/** The names of the steps that a condition looks at. */
export function stepsIn(condition: StepCondition): readonly string[] {
  switch (condition.kind) {
    case "not":
      return stepsIn(condition.condition);
    case "all":
    case "any":
      return condition.conditions.flatMap(stepsIn);
    default:
      return [condition.step];
  }
}

/** Models put capitals and line ends where they like. */
function plain(value: Json | undefined): string {
  return value === undefined ? "" : asText(value).trim().toLowerCase();
}
