import type { Json } from "../../definitions/json.ts";
import type { Database } from "../database.ts";
import { array, name, sql } from "../sql.ts";
import { rightsColumns } from "../tables/table-model.ts";

/** Heard by every process when the schedule of a workflow changes. */
export const schedulesChannel = "platform_workflow_schedules";

/** When a workflow runs by itself. */
export interface WorkflowSchedule {
  /** The workflow's. */
  readonly id: string;
  readonly pattern: string;
  /** Whose rights its runs have; null: a service's. */
  readonly userId: string | null;
  readonly nextAt: string;
}

/** What of a workflow its schedule hangs on. */
export interface ScheduledTemplate {
  readonly schedule: string | null;
  readonly agent: string;
  readonly steps: Json;
  /** The id of its owner. */
  readonly creator: string | null;
}

export async function findTemplate(database: Database, id: string): Promise<ScheduledTemplate | undefined> {
  const [template] = await database.query<ScheduledTemplate>(sql`
    select schedule, agent, steps_json as steps, ${name(rightsColumns.creator)} as creator from workflow_templates
    where id = ${id}::uuid`);
  return template;
}

/** One that did not change keeps its next time, so that a run that fell due while nothing was running still comes. */
export async function saveSchedule(database: Database, schedule: WorkflowSchedule): Promise<void> {
  const { id, pattern, userId, nextAt } = schedule;
  await database.query(sql`
    insert into platform_workflow_schedules as known (id, pattern, user_id, next_at)
    values (${id}::uuid, ${pattern}, ${userId}::uuid, ${nextAt}::timestamptz)
    on conflict (id) do update set pattern = excluded.pattern, user_id = excluded.user_id,
      next_at = case when known.pattern = excluded.pattern then known.next_at else excluded.next_at end`);
  await database.notify(schedulesChannel, id);
}

export async function deleteSchedule(database: Database, id: string): Promise<void> {
  await database.query(sql`delete from platform_workflow_schedules where id = ${id}::uuid`);
}

/** The schedules of workflows whose agents have one of these backends. */
export function schedulesOfBackends(
  database: Database,
  backends: readonly string[],
): Promise<readonly Omit<WorkflowSchedule, "userId">[]> {
  return database.query<Omit<WorkflowSchedule, "userId">>(sql`
    select schedule.id, schedule.pattern, schedule.next_at as "nextAt" from platform_workflow_schedules as schedule
    join workflow_templates as template on template.id = schedule.id
    join agents on agents.id::text = lower(template.agent) and agents.backend = any(${array(backends, "text")})
    order by schedule.id`);
}

/** When the next run falls due, in milliseconds from now; undefined when nothing is scheduled. */
export async function nextDue(database: Database): Promise<number | undefined> {
  const [row] = await database.query<{ milliseconds: number | null }>(sql`
    select (extract(epoch from min(next_at) - now()) * 1000)::float8 as milliseconds from platform_workflow_schedules`);
  return row?.milliseconds ?? undefined;
}

export async function dueSchedules(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    sql`select id from platform_workflow_schedules where next_at <= now() order by next_at limit 100`,
  );
  return rows.map(({ id }) => id);
}

/** A schedule that is due, locked against other processes until the transaction ends; undefined when it no longer is. */
export async function lockDueSchedule(database: Database, id: string): Promise<WorkflowSchedule | undefined> {
  // skip locked: whoever has it sees to it
  const [schedule] = await database.query<WorkflowSchedule>(sql`
    select id, pattern, user_id as "userId", next_at as "nextAt" from platform_workflow_schedules
    where id = ${id}::uuid and next_at <= now() for update skip locked`);
  return schedule;
}

export async function moveSchedule(database: Database, id: string, nextAt: string): Promise<void> {
  await database.query(
    sql`update platform_workflow_schedules set next_at = ${nextAt}::timestamptz where id = ${id}::uuid`,
  );
}
