import { parsePage } from "../../query/parse-page.ts";
import { countCases, type EvalCaseRecord, type EvalCaseState, readCases } from "../../storage/evals/eval-cases.ts";
import { coreResource } from "../agents/core-resource.ts";
import type { Call } from "../call.ts";
import { findItem } from "../items/find-item.ts";
import { findItemsByIds } from "../items/find-items-by-ids.ts";

export interface EvalResultsInput {
  readonly run: string;
  readonly limit?: number | null | undefined;
  readonly page?: number | null | undefined;
  /** Only the cases in this state. */
  readonly only?: EvalCaseState | null | undefined;
}

export interface EvalResultsPage {
  readonly items: readonly (EvalCaseRecord & { readonly name: string | null })[];
  readonly count: number;
  readonly limit: number;
  readonly page: number;
}

/** The cases of a run that the caller may read, in the order in which they were asked for. */
export async function evalResults(call: Call, input: EvalResultsInput): Promise<EvalResultsPage> {
  const { limit, page } = parsePage(input.limit, input.page);
  const run = await findItem(call, coreResource(call, "eval_runs"), input.run, ["id"]);
  const only = input.only ?? null;
  const query = { run: String(run.id), state: only, limit, offset: (page - 1) * limit };
  const cases = await readCases(call.database, query);
  const counts = await countCases(call.database, query.run);
  const count = only ? counts[only] : Object.values(counts).reduce((sum, each) => sum + each, 0);
  const names = await testCaseNames(
    call,
    cases.map(({ testCase }) => testCase),
  );
  return { items: cases.map((each) => ({ ...each, name: names.get(each.testCase) ?? null })), count, limit, page };
}

/** With the caller's own rights: a run that was shared does not share its test cases. */
export async function testCaseNames(call: Call, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await findItemsByIds(call, coreResource(call, "test_cases"), ids, ["id", "name"]);
  return new Map(found.map(({ id, name }) => [String(id), String(name)]));
}
