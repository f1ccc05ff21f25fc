import type { Json } from "../../definitions/json.ts";
import type { Database } from "../database.ts";
import { array, sql } from "../sql.ts";

/** Where a case stands: it waits or runs, its score reached the threshold or did not, or there is no score. */
export type EvalCaseState = "open" | "passed" | "failed" | "error";

export interface NewEvalCase {
  readonly id: string;
  readonly testCase: string;
  readonly job: string;
}

interface Round {
  readonly run: string;
  readonly round: string;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
}

/** Begins a round with these cases; what there is of earlier rounds goes. */
export async function replaceCases(database: Database, round: Round, cases: readonly NewEvalCase[]): Promise<void> {
  await database.query(sql`delete from platform_eval_cases where run = ${round.run}::uuid`);
  await database.query(sql`
    insert into platform_eval_cases (id, run, test_case, round, job, user_id, api_key_id, attempts, state)
    select given.id, ${round.run}::uuid, given.test_case, ${round.round}::uuid, given.job, ${round.userId}::uuid,
      ${round.apiKeyId}::uuid, 0, 'open'
    from ${unnested(cases)}`);
}

/** Begins a round with some of the cases that there are; the others keep their results. */
export async function reopenCases(database: Database, round: Round, cases: readonly NewEvalCase[]): Promise<void> {
  await database.query(sql`
    update platform_eval_cases as stored
    set round = ${round.round}::uuid, job = given.job, user_id = ${round.userId}::uuid,
      api_key_id = ${round.apiKeyId}::uuid, attempt = null, attempts = 0, state = 'open', score = null,
      functions = null, answer = null, tool_calls = null, found = null, error = null, seconds = null, finished_at = null
    from ${unnested(cases)}
    where stored.run = ${round.run}::uuid and stored.test_case = given.test_case`);
}

function unnested(cases: readonly NewEvalCase[]) {
  const ids = array(
    cases.map(({ id }) => id),
    "uuid",
  );
  const testCases = array(
    cases.map(({ testCase }) => testCase),
    "uuid",
  );
  const jobs = array(
    cases.map(({ job }) => job),
    "text",
  );
  return sql`unnest(${ids}, ${testCases}, ${jobs}) as given (id, test_case, job)`;
}

/** A case of one round. */
export interface EvalCaseKey {
  readonly run: string;
  readonly testCase: string;
  readonly round: string;
}

export interface ClaimedCase {
  readonly userId: string | null;
  readonly apiKeyId: string | null;
}

/** From now on only this attempt can write the result; undefined when there is one, or the case is gone. */
export async function claimCase(
  database: Database,
  { run, testCase, round }: EvalCaseKey,
  attempt: string,
): Promise<ClaimedCase | undefined> {
  const [row] = await database.query<{ userId: string | null; apiKeyId: string | null }>(sql`
    update platform_eval_cases set attempt = ${attempt}::uuid, attempts = attempts + 1
    where run = ${run}::uuid and test_case = ${testCase}::uuid and round = ${round}::uuid and state = 'open'
    returning user_id as "userId", api_key_id as "apiKeyId"`);
  return row;
}

export interface EvalCaseResult {
  readonly state: Exclude<EvalCaseState, "open">;
  /** Null when it is an error. */
  readonly score: number | null;
  readonly functions: unknown;
  readonly answer: string | null;
  readonly toolCalls: unknown;
  readonly found: unknown;
  readonly error: string | null;
  readonly seconds: number | null;
}

