import type { EvalRun, EvalScore, PlatformEval } from "../definitions/eval.ts";
import { PlatformError } from "../foundation/errors.ts";
import { caseScore } from "./run-score.ts";
import { TemporaryFailure } from "./temporary-failure.ts";

/** An evaluation as a run has set it up. */
export interface ChosenEval {
  readonly definition: PlatformEval;
  readonly config: Readonly<Record<string, unknown>>;
}

/** What one evaluation gave to one answer. */
type EvalResult = {
  readonly id: string;
  /** Null when it had nothing to say about the case. */
  readonly score: number | null;
  readonly reason?: string;
};

export interface ScoredAnswer {
  readonly score: number;
  readonly functions: readonly EvalResult[];
}

/** Lets every evaluation score an answer, one after the other. Throws, saying which, when one fails. */
export async function scoreAnswer(
  run: Omit<EvalRun<never>, "config">,
  chosen: readonly ChosenEval[],
): Promise<ScoredAnswer> {
  const functions: EvalResult[] = [];
  for (const { definition, config } of chosen) {
    run.signal.throwIfAborted();
    functions.push({ id: definition.id, ...(await scoreBy(definition, { ...run, config })) });
  }
  const scores = functions.flatMap(({ score }) => (score === null ? [] : [score]));
  if (scores.length === 0) throw new Error("None of the evaluations has anything to say about this case.");
  return { score: caseScore(scores), functions };
}

async function scoreBy(
  { id, options }: PlatformEval,
  run: Omit<EvalRun<never>, "config"> & Pick<ChosenEval, "config">,
): Promise<Omit<EvalResult, "id">> {
  let given: EvalScore;
  try {
    given = await options.execute(run as EvalRun<never>);
  } catch (error) {
    const isOurs = error instanceof PlatformError && error.code === "INTERNAL";
    if (error instanceof TemporaryFailure || isOurs || run.signal.aborted) throw error;
    throw new Error(`${id} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (given === null) return { score: null };
  const { score, reason } = typeof given === "object" ? given : { score: given, reason: undefined };
  if (typeof score !== "number" || !(score >= 0 && score <= 100)) {
    throw new Error(`${id} gave ${String(score).slice(0, 50)}: a score is a number from 0 to 100.`);
  }
  return { score, ...(reason ? { reason: String(reason) } : {}) };
}
