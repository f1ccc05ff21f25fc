import type { Json } from "../../definitions/json.ts";
import { newId } from "../../foundation/ids.ts";
import type { Database } from "../database.ts";
import { array, type SqlFragment, sql } from "../sql.ts";

type StepStatus = "running" | "done" | "skipped" | "failed";

/** What has become of a step of a run. */
export interface RunStep {
  readonly run: string;
  /** Its place among all, from 0. */
  readonly index: number;
  readonly name: string | null;
  readonly status: StepStatus;
  readonly output: Json;
  readonly error: string | null;
  readonly attempts: number;
  readonly startedAt: string;
  readonly finishedAt: string | null;
}

/** A step of a run that someone holds. */
export interface HeldStep {
  readonly run: string;
  readonly holder: string;
  readonly index: number;
  readonly name: string | undefined;
}

/** Writes down that a step begins, once more or for the first time. False when the run was taken over, or the step ended. */
export async function beginStep(database: Database, step: HeldStep): Promise<boolean> {
  const rows = await database.query(sql`
    with held as (${heldRun(step)})
    insert into platform_workflow_steps as step (id, run, position, name, status, attempts, started_at)
    select ${newId()}::uuid, held.id, ${step.index}, ${step.name ?? null}, 'running', 1, now() from held
    on conflict (run, position) do update
    set status = 'running', attempts = step.attempts + 1, started_at = now(), finished_at = null, error = null
    where step.status in ('running', 'failed')
    returning id`);
  return rows.length > 0;
}

export interface StepEnd {
  readonly status: "done" | "skipped" | "failed";
  readonly output?: Json;
  readonly error?: string;
}

/** Writes down how a step has ended: once. False when the run was taken over, or the step ended before. */
export async function endStep(database: Database, step: HeldStep, end: StepEnd): Promise<boolean> {
  const output = end.output === undefined ? null : JSON.stringify(end.output);
  const rows = await database.query(sql`
    with held as (${heldRun(step)})
    insert into platform_workflow_steps as step
      (id, run, position, name, status, output, error, attempts, started_at, finished_at)
    select ${newId()}::uuid, held.id, ${step.index}, ${step.name ?? null}, ${end.status}, ${output}::jsonb,
      ${end.error ?? null}, ${end.status === "skipped" ? 0 : 1}, now(), now() from held
    on conflict (run, position) do update
    set status = excluded.status, output = excluded.output, error = excluded.error, finished_at = now()
    where step.status in ('running', 'failed')
    returning id`);
  return rows.length > 0;
}

/** Locked until the statement has committed: whoever takes the run over waits for it, or is waited for. */
function heldRun({ run, holder }: HeldStep): SqlFragment {
  return sql`select id from platform_workflow_runs where id = ${run}::uuid and holder = ${holder}::uuid for update`;
}

/** The steps of runs that have begun, in order. */
export function readSteps(database: Database, runs: readonly string[]): Promise<readonly RunStep[]> {
  return database.query<RunStep>(sql`
    select run, position as index, name, status, output, error, attempts, started_at as "startedAt",
      finished_at as "finishedAt"
    from platform_workflow_steps where run = any(${array(runs, "uuid")}) order by run, position`);
}
