import { isDeepStrictEqual } from "node:util";
import { permittedItems } from "../../access/permitted-items.ts";
import { evalRunsQueue } from "../../definitions/queue-names.ts";
import type { Resource } from "../../definitions/resource.ts";
import { BadInputError, ConflictError, RecordNotFoundError } from "../../foundation/errors.ts";
import { newId } from "../../foundation/ids.ts";
import { evalJobData, evalJobName } from "../../jobs/eval-job.ts";
import { and } from "../../query/condition.ts";
import { writeAudit } from "../../storage/audit/audit-log.ts";
import type { Row } from "../../storage/database.ts";
import { countCases, listScores, reopenCases, replaceCases } from "../../storage/evals/eval-cases.ts";
import { type EvalRunState, lockEvalRun, saveEvalRun } from "../../storage/evals/eval-runs.ts";
import { readItem } from "../../storage/items/read-items.ts";
import { coreResource } from "../agents/core-resource.ts";
import { findRunnableAgent } from "../agents/find-agent.ts";
import { auditActor } from "../audit-actor.ts";
import type { Call } from "../call.ts";
import { idCondition } from "../items/find-item.ts";
import { refuse } from "../items/refuse.ts";
import { chooseCases } from "./choose-cases.ts";
import { closeLostCases } from "./close-lost-cases.ts";
import { type EvalSettings, parseSettings, settingsFields } from "./eval-settings.ts";
import { runSummary } from "./run-summary.ts";

export interface RunEvalInput {
  readonly id: string;
  readonly test_case_ids?: readonly string[] | null | undefined;
  /** Only the cases of the last round that did not pass; the others keep their results. */
  readonly onlyFailed?: boolean | null | undefined;
}

export interface RunEvalPayload {
  readonly jobs: readonly string[];
  readonly count: number;
}

/** Runs test cases in the background: one job for each. Everything that is wrong is told at once, and nothing begins then. */
export async function runEval(call: Call, input: RunEvalInput): Promise<RunEvalPayload> {
  const runs = coreResource(call, "eval_runs");
  const run = await writableRun(call, runs, input.id);
  const id = String(run.id);
  const { settings, faults } = parseSettings(call, run);
  const agentFault = await agentFaultOf(call, settings.agent_id);
  const asked = input.test_case_ids ?? null;
  const isPartial = input.onlyFailed === true;
  const chosen = isPartial && !asked ? { ids: [], faults: [] } : await chooseCases(call, run, asked);
  const all = [...(agentFault ? [agentFault] : []), ...faults, ...chosen.faults];
  if (all.length > 0) throw new BadInputError(`The run can't begin: ${all.join("; ")}.`);

  // A run whose jobs were taken from the queue would never end, and be in the way of every other.
  await closeLostCases(call, id);
  return call.database.transaction(async () => {
    const state = await lockEvalRun(call.database, id);
    if (!state) throw new RecordNotFoundError();
    if (state.status === "waiting" || state.status === "running") throw await stillRunning(call, id);
    const testCases = isPartial
      ? await failedCases(call, { id, state, settings, asked: asked && chosen.ids })
      : chosen.ids;
    return begin(call, { id, settings, testCases, isPartial });
  });
}

async function writableRun(call: Call, runs: Resource, id: string): Promise<Row> {
  const target = idCondition(id);
  const condition = and(target, permittedItems(call.principal, runs, "write"));
  const fields = ["id", "eval_set_id", "test_case_ids", ...settingsFields];
  const run = condition.kind === "nothing" ? undefined : await readItem(call.database, runs, condition, fields);
  return run ?? refuse(call, runs, target);
}

async function agentFaultOf(call: Call, agent: string): Promise<string | undefined> {
  try {
    await findRunnableAgent(call, agent);
    return undefined;
  } catch (error) {
    if (error instanceof RecordNotFoundError) return "its agent does not exist, or you may not use it";
    if (error instanceof BadInputError) return lowerFirst(error.message.replace(/\.$/, ""));
    throw error;
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

async function stillRunning(call: Call, id: string): Promise<ConflictError> {
  const { open, passed, failed, error } = await countCases(call.database, id);
  const done = passed + failed + error;
  return new ConflictError(`The run is still going on: ${done} of ${done + open} cases are done.`);
}

interface LastRound {
  readonly id: string;
  readonly state: EvalRunState;
  readonly settings: EvalSettings;
  /** Of these only. */
  readonly asked: readonly string[] | null;
}

/** The cases of the last round that did not pass. */
async function failedCases(call: Call, { id, state, settings, asked }: LastRound): Promise<readonly string[]> {
  if (!state.results) throw new BadInputError("The run has no results yet: run it without onlyFailed.");
  const last = state.results.settings;
  const part = ({ agent_id, eval_functions }: Partial<EvalSettings>) => ({ agent_id, eval_functions });
  if (!isDeepStrictEqual(part(last as Partial<EvalSettings>), part(JSON.parse(JSON.stringify(settings))))) {
    const message =
      "The agent or the eval_functions of the run have changed since its last results, which would be mixed";
    throw new BadInputError(`${message}: run it without onlyFailed.`);
  }
  const scores = await listScores(call.database, id);
  const failed = scores.filter((each) => each.state !== "passed").map(({ testCase }) => testCase);
  const wanted = asked ? failed.filter((testCase) => asked.includes(testCase)) : failed;
  if (wanted.length === 0)
    throw new BadInputError("No such case of the last round has failed: there is nothing to run again.");
  return wanted;
}

interface NewRound {
  readonly id: string;
  readonly settings: EvalSettings;
  readonly testCases: readonly string[];
  readonly isPartial: boolean;
}

async function begin(call: Call, { id, settings, testCases, isPartial }: NewRound): Promise<RunEvalPayload> {
  const { database, principal } = call;
  const queue = call.queues.queue(evalRunsQueue);
  if (!queue) throw new Error(`The queue ${evalRunsQueue} is not open.`);
  const round = newId();
  const cases = testCases.map((testCase) => ({ id: newId(), testCase, job: newId() }));
  const key = { run: id, round, userId: principal.userId, apiKeyId: principal.apiKeyId };
  await (isPartial ? reopenCases : replaceCases)(database, key, cases);
  const counts = await countCases(database, id);
  const results = { ...runSummary(settings, counts), round, startedAt: new Date().toISOString() };
  await saveEvalRun(database, id, { status: "waiting", score: null, passed: null, results });
  await writeAudit(database, { actor: auditActor(principal), action: "run", resource: "eval_runs", fields: [] }, id);
  const jobs = await queue.queue.addBulk(
    cases.map(({ testCase, job }) => ({
      name: evalJobName,
      data: evalJobData({ run: id, testCase, round }),
      options: { jobId: job },
    })),
  );
  return { jobs: jobs.map((job) => job.id), count: jobs.length };
}
