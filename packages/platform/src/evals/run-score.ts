import { assertNever } from "../foundation/assert-never.ts";

export type ScoringMethod = "median" | "average" | "sum";

export const defaultMethod: ScoringMethod = "average";
/** Of 100, for one case. */
const defaultThreshold = 50;

/** The score of a run from the scores of its cases. There must be at least one. */
export function runScore(scores: readonly number[], method: ScoringMethod): number {
  if (scores.length === 0) throw new Error("A run without cases has no score.");
  switch (method) {
    case "median":
      return median(scores);
    case "average":
      return sum(scores) / scores.length;
    case "sum":
      return sum(scores);
    default:
      return assertNever(method);
  }
}

/** The least score with which a run of so many cases passes. */
export function runThreshold(given: number | null, method: ScoringMethod, cases: number): number {
  return given ?? (method === "sum" ? defaultThreshold * cases : defaultThreshold);
}

/** The least score with which one case of it passes: its share, where the threshold is one for the sum of all. */
export function caseThreshold(given: number | null, method: ScoringMethod, cases: number): number {
  const threshold = runThreshold(given, method, cases);
  return method === "sum" ? threshold / cases : threshold;
}

/** The score of a case: the average of what its evaluations gave. */
export function caseScore(scores: readonly number[]): number {
  return runScore(scores, "average");
}

function sum(scores: readonly number[]): number {
  return scores.reduce((total, score) => total + score, 0);
}

function median(scores: readonly number[]): number {
  const sorted = scores.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
