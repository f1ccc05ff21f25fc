import { jsonProblem } from "./json-problem.ts";
import type { SourceParameter } from "./source.ts";

/** Why a value can't be that of a parameter, or undefined when it can. */
export function parameterProblem(type: SourceParameter["type"], value: unknown): string | undefined {
  return type === "json" || typeof value === type ? jsonProblem(value) : `must be a ${type}`;
}
