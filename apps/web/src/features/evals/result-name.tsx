import { shortId } from "../../shared/people/use-people.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import type { EvalResult } from "./result-queries.ts";
import { resultStates } from "./result-states.ts";

export function ResultBadge({ state }: Pick<EvalResult, "state">) {
  const { label, tone } = resultStates[state];
  return <Badge tone={tone}>{label}</Badge>;
}

/** A run can be shared without its cases. */
export function caseName({ name, testCase }: Pick<EvalResult, "name" | "testCase">): string {
  return name ?? `Case ${shortId(testCase)}`;
}
