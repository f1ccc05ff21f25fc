import type { Json } from "../../definitions/json.ts";
import type { Actor } from "../audit/audit-log.ts";
import type { Database } from "../database.ts";
import { array, literal, sql } from "../sql.ts";

type RunStatus = "waiting" | "running" | "done" | "failed";

/** A run of a workflow, and what it goes through. */
export interface WorkflowRun {
  readonly id: string;
  readonly workflow: string;
  /** The id of the workflow's agent. */
  readonly agent: string;
  readonly steps: Json;
  readonly variables: Readonly<Record<string, Json>>;
  readonly status: RunStatus;
  readonly result: Json;
  readonly error: string | null;
  readonly queue: string | null;
  readonly job: string | null;
  readonly isScheduled: boolean;
  readonly actor: string;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

export interface NewRun
  extends Pick<WorkflowRun, "id" | "workflow" | "agent" | "steps" | "variables" | "queue" | "job" | "isScheduled"> {
  /** Whose rights it has. */
  readonly actor: Actor;
}

/** What a list shows of a run; what it goes through only where that is asked for. */
export type RunHead = Omit<WorkflowRun, "steps" | "variables"> & Partial<Pick<WorkflowRun, "steps" | "variables">>;

const headColumns = literal(`id, workflow, agent, status, result, error, queue, job, is_scheduled as "isScheduled",
  actor, user_id as "userId", api_key_id as "apiKeyId", "createdAt", started_at as "startedAt",
  finished_at as "finishedAt"`);
const columns = sql`${headColumns}, steps, variables`;

const isOpen = literal("status in ('waiting', 'running')");

/** Keeps a run that has not begun. */
export async function insertRun(database: Database, run: NewRun): Promise<void> {
  await database.query(sql`
    insert into platform_workflow_runs
      (id, workflow, agent, steps, variables, status, queue, job, is_scheduled, actor, user_id, api_key_id, seen_at)
    values (${run.id}::uuid, ${run.workflow}::uuid, ${run.agent}, ${JSON.stringify(run.steps)}::jsonb,
      ${JSON.stringify(run.variables)}::jsonb, 'waiting', ${run.queue}, ${run.job}, ${run.isScheduled},
      ${run.actor.kind}, ${run.actor.userId}::uuid, ${run.actor.apiKeyId}::uuid, now())`);
}

/**
 * Takes a run over: whoever held it before can't write into it any more. Undefined when it is done, or gone. A run that
 * has failed is taken up again: its job was tried again.
 */
export async function claimRun(database: Database, id: string, holder: string): Promise<WorkflowRun | undefined> {
  const [run] = await database.query<WorkflowRun>(sql`
    update platform_workflow_runs
    set holder = ${holder}::uuid, status = 'running', error = null, finished_at = null, seen_at = now(),
      started_at = coalesce(started_at, now())
    where id = ${id}::uuid and status <> 'done' returning ${columns}`);
  return run;
}

export interface RunEnd {
  /** `waiting`: for its next attempt. */
  readonly status: "waiting" | "done" | "failed";
  readonly result?: Json;
  readonly error?: string;
}

/** Ends a run, and the steps that it was at. False, and nothing is written, when someone else has taken it over. */
export async function endRun(
  database: Database,
  { id, holder }: { readonly id: string; readonly holder: string },
  { status, result, error }: RunEnd,
): Promise<boolean> {
  const rows = await database.query(sql`
    with ended as (
      update platform_workflow_runs
      set status = ${status}, result = ${result === undefined ? null : JSON.stringify(result)}::jsonb,
        error = ${error ?? null}, seen_at = now(), finished_at = case when ${status} = 'waiting' then null else now() end
      where id = ${id}::uuid and holder = ${holder}::uuid returning id),
    cut as (
      update platform_workflow_steps as step set status = 'failed', error = ${error ?? null}, finished_at = now()
      from ended where step.run = ended.id and step.status = 'running')
    select id from ended`);
  return rows.length > 0;
}

/** Brings a run back that has failed, with the rights of whoever asks. False when it has not failed, or not any more. */
export async function reopenRun(
  database: Database,
  { id, actor, queue, job }: Pick<NewRun, "id" | "actor" | "queue" | "job">,
): Promise<boolean> {
  const rows = await database.query(sql`
    update platform_workflow_runs
    set status = 'waiting', error = null, finished_at = null, holder = null, seen_at = now(), queue = ${queue},
      job = ${job}, actor = ${actor.kind}, user_id = ${actor.userId}::uuid, api_key_id = ${actor.apiKeyId}::uuid
    where id = ${id}::uuid and status = 'failed' returning id`);
  return rows.length > 0;
}

/** Says that its process lives. */
export async function touchRun(database: Database, id: string, holder: string): Promise<void> {
  await database.query(sql`
    update platform_workflow_runs set seen_at = now() where id = ${id}::uuid and holder = ${holder}::uuid`);
}

export async function findRun(database: Database, id: string): Promise<WorkflowRun | undefined> {
  const [run] = await database.query<WorkflowRun>(
    sql`select ${columns} from platform_workflow_runs where id = ${id}::uuid`,
  );
  return run;
}

/** Newest first: ids are made from the time. */
export function listRuns(
  database: Database,
  workflow: string,
  { limit, offset, withSteps }: { readonly limit: number; readonly offset: number; readonly withSteps: boolean },
): Promise<readonly RunHead[]> {
  return database.query<RunHead>(sql`
    select ${withSteps ? columns : headColumns} from platform_workflow_runs where workflow = ${workflow}::uuid
    order by id desc limit ${limit} offset ${offset}`);
}

export async function countRuns(database: Database, workflow: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    sql`select count(*) from platform_workflow_runs where workflow = ${workflow}::uuid`,
  );
  return row?.count ?? 0;
}

