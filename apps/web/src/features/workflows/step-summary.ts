import { conditionWords } from "./condition-words.ts";
import { type StepDraft, stepDraftsOf, stepOf } from "./step-draft.ts";

export interface StepSummary {
  /** From 1. */
  readonly place: number;
  /** Its name, or what it does. */
  readonly title: string;
  /** What it does, and when: `Calls find_ticket`, `Asks: Is this urgent?`. */
  readonly text: string;
}

/** What each step of a workflow does, in a line; nothing for steps that can't be read. */
export function stepSummaries(stored: unknown): readonly StepSummary[] {
  return (stepDraftsOf(stored) ?? []).map((step, index) => ({
    place: index + 1,
    title: step.name || actionOf(step),
    text: [step.name && actionOf(step), conditionOf(step)].filter(Boolean).join(" "),
  }));
}

function actionOf({ kind, tool, prompt }: StepDraft): string {
  return kind === "tool" ? `Calls ${tool}` : `Asks: ${prompt}`;
}

function conditionOf(step: StepDraft): string {
  const { when } = stepOf(step);
  return when === undefined ? "" : `(only when ${conditionWords(when)})`;
}
