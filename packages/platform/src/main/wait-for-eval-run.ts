import { setTimeout as wait } from "node:timers/promises";
import { evalRunsQueue } from "../definitions/queue-names.ts";
import { RecordNotFoundError } from "../foundation/errors.ts";
import type { Call } from "../operations/call.ts";
import { closeLostCases } from "../operations/evals/close-lost-cases.ts";
import { countCases } from "../storage/evals/eval-cases.ts";
import { readEvalRun } from "../storage/evals/eval-runs.ts";
import { keepIndexed } from "./keep-indexed.ts";
import type { Core } from "./open-core.ts";

const lookInMilliseconds = 200;
const searchLostInMilliseconds = 5000;

/** Whether no other process can have the database open. */
export function isAlone({ shared }: Core): boolean {
  return shared.database.kind === "embedded";
}

/**
 * Works on the queue of eval runs here, beside whoever else does. On the embedded database nobody does, and nobody else
 * makes its items searchable either: that is waited for first, or agents would find nothing in a new deployment.
 */
export async function withEvalWorkers<Result>(core: Core, work: () => Promise<Result>): Promise<Result> {
  const searchQueues = core.definitions.resources.flatMap(({ search }) => search?.queue ?? []);
  await core.queues.work(core.handlers, [...new Set([evalRunsQueue, ...(isAlone(core) ? searchQueues : [])])]);
  if (!isAlone(core)) return work();
  const indexed = await keepIndexed({ ...core.shared, listening: Promise.resolve() });
  try {
    await indexed.caughtUp;
    for (const queue of new Set(searchQueues)) await untilQuiet(core, queue);
    return await work();
  } finally {
    await indexed.close();
  }
}

async function untilQuiet({ queues }: Core, name: string): Promise<void> {
  for (;;) {
    const counts = await queues.registry.queue(name)?.queue.getJobCounts();
    if (!counts || counts.waiting + counts.active === 0) return;
    await wait(lookInMilliseconds);
  }
}

/** Returns when the run does not go on; says again and again how many cases are left. */
export async function waitForEvalRun(call: Call, run: string, left: (cases: number) => void): Promise<void> {
  let searched = Date.now();
  for (;;) {
    const state = await readEvalRun(call.database, run);
    if (!state) throw new RecordNotFoundError();
    const { open } = await countCases(call.database, run);
    left(open);
    if (state.status !== "waiting" && state.status !== "running") return;
    if (Date.now() - searched > searchLostInMilliseconds) {
      await closeLostCases(call, run);
      searched = Date.now();
    }
    await wait(lookInMilliseconds);
  }
}
