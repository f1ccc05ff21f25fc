import { runScore, runThreshold } from "../../evals/run-score.ts";
import type { EvalCaseCounts, FinishedCase } from "../../storage/evals/eval-cases.ts";
import type { EvalRunOutcome } from "../../storage/evals/eval-runs.ts";
import type { EvalSettings } from "./eval-settings.ts";

/** With more cases than this they are only in `evalResults`, which has pages. */
const mostCasesKept = 300;

/** How far a round is. */
export function runSummary(settings: EvalSettings, { open, passed, failed, error }: EvalCaseCounts) {
  const done = passed + failed + error;
  return { total: done + open, done, passed, failed, errors: error, settings };
}

/** What a round came to: an error counts 0, and a run with one does not pass. */
export function runOutcome(
  settings: EvalSettings,
  cases: readonly FinishedCase[],
  facts: Readonly<Record<string, unknown>>,
): EvalRunOutcome {
  const { scoring_method: method, pass_threshold } = settings;
  const counted = (state: FinishedCase["state"]) => cases.filter((each) => each.state === state).length;
  const counts = { open: 0, passed: counted("passed"), failed: counted("failed"), error: counted("error") };
  const score = runScore(
    cases.map((each) => each.score ?? 0),
    method,
  );
  const threshold = runThreshold(pass_threshold, method, cases.length);
  return {
    status: counts.error > 0 ? "failed" : "done",
    score,
    passed: counts.error === 0 && score >= threshold,
    results: {
      ...facts,
      ...runSummary(settings, counts),
      threshold,
      functions: settings.eval_functions.map(({ id }, index) => ({ id, ...averageOf(cases, index) })),
      ...(cases.length <= mostCasesKept && { cases: cases.map(shortCase) }),
      finishedAt: new Date().toISOString(),
    },
  };
}

/** What one evaluation gave on average to the cases that it had something to say about. */
function averageOf(
  cases: readonly FinishedCase[],
  index: number,
): { readonly average: number | null; readonly cases: number } {
  const scores = cases.flatMap(({ functions }) => functions?.[index]?.score ?? []);
  return { average: scores.length === 0 ? null : runScore(scores, "average"), cases: scores.length };
}

function shortCase({ testCase, state, score, functions }: FinishedCase) {
  return { test_case: testCase, state, score, scores: functions?.map((each) => each.score) ?? null };
}