/** Runs that have not ended and were not heard of for so long, the oldest first. */
export function silentRuns(
  database: Database,
  { seconds, limit }: { readonly seconds: number; readonly limit: number },
): Promise<readonly Pick<WorkflowRun, "id" | "queue" | "job">[]> {
  return database.query<Pick<WorkflowRun, "id" | "queue" | "job">>(sql`
    select id, queue, job from platform_workflow_runs
    where ${isOpen} and seen_at < now() - make_interval(secs => ${seconds}) order by id limit ${limit}`);
}

/** Says that these are still to come. */
export async function touchRuns(database: Database, ids: readonly string[]): Promise<void> {
  await database.query(sql`update platform_workflow_runs set seen_at = now() where id = any(${array(ids, "uuid")})`);
}

/** Ends a run that nobody works on any more, unless it was heard of again. */
export async function endSilentRun(
  database: Database,
  id: string,
  { seconds, error }: { readonly seconds: number; readonly error: string },
): Promise<void> {
  await database.query(sql`
    with ended as (
      update platform_workflow_runs set status = 'failed', error = ${error}, finished_at = now(), holder = null
      where id = ${id}::uuid and ${isOpen} and seen_at < now() - make_interval(secs => ${seconds}) returning id)
    update platform_workflow_steps as step set status = 'failed', error = ${error}, finished_at = now()
    from ended where step.run = ended.id and step.status = 'running'`);
}

/** Whether a workflow has a run that a schedule has brought and that has not begun. */
export async function isScheduledRunWaiting(database: Database, workflow: string): Promise<boolean> {
  const rows = await database.query(sql`
    select id from platform_workflow_runs
    where workflow = ${workflow}::uuid and status = 'waiting' and is_scheduled and started_at is null limit 1`);
  return rows.length > 0;
}

/** Small enough for every statement to end in time. */
const pruneBatch = 1000;

/** The oldest runs go, with their steps, as far as they have ended. */
export async function pruneRuns(database: Database, retentionInDays: number): Promise<void> {
  let removed: number;
  do {
    const rows = await database.query<{ id: string }>(sql`
      delete from platform_workflow_runs where id in (
        select id from platform_workflow_runs
        where not ${isOpen} and finished_at < now() - make_interval(days => ${retentionInDays}) limit ${pruneBatch})
      returning id`);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await database.query(sql`delete from platform_workflow_steps where run = any(${array(ids, "uuid")})`);
    removed = rows.length;
  } while (removed === pruneBatch);
}
