import type { EvalParameter, PlatformEval } from "./eval.ts";
import type { Json } from "./json.ts";
import { jsonProblem } from "./json-problem.ts";

/** Why a value is none of a parameter, or undefined when it is one. */
export function parameterTypeProblem({ type }: EvalParameter, value: unknown): string | undefined {
  if (type === "json") return jsonProblem(value);
  const expected = type === "variable" ? "string" : type;
  const isRight = typeof value === expected && (type !== "number" || Number.isFinite(value));
  return isRight ? undefined : `must be a ${type === "variable" ? "name of a variable" : expected}`;
}

/** What a run has set for an evaluation, with defaults filled in; variables are still names. Lists every fault. */
export function parseEvalConfig(
  { id, config }: PlatformEval,
  given: Readonly<Record<string, unknown>>,
): { readonly values: Readonly<Record<string, Json>>; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const values: Record<string, Json> = {};
  for (const parameter of config) {
    const value: unknown = given[parameter.name] ?? parameter.default;
    if (value === undefined || value === null) continue;
    const problem = parameterTypeProblem(parameter, value);
    if (problem) faults.push(`"${parameter.name}" of ${id} ${problem}`);
    else values[parameter.name] = value as Json;
  }
  const names = config.map(({ name }) => name);
  for (const name of Object.keys(given).filter((each) => !names.includes(each))) {
    const known = names.length > 0 ? `it has ${names.join(", ")}` : "it has none";
    faults.push(`${id} has no setting "${name}"; ${known}`);
  }
  return { values, faults };
}
