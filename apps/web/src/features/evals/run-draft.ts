import { settingsProblem } from "../../shared/fields/json-problem.ts";
import type { EvalRun, EvalRunInput, ScoringMethod } from "./run-queries.ts";

/** An evaluation while it is edited: its settings are a text. The same one may be there twice, with other settings. */
export interface FunctionDraft {
  readonly key: number;
  readonly id: string;
  readonly config: string;
}

export interface RunDraft {
  readonly name: string;
  readonly description: string;
  readonly agent: string;
  readonly set: string;
  /** Empty: all cases of the set. */
  readonly cases: readonly string[];
  readonly functions: readonly FunctionDraft[];
  readonly method: ScoringMethod;
  readonly threshold: string;
  readonly timeout: string;
}

export function runDraftOf(
  run: EvalRun | undefined,
  first: { readonly agent: string; readonly set: string },
): RunDraft {
  return {
    name: run?.name ?? "",
    description: run?.description ?? "",
    agent: run?.agent_id ?? first.agent,
    set: run ? (run.eval_set_id ?? "") : first.set,
    cases: run?.test_case_ids ?? [],
    functions: (run?.eval_functions ?? []).map(({ id, config }) =>
      newFunction(id, config ? JSON.stringify(config, null, 2) : ""),
    ),
    method: run?.scoring_method ?? "AVERAGE",
    threshold: run?.pass_threshold?.toString() ?? "",
    timeout: run?.timeout_in_seconds?.toString() ?? "",
  };
}

let lastKey = 0;

export function newFunction(id: string, config = ""): FunctionDraft {
  lastKey += 1;
  return { key: lastKey, id, config };
}

export type RunProblems = Readonly<Partial<Record<"functions" | "threshold" | "timeout", string>>>;

/** What keeps a draft from being saved. */
export function runProblems({ functions, threshold, timeout }: RunDraft): RunProblems {
  const isFaulty = functions.some(({ config }) => settingsProblem(config) !== undefined);
  return {
    ...(functions.length === 0 && { functions: "Choose at least one: without any, no answer gets a score." }),
    ...(isFaulty && { functions: "The settings of an evaluation are no JSON object." }),
    ...(!isNumber(threshold, 0) && { threshold: "A number from 0." }),
    ...(!isNumber(timeout, 1) && { timeout: "A number of seconds, from 1." }),
  };
}

function isNumber(text: string, least: number): boolean {
  return text.trim() === "" || Number(text) >= least;
}

export function isRunComplete({ name, agent }: RunDraft): boolean {
  return name.trim() !== "" && agent !== "";
}

export function runInputOf(draft: RunDraft): EvalRunInput {
  return {
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    agent_id: draft.agent,
    eval_set_id: draft.set || null,
    test_case_ids: draft.cases.length > 0 ? draft.cases : null,
    eval_functions: draft.functions.map(({ id, config }) => ({
      id,
      ...(config.trim() !== "" && { config: JSON.parse(config) }),
    })),
    scoring_method: draft.method,
    pass_threshold: numberIn(draft.threshold),
    timeout_in_seconds: numberIn(draft.timeout),
  };
}

function numberIn(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}