/** False, and nothing is written, when there is a result already, or another attempt has the case. */
export async function finishCase(
  database: Database,
  { run, testCase, round }: EvalCaseKey,
  { attempt, result }: { readonly attempt: string | null; readonly result: EvalCaseResult },
): Promise<boolean> {
  const rows = await database.query(sql`
    update platform_eval_cases set state = ${result.state}, score = ${result.score}::double precision,
      functions = ${jsonOrNull(result.functions)}::jsonb, answer = ${result.answer},
      tool_calls = ${jsonOrNull(result.toolCalls)}::jsonb, found = ${jsonOrNull(result.found)}::jsonb,
      error = ${result.error}, seconds = ${result.seconds}::double precision, finished_at = now()
    where run = ${run}::uuid and test_case = ${testCase}::uuid and round = ${round}::uuid and state = 'open'
      and (${attempt}::uuid is null or attempt = ${attempt}::uuid)
    returning id`);
  return rows.length > 0;
}

/** No value is SQL's null, and not JSON's. */
function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

export type EvalCaseCounts = Readonly<Record<EvalCaseState, number>>;

export async function countCases(database: Database, run: string): Promise<EvalCaseCounts> {
  const rows = await database.query<{ state: EvalCaseState; count: number }>(sql`
    select state, count(*)::int as count from platform_eval_cases where run = ${run}::uuid group by state`);
  const none = { open: 0, passed: 0, failed: 0, error: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
}

export interface OpenCase {
  readonly testCase: string;
  readonly round: string;
  readonly job: string;
}

/** The first cases that have no result yet. */
export function listOpenCases(database: Database, run: string, limit: number): Promise<readonly OpenCase[]> {
  return database.query<OpenCase>(sql`
    select test_case as "testCase", round, job from platform_eval_cases
    where run = ${run}::uuid and state = 'open' order by id limit ${limit}`);
}

export interface FinishedCase {
  readonly testCase: string;
  readonly state: EvalCaseState;
  readonly score: number | null;
  readonly functions: readonly { readonly id: string; readonly score: number | null }[] | null;
}

/** Every case of a run with what it came to, in order: without answers and reasons, which may be long. */
export function listScores(database: Database, run: string): Promise<readonly FinishedCase[]> {
  return database.query<FinishedCase>(sql`
    select test_case as "testCase", state, score, (
      select jsonb_agg(jsonb_build_object('id', each.value->'id', 'score', each.value->'score') order by each.ordinality)
      from jsonb_array_elements(functions) with ordinality as each
    ) as functions
    from platform_eval_cases where run = ${run}::uuid order by id`);
}

export interface EvalCaseRecord {
  readonly testCase: string;
  readonly state: EvalCaseState;
  readonly score: number | null;
  readonly functions: Json;
  readonly answer: string | null;
  readonly toolCalls: Json;
  readonly found: Json;
  readonly error: string | null;
  readonly seconds: number | null;
  readonly attempts: number;
  readonly finishedAt: string | null;
}

export interface CasesQuery {
  readonly run: string;
  /** Absent: whatever their state is. */
  readonly state: EvalCaseState | null;
  readonly limit: number;
  readonly offset: number;
}

export function readCases(database: Database, query: CasesQuery): Promise<readonly EvalCaseRecord[]> {
  return database.query<EvalCaseRecord>(sql`
    select test_case as "testCase", state, score, functions, answer, tool_calls as "toolCalls", found, error, seconds,
      attempts, finished_at as "finishedAt"
    from platform_eval_cases
    where run = ${query.run}::uuid and (${query.state}::text is null or state = ${query.state}::text)
    order by id limit ${query.limit} offset ${query.offset}`);
}

/** The scores of the cases that two runs have in common; an error counts 0. */
export function pairScores(
  database: Database,
  { a, b }: { readonly a: string; readonly b: string },
): Promise<readonly { readonly testCase: string; readonly a: number; readonly b: number }[]> {
  return database.query<{ testCase: string; a: number; b: number }>(sql`
    select one.test_case as "testCase", coalesce(one.score, 0) as a, coalesce(other.score, 0) as b
    from platform_eval_cases as one join platform_eval_cases as other on other.test_case = one.test_case
    where one.run = ${a}::uuid and other.run = ${b}::uuid
    order by coalesce(other.score, 0) - coalesce(one.score, 0), one.test_case`);
}
