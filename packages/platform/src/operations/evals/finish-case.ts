import {
  countCases,
  type EvalCaseKey,
  type EvalCaseResult,
  finishCase,
  listScores,
} from "../../storage/evals/eval-cases.ts";
import { lockEvalRun, saveEvalRun } from "../../storage/evals/eval-runs.ts";
import type { Call } from "../call.ts";
import type { EvalSettings } from "./eval-settings.ts";
import { runOutcome, runSummary } from "./run-summary.ts";

/**
 * Writes the result of a case and counts it, in one transaction and with the run locked: each case counts once, and the
 * last one ends the run. False when somebody else has written it.
 */
export function recordCase(
  { database }: Call,
  key: EvalCaseKey,
  written: { readonly attempt: string | null; readonly result: EvalCaseResult },
): Promise<boolean> {
  return database.transaction(async () => {
    const run = await lockEvalRun(database, key.run);
    if (!run?.results) return false;
    if (!(await finishCase(database, key, written))) return false;
    const settings = run.results.settings as unknown as EvalSettings;
    const counts = await countCases(database, key.run);
    if (counts.open > 0) {
      const results = { ...run.results, ...runSummary(settings, counts) };
      await saveEvalRun(database, key.run, { status: "running", score: null, passed: null, results });
    } else {
      const cases = await listScores(database, key.run);
      await saveEvalRun(database, key.run, runOutcome(settings, cases, run.results));
    }
    return true;
  });
}

/** A case that has no score, and why. */
export function errorResult(error: string, seconds: number | null = null): EvalCaseResult {
  return { state: "error", score: null, functions: null, answer: null, toolCalls: null, found: null, error, seconds };
}
