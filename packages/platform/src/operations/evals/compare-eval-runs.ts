import { compareScores, type ScoreComparison } from "../../evals/compare-scores.ts";
import { BadInputError, ConflictError } from "../../foundation/errors.ts";
import { parsePage } from "../../query/parse-page.ts";
import { countCases, pairScores } from "../../storage/evals/eval-cases.ts";
import { coreResource } from "../agents/core-resource.ts";
import type { Call } from "../call.ts";
import { findItem } from "../items/find-item.ts";
import { testCaseNames } from "./eval-results.ts";

export interface CompareInput {
  readonly a: string;
  readonly b: string;
  readonly limit?: number | null | undefined;
  readonly page?: number | null | undefined;
}

interface ComparedCase {
  readonly testCase: string;
  readonly name: string | null;
  readonly a: number;
  readonly b: number;
  readonly difference: number;
}

export interface EvalComparison extends ScoreComparison {
  /** How many cases both have. */
  readonly count: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  readonly items: readonly ComparedCase[];
  readonly limit: number;
  readonly page: number;
}

/** Compares two runs case by case, on the cases that both have; those that got worst come first. */
export async function compareEvalRuns(call: Call, input: CompareInput): Promise<EvalComparison> {
  const { limit, page } = parsePage(input.limit, input.page);
  const [a, b] = [await endedRun(call, input.a), await endedRun(call, input.b)];
  const pairs = await pairScores(call.database, { a: a.id, b: b.id });
  if (pairs.length === 0)
    throw new BadInputError("The two runs have no test case in common: there is nothing to compare.");
  const compared = pairs.map((pair) => ({ ...pair, difference: pair.b - pair.a }));
  const counted = (isMeant: (difference: number) => boolean) =>
    compared.filter(({ difference }) => isMeant(difference)).length;
  const shown = compared.slice((page - 1) * limit, page * limit);
  const names = await testCaseNames(
    call,
    shown.map(({ testCase }) => testCase),
  );
  return {
    ...compareScores(pairs, `${a.id} ${b.id}`),
    ...{ count: pairs.length, onlyA: a.cases - pairs.length, onlyB: b.cases - pairs.length },
    better: counted((difference) => difference > 0),
    worse: counted((difference) => difference < 0),
    same: counted((difference) => difference === 0),
    items: shown.map((each) => ({ ...each, name: names.get(each.testCase) ?? null })),
    ...{ limit, page },
  };
}

async function endedRun(call: Call, id: string): Promise<{ readonly id: string; readonly cases: number }> {
  const run = await findItem(call, coreResource(call, "eval_runs"), id, ["id", "name"]);
  const { open, passed, failed, error } = await countCases(call.database, String(run.id));
  if (open > 0) throw new ConflictError(`The run "${run.name}" is still going on: compare it when it has ended.`);
  const cases = passed + failed + error;
  if (cases === 0) throw new BadInputError(`The run "${run.name}" has no results yet.`);
  return { id: String(run.id), cases };
}
