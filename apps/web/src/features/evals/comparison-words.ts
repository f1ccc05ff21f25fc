import type { Comparison } from "./result-queries.ts";
import { scoreText } from "./run-state.tsx";

export type Change = "better" | "worse" | "same";

export function changeOf(difference: number): Change {
  return difference === 0 ? "same" : difference > 0 ? "better" : "worse";
}

/** With its sign: `+3.5`, `−2`, `0`. */
export function differenceText(difference: number): string {
  const text = scoreText(Math.abs(difference));
  if (text === "0") return text;
  return difference > 0 ? `+${text}` : `−${text}`;
}

const fewestCases = 5;

/** What the numbers mean, in one sentence. */
export function verdictOf({ difference, isSignificant, count }: Comparison): string {
  if (isSignificant) return difference > 0 ? "The second run is better." : "The second run is worse.";
  if (count < fewestCases) return `With fewer than ${fewestCases} cases nothing can be said for certain.`;
  return "No difference can be told: it may be chance.";
}
