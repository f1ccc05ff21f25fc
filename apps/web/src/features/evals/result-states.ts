import type { BadgeTone } from "../../shared/ui/badge.tsx";

export type ResultState = "passed" | "failed" | "errors" | "open";

interface StateLook {
  readonly label: string;
  readonly tone: BadgeTone;
  /** What is said of a list without any. */
  readonly none: string;
}

export const resultStates: Readonly<Record<ResultState, StateLook>> = {
  passed: { label: "Passed", tone: "good", none: "No case has passed" },
  failed: { label: "Failed", tone: "danger", none: "No case has failed" },
  errors: { label: "Error", tone: "warn", none: "Every case could be scored" },
  open: { label: "Open", tone: "neutral", none: "No case is open" },
};

export const resultStateNames = Object.keys(resultStates) as readonly ResultState[];
