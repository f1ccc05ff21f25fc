import type { Json } from "../../definitions/json.ts";
import { BadInputError } from "../../foundation/errors.ts";
import { parseSteps } from "../../workflows/parse-steps.ts";
import type { WorkflowStep } from "../../workflows/step.ts";
import { coreResource } from "../agents/core-resource.ts";
import type { Call } from "../call.ts";
import { findItem } from "../items/find-item.ts";

/** A workflow, as it is run. */
export interface Workflow {
  readonly id: string;
  readonly name: string;
  /** The id of its agent. */
  readonly agent: string;
  /** As they are stored. */
  readonly steps: Json;
}

/** A workflow that the caller may read. */
export async function findWorkflow(call: Call, id: string): Promise<Workflow> {
  const fields = ["id", "name", "agent", "steps_json"];
  const row = await findItem(call, coreResource(call, "workflow_templates"), id, fields);
  return {
    id: String(row.id),
    name: String(row.name),
    agent: String(row.agent),
    steps: (row.steps_json ?? null) as Json,
  };
}

/** The steps of a workflow; throws when there are none, or they can't be run. */
export function runnableSteps(stored: Json): readonly WorkflowStep[] {
  const { steps, faults } = parseSteps(stored);
  if (faults.length > 0) throw new BadInputError(`The steps of the workflow can't be run: ${faults.join("; ")}.`);
  if (steps.length === 0) throw new BadInputError('The workflow has no steps: write them into "steps_json".');
  return steps;
}
