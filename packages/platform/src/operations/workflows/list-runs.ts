import type { Principal } from "../../access/principal.ts";
import { requirePermission } from "../../access/resource-permissions.ts";
import type { Json } from "../../definitions/json.ts";
import { RecordNotFoundError } from "../../foundation/errors.ts";
import { isId } from "../../foundation/ids.ts";
import { parsePage } from "../../query/parse-page.ts";
import { countRuns, findRun, listRuns, type RunHead, type WorkflowRun } from "../../storage/workflows/runs.ts";
import { type RunStep, readSteps } from "../../storage/workflows/steps.ts";
import { stepInputs } from "../../workflows/step-inputs.ts";
import { coreResource } from "../agents/core-resource.ts";
import type { Call } from "../call.ts";
import { findWorkflow } from "./find-workflow.ts";

export interface RunsOptions {
  readonly workflow: string;
  readonly limit?: number | null | undefined;
  readonly page?: number | null | undefined;
  /** Whether its steps, or what it was given, are asked for as well. */
  readonly withSteps: boolean;
}

/** A run as the caller may see it. */
export interface ShownRun extends Omit<RunHead, "agent" | "actor" | "apiKeyId" | "queue" | "steps" | "variables"> {
  readonly durationMs: number | null;
  readonly variables: Readonly<Record<string, Json>> | null;
  /** As they were when it was asked for. */
  readonly steps_json: Json;
  readonly steps: readonly ShownStep[];
}

interface ShownStep extends Omit<RunStep, "run"> {
  readonly input: Json;
  readonly durationMs: number | null;
}

export interface RunsPage {
  readonly items: readonly ShownRun[];
  readonly count: number;
  readonly limit: number;
  readonly page: number;
}

/** The runs of a workflow that the caller may read, newest first. */
export async function listWorkflowRuns(call: Call, options: RunsOptions): Promise<RunsPage> {
  const { limit, page } = parsePage(options.limit, options.page);
  const { id } = await findWorkflow(call, options.workflow);
  const [runs, count] = await Promise.all([
    listRuns(call.database, id, { limit, offset: (page - 1) * limit, withSteps: options.withSteps }),
    countRuns(call.database, id),
  ]);
  return { items: await shown(call, runs, options), count, limit, page };
}

/** A run of a workflow that the caller may read, or that they started themselves. */
export async function findWorkflowRun(call: Call, id: string): Promise<ShownRun> {
  const [run] = await shown(call, [await findVisibleRun(call, id)], { withSteps: true });
  if (!run) throw new RecordNotFoundError();
  return run;
}

export async function findVisibleRun(call: Call, id: string): Promise<WorkflowRun> {
  requirePermission(call.principal, coreResource(call, "workflow_templates"), "read");
  const run = isId(id) ? await findRun(call.database, id) : undefined;
  if (!run) throw new RecordNotFoundError();
  // The workflow may be gone by now: what someone's own run gave stays theirs.
  if (!seesContent(call.principal, run)) await findWorkflow(call, run.workflow);
  return run;
}

/**
 * What a run gave was found with the rights of whoever started it. So it is for them, and for super admins: others who may
 * read the workflow see that it ran, and how it ended.
 */
export function seesContent(principal: Principal, run: Pick<WorkflowRun, "userId" | "apiKeyId">): boolean {
  if (principal.isSuperAdmin) return true;
  if (principal.userId === null || principal.userId !== run.userId) return false;
  return !principal.isNarrowed || principal.apiKeyId === run.apiKeyId;
}

async function shown(
  call: Call,
  runs: readonly RunHead[],
  { withSteps }: Pick<RunsOptions, "withSteps">,
): Promise<readonly ShownRun[]> {
  const ids = runs.map(({ id }) => id);
  const steps = Map.groupBy(withSteps ? await readSteps(call.database, ids) : [], ({ run }) => run);
  return runs.map((run) => {
    const isSeen = seesContent(call.principal, run);
    const begun = steps.get(run.id) ?? [];
    const inputs = isSeen ? stepInputs({ stored: run.steps, variables: run.variables ?? {}, begun }) : [];
    return {
      ...run,
      ...(!isSeen && { result: null, error: null }),
      variables: (isSeen && run.variables) || null,
      steps_json: (isSeen && run.steps) || null,
      durationMs: durationOf(run),
      steps: begun.map((step) => ({
        ...step,
        ...(!isSeen && { output: null, error: null }),
        input: inputs[step.index] ?? null,
        durationMs: durationOf(step),
      })),
    };
  });
}

function durationOf(timed: { readonly startedAt: string | null; readonly finishedAt: string | null }): number | null {
  const { startedAt, finishedAt } = timed;
  return startedAt === null || finishedAt === null ? null : Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt));
}
