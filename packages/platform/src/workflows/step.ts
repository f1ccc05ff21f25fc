import type { Json } from "../definitions/json.ts";
import type { StepCondition } from "./step-condition.ts";

/** One step of a workflow, checked. */
export interface WorkflowStep {
  /** Under it, later steps find what this one gave. */
  readonly name?: string | undefined;
  /** What the agent is asked. Of a step with a tool it is a note for people. */
  readonly prompt?: string | undefined;
  /** The id of the agent that answers, or has the tool. Default: the workflow's. */
  readonly agent?: string | undefined;
  /** The id of the tool that is called instead of a model. */
  readonly tool?: string | undefined;
  readonly inputs: Json;
  /** The step is skipped where this does not hold. */
  readonly when?: StepCondition | undefined;
  /** Steps next to each other with the same group run side by side. */
  readonly group?: string | undefined;
}

/** What named steps gave, and the variables: everything that a placeholder can stand for. */
export type StepValues = ReadonlyMap<string, Json>;

/** What names of steps and placeholders are made of. */
export const namePattern = /^[A-Za-z_][A-Za-z0-9_-]{0,59}$/;
