import type { Json } from "../../definitions/json.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** Where a run stands: all of its cases wait, some have begun, all were scored, or some of them could not be. */
type EvalRunStatus = "waiting" | "running" | "done" | "failed";

export interface EvalRunState {
  readonly status: EvalRunStatus | null;
  readonly results: Readonly<Record<string, Json>> | null;
}

/** Locks the run until the transaction ends: one round begins, one case is counted, one round ends at a time. */
export async function lockEvalRun(database: Database, id: string): Promise<EvalRunState | undefined> {
  const [row] = await database.query<EvalRunState>(
    sql`select status, results from eval_runs where id = ${id}::uuid for update`,
  );
  return row;
}

export async function readEvalRun(database: Database, id: string): Promise<EvalRunState | undefined> {
  const [row] = await database.query<EvalRunState>(sql`select status, results from eval_runs where id = ${id}::uuid`);
  return row;
}

export interface EvalRunOutcome {
  readonly status: EvalRunStatus;
  /** Null until the round has ended. */
  readonly score: number | null;
  readonly passed: boolean | null;
  readonly results: Readonly<Record<string, unknown>>;
}

export async function saveEvalRun(database: Database, id: string, outcome: EvalRunOutcome): Promise<void> {
  const { status, score, passed, results } = outcome;
  await database.query(sql`
    update eval_runs set status = ${status}, score = ${score}::double precision, passed = ${passed}::boolean,
      results = ${JSON.stringify(results)}::jsonb, "updatedAt" = now()
    where id = ${id}::uuid`);
}

/** The first of its cases has begun. */
export async function markRunning(database: Database, id: string): Promise<void> {
  await database.query(sql`update eval_runs set status = 'running' where id = ${id}::uuid and status = 'waiting'`);
}

/** The runs that have not ended. */
export async function listOpenRuns(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    sql`select id from eval_runs where status in ('waiting', 'running') order by id`,
  );
  return rows.map(({ id }) => id);
}
