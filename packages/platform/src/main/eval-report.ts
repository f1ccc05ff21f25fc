import { coreResource } from "../operations/agents/core-resource.ts";
import type { Call } from "../operations/call.ts";
import { evalResults } from "../operations/evals/eval-results.ts";
import { findItem } from "../operations/items/find-item.ts";
import type { EvalCaseRecord } from "../storage/evals/eval-cases.ts";
import type { NamedRecord } from "./find-named.ts";
import { textTable } from "./text-table.ts";

export interface EvalReport {
  readonly run: NamedRecord;
  readonly status: string;
  readonly score: number;
  readonly passed: boolean;
  readonly threshold: number;
  readonly failUnder: number | null;
  /** What the exit code says: 0 when it is true. */
  readonly isGoodEnough: boolean;
  readonly counts: {
    readonly total: number;
    readonly passed: number;
    readonly failed: number;
    readonly errors: number;
  };
  readonly functions: readonly { readonly id: string; readonly average: number | null }[];
  /** The first ones. */
  readonly cases: readonly ReportedCase[];
}

type ReportedCase = Pick<EvalCaseRecord, "testCase" | "state" | "score" | "error"> & { readonly name: string | null };

const mostCases = 200;

/** What a run that has ended came to. */
export async function evalReport(call: Call, run: NamedRecord, failUnder: number | undefined): Promise<EvalReport> {
  const fields = ["status", "score", "passed", "results", "pass_threshold"];
  const row = await findItem(call, coreResource(call, "eval_runs"), run.id, fields);
  const results = row.results as unknown as EvalReport["counts"] & Pick<EvalReport, "threshold" | "functions">;
  const { total, passed, failed, errors, threshold, functions } = results;
  const { items } = await evalResults(call, { run: run.id, limit: mostCases });
  const score = Number(row.score);
  return {
    run,
    status: String(row.status),
    ...{ score, passed: row.passed === true, threshold, failUnder: failUnder ?? null },
    isGoodEnough: isGoodEnough({
      ...{ total, errors, score, failUnder },
      passed: row.passed === true,
      hasThreshold: row.pass_threshold !== null,
    }),
    counts: { total, passed, failed, errors },
    functions: functions.map(({ id, average }) => ({ id, average })),
    cases: items.map(({ testCase, name, state, score: points, error }) => ({
      testCase,
      name,
      state,
      score: points,
      error,
    })),
  };
}

/** Without a threshold of its own, a run is held to what was asked for here. */
export function isGoodEnough(run: {
  readonly total: number;
  readonly errors: number;
  readonly score: number;
  readonly passed: boolean;
  readonly hasThreshold: boolean;
  readonly failUnder: number | undefined;
}): boolean {
  if (run.total === 0 || run.errors > 0) return false;
  if (run.failUnder === undefined) return run.passed;
  return run.score >= run.failUnder && (run.passed || !run.hasThreshold);
}

export function describeReport({
  run,
  counts,
  score,
  threshold,
  failUnder,
  isGoodEnough,
  functions,
  cases,
}: EvalReport): string {
  const rows = cases.map(({ name, testCase, state, score: points, error }) => [
    ...[name ?? testCase, state, points === null ? "-" : rounded(points), error ?? ""],
  ]);
  const rest = counts.total > cases.length ? [`… and ${counts.total - cases.length} more`] : [];
  const averages = functions.map(({ id, average }) => `${id} ${average === null ? "-" : rounded(average)}`);
  const least = failUnder === null ? rounded(threshold) : `${rounded(threshold)}, --fail-under ${rounded(failUnder)}`;
  return [
    textTable(["CASE", "STATE", "SCORE", "ERROR"], rows),
    ...rest,
    "",
    `${run.name}: ${counts.passed} of ${counts.total} cases passed, ${counts.failed} failed, ${counts.errors} errors.`,
    `Score ${rounded(score)} (${averages.join(", ")}; least ${least}): ${isGoodEnough ? "passed" : "not passed"}.`,
  ].join("\n");
}

function rounded(number: number): string {
  return String(Math.round(number * 100) / 100);
}
