import { textProblem } from "./text-problem.ts";

const deepest = 100;

/** Why a value cannot be kept as JSON, or undefined when it can. */
export function jsonProblem(value: unknown, depth = 0): string | undefined {
  if (depth > deepest) return `must not be nested deeper than ${deepest} levels`;
  switch (typeof value) {
    case "string":
      return textProblem(value);
    case "number":
      return Number.isFinite(value) ? undefined : "must not hold NaN or Infinity";
    case "boolean":
      return undefined;
    case "object":
      return partsProblem(value, depth);
    default:
      return "must be JSON";
  }
}

function partsProblem(value: object | null, depth: number): string | undefined {
  if (value === null) return undefined;
  if (Array.isArray(value)) {
    for (const part of value) {
      const problem = jsonProblem(part, depth + 1);
      if (problem) return problem;
    }
    return undefined;
  }
  for (const [key, part] of Object.entries(value)) {
    const problem = textProblem(key) ?? (part === undefined ? undefined : jsonProblem(part, depth + 1));
    if (problem) return problem;
  }
  return undefined;
}
