import type { PlatformEval } from "../definitions/eval.ts";
import { knowledgeSources, latency, toolUse } from "./built-in/behaviour-evals.ts";
import { llmAsJudge } from "./built-in/judge.ts";
import { jsonSchema, regex } from "./built-in/shape-evals.ts";
import { contains, exactMatch } from "./built-in/text-evals.ts";

const builtIn: readonly PlatformEval[] = [
  ...[exactMatch, contains, regex, jsonSchema],
  ...[toolUse, knowledgeSources, latency, llmAsJudge],
];

/** The evaluations of a deployment: those that are built in, and the deployer's. */
export function deploymentEvals(own: readonly PlatformEval[]): readonly PlatformEval[] {
  return [...builtIn, ...own];
}

export function isBuiltIn(each: PlatformEval): boolean {
  return builtIn.includes(each);
}
