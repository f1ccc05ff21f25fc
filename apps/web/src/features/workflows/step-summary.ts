import { type StepDraft, stepDraftsOf } from "./step-draft.ts";

export interface StepSummary {
  readonly title: string;
  /** What it does: `Calls find_ticket`, `Asks: Is this urgent?`. */
  readonly text: string;
}

/** What each step of a workflow does, in a line; nothing for steps that can't be read. */
export function stepSummaries(stored: unknown): readonly StepSummary[] {
  return (stepDraftsOf(stored) ?? []).map((step, index) => ({
    title: step.name || `Step ${index + 1}`,
    text: [actionOf(step), conditionOf(step)].filter(Boolean).join(" "),
  }));
}

function actionOf({ kind, tool, prompt }: StepDraft): string {
  return kind === "tool" ? `Calls ${tool}` : `Asks: ${prompt}`;
}

function conditionOf({ when }: StepDraft): string {
  return when === "" ? "" : `(only when ${when})`;
}
