import { nextTime } from "../../definitions/next-time.ts";
import { scheduleProblem } from "../../definitions/schedule-problem.ts";
import { BadInputError, InsufficientPermissionsError, PlatformError } from "../../foundation/errors.ts";
import type { SqlValue } from "../../storage/sql.ts";
import { deleteSchedule, findTemplate, saveSchedule } from "../../storage/workflows/schedules.ts";
import { neededVariables } from "../../workflows/needed-variables.ts";
import { parseSteps } from "../../workflows/parse-steps.ts";
import { findRunnableAgent } from "../agents/find-agent.ts";
import type { Call } from "../call.ts";
import { findWorkflowAgent, workflowQueue } from "./check-agents.ts";

/** Steps that are written must be sound; the variables follow from them. */
export function checkTemplate(values: Map<string, SqlValue>): void {
  const stored = values.get("steps_json");
  if (stored === undefined) return;
  const { steps, faults } = parseSteps(typeof stored === "string" ? JSON.parse(stored) : null);
  if (faults.length > 0) throw new BadInputError(`"steps_json" can't be used: ${faults.join("; ")}.`);
  values.set("variables", JSON.stringify(neededVariables(steps)));
}

/** What a schedule hangs on. */
const scheduledFields = ["schedule", "agent", "steps_json"];

/** Keeps the schedule of a workflow in step with it, in the transaction of the write. */
export async function keepSchedule(
  call: Call,
  { action, id, changed }: { readonly action: string; readonly id: string; readonly changed: readonly string[] },
): Promise<void> {
  const { database, principal } = call;
  if (action === "remove") return deleteSchedule(database, id);
  if (action === "update" && !scheduledFields.some((field) => changed.includes(field))) return;
  const template = await findTemplate(database, id);
  if (!template?.schedule) return deleteSchedule(database, id);
  // Its runs have all the rights of its owner: nobody else may say what they do, nor a key that has fewer.
  const isOwner = template.creator === principal.userId && !principal.isNarrowed;
  if (!principal.isSuperAdmin && !isOwner) throw new InsufficientPermissionsError();
  await checkSchedule(call, { ...template, schedule: template.schedule });
  await saveSchedule(database, {
    id,
    pattern: template.schedule,
    userId: template.creator ?? principal.userId,
    nextAt: nextTime(template.schedule, Date.now()),
  });
}

async function checkSchedule(
  call: Call,
  { schedule, agent, steps }: { readonly schedule: string; readonly agent: string; readonly steps: unknown },
): Promise<void> {
  const needed = neededVariables(parseSteps(steps).steps).map((name) => `"${name}"`);
  const problems = [
    scheduleProblem({ pattern: schedule }),
    await agentProblem(call, agent),
    needed.length > 0
      ? `it needs values for the variables ${needed.join(", ")}, and a schedule gives none.`
      : undefined,
  ].filter((problem) => problem !== undefined);
  if (problems.length === 0) return;
  throw new BadInputError(`The workflow can't have the schedule: ${problems.join(" And: ")}`);
}

/** An agent that the caller can't run, for whatever reason, is told of by the run: hidden and missing ones look the same. */
async function agentProblem(call: Call, id: string): Promise<string | undefined> {
  const agent = await findRunnableAgent(call, id).catch((error: unknown) => {
    if (error instanceof PlatformError && error.code !== "INTERNAL") return undefined;
    throw error;
  });
  if (!agent) return undefined;
  try {
    await findWorkflowAgent(call, id);
  } catch (error) {
    if (error instanceof BadInputError) return error.message;
    throw error;
  }
  if (workflowQueue(call, agent)) return undefined;
  return `the workflows of its agent "${agent.name}" have no queue, and nobody waits for a run that a schedule brings.`;
}
