import { z } from "zod";
import type { EvalConfig } from "../../definitions/eval.ts";
import { parseEvalConfig } from "../../definitions/eval-config.ts";
import { defaultMethod, type ScoringMethod } from "../../evals/run-score.ts";
import type { Row } from "../../storage/database.ts";
import type { Call } from "../call.ts";

/** What a round is run with: taken from the run when the round begins, so that a change meanwhile can't mix two things. */
export type EvalSettings = {
  readonly agent_id: string;
  readonly eval_functions: readonly EvalFunctionEntry[];
  readonly scoring_method: ScoringMethod;
  readonly pass_threshold: number | null;
  readonly timeout_in_seconds: number;
};

export type EvalFunctionEntry = {
  readonly id: string;
  readonly config: Readonly<Record<string, unknown>>;
};

/** The fields of a run that are read for it. */
export const settingsFields = [
  ...["agent_id", "eval_functions", "scoring_method", "pass_threshold", "timeout_in_seconds"],
];

const entry = z.strictObject({ id: z.string(), config: z.record(z.string(), z.unknown()).nullish() });
const entryShape = `"eval_functions" must be a list of { "id": "…", "config": { … } }`;
const defaultTimeoutInSeconds = 180;
const mostFunctions = 20;

/** What a run says, or everything that is wrong with it. */
export function parseSettings(
  call: Call,
  run: Row,
): { readonly settings: EvalSettings; readonly faults: readonly string[] } {
  const { functions, faults } = parseFunctions(call, run.eval_functions);
  const timeout = run.timeout_in_seconds ?? defaultTimeoutInSeconds;
  if (!(Number(timeout) > 0)) faults.push(`"timeout_in_seconds" must be more than 0`);
  const settings: EvalSettings = {
    agent_id: String(run.agent_id).toLowerCase(),
    eval_functions: functions,
    scoring_method: (run.scoring_method ?? defaultMethod) as ScoringMethod,
    pass_threshold: typeof run.pass_threshold === "number" ? run.pass_threshold : null,
    timeout_in_seconds: Number(timeout),
  };
  return { settings, faults };
}

function parseFunctions(
  { evals }: Call,
  given: unknown,
): { readonly functions: readonly EvalFunctionEntry[]; readonly faults: string[] } {
  const known = evals.map(({ id }) => id).join(", ");
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  if (list.length === 0 || list.length > mostFunctions) {
    return { functions: [], faults: [`"eval_functions" must name 1 to ${mostFunctions} of: ${known}`] };
  }
  const faults: string[] = [];
  const functions = list.flatMap((each) => {
    const { data } = entry.safeParse(each);
    if (!data) {
      if (!faults.includes(entryShape)) faults.push(entryShape);
      return [];
    }
    const definition = evals.find(({ id }) => id === data.id);
    if (!definition) {
      faults.push(`"eval_functions" names "${data.id.slice(0, 80)}", which there is not; there are: ${known}`);
      return [];
    }
    const parsed = parseEvalConfig(definition, data.config ?? {});
    const problem = parsed.faults.length === 0 && definition.options.check?.(parsed.values as EvalConfig<never>);
    faults.push(...parsed.faults, ...(problem ? [`${data.id}: ${problem.replace(/\.$/, "")}`] : []));
    return [{ id: data.id, config: data.config ?? {} }];
  });
  return { functions, faults };
}
