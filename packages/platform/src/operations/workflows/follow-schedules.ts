import { nextTime } from "../../definitions/next-time.ts";
import { PlatformError, RecordNotFoundError } from "../../foundation/errors.ts";
import { newId } from "../../foundation/ids.ts";
import { addWorkflowJob } from "../../jobs/workflow-job.ts";
import { claimRun, endRun, insertRun, isScheduledRunWaiting } from "../../storage/workflows/runs.ts";
import { dueSchedules, findTemplate, lockDueSchedule, moveSchedule } from "../../storage/workflows/schedules.ts";
import type { Call } from "../call.ts";
import { findWorkflowAgent, workflowQueue } from "./check-agents.ts";

/** Brings about the runs that are due. Of several processes that look at once, one does; its job commits with it. */
export async function followSchedules(call: Call): Promise<void> {
  for (const id of await dueSchedules(call.database)) {
    await call.database
      .transaction(() => follow(call, id))
      .catch((error: unknown) => call.report(error, `the schedule of the workflow ${id} could not be followed`));
  }
}

async function follow(call: Call, workflow: string): Promise<void> {
  const { database } = call;
  const schedule = await lockDueSchedule(database, workflow);
  if (!schedule) return;
  // Another clock may be ahead of this one: never the same time again.
  const after = Math.max(Date.now(), Date.parse(schedule.nextAt));
  await moveSchedule(database, workflow, nextTime(schedule.pattern, after));
  const template = await findTemplate(database, workflow);
  // A queue that stands still does not fill up with runs of the same workflow.
  if (!template || (await isScheduledRunWaiting(database, workflow))) return;
  const found = await findQueue(call, template.agent);
  const id = newId();
  const job = "queue" in found ? newId() : null;
  await insertRun(database, {
    ...{ id, workflow, agent: template.agent, steps: template.steps, variables: {}, job, isScheduled: true },
    queue: "queue" in found ? found.queue.queue.name : null,
    actor: { kind: "program", userId: schedule.userId, apiKeyId: null },
  });
  if ("queue" in found && job) return addWorkflowJob(found.queue, { run: id, workflow, job });
  const holder = newId();
  await claimRun(database, id, holder);
  await endRun(database, { id, holder }, { status: "failed", error: "problem" in found ? found.problem : "" });
}

/** Where the workflows of an agent run; whether the owner may run it is looked at by the run. */
async function findQueue(call: Call, agentId: string) {
  try {
    const agent = await findWorkflowAgent(call, agentId);
    const queue = workflowQueue(call, agent);
    return queue ? { queue } : { problem: `The workflows of the agent "${agent.name}" have no queue any more.` };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code === "INTERNAL") throw error;
    const isGone = error instanceof RecordNotFoundError;
    return { problem: isGone ? "The agent of the workflow does not exist." : error.message };
  }
}
