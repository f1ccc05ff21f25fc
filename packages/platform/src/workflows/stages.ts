import type { WorkflowStep } from "./step.ts";

/** A step and its place among all. */
export interface PlacedStep {
  readonly step: WorkflowStep;
  /** From 0. */
  readonly index: number;
}

/** The steps in the order in which they run: those of a stage side by side. */
export function stagesOf(steps: readonly WorkflowStep[]): readonly (readonly PlacedStep[])[] {
  const stages: PlacedStep[][] = [];
  for (const [index, step] of steps.entries()) {
    const last = stages.at(-1);
    const isBeside = step.group !== undefined && last?.at(-1)?.step.group === step.group;
    if (isBeside) last?.push({ step, index });
    else stages.push([{ step, index }]);
  }
  return stages;
}
