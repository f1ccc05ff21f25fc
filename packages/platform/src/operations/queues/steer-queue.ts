import { isId } from "../../foundation/ids.ts";
import { removeJob, retryFailedJobs, retryJob } from "../../queues/change-job.ts";
import type { BullQueue } from "../../queues/queue-engine.ts";
import { writeAudit } from "../../storage/audit/audit-log.ts";
import type { Call } from "../call.ts";
import { steerableQueue } from "./queue-access.ts";

export function pauseQueue(call: Call, queue: string): Promise<void> {
  return steer(call, queue, { action: "pause", work: (bull) => bull.pause() });
}

export function resumeQueue(call: Call, queue: string): Promise<void> {
  return steer(call, queue, { action: "resume", work: (bull) => bull.resume() });
}

/** Removes all waiting jobs. */
export function drainQueue(call: Call, queue: string): Promise<void> {
  return steer(call, queue, { action: "drain", work: (bull) => bull.drain() });
}

export function deleteQueueJob(call: Call, queue: string, id: string): Promise<void> {
  return steer(call, queue, { action: "remove", record: id, work: (bull) => removeJob(bull, id) });
}

export function retryQueueJob(call: Call, queue: string, id: string): Promise<void> {
  return steer(call, queue, { action: "retry", record: id, work: (bull) => retryJob(bull, id) });
}

/** Brings all failed jobs back; says how many. */
export function retryFailed(call: Call, queue: string): Promise<number> {
  return steer(call, queue, { action: "retry", work: retryFailedJobs });
}

interface Steering<Result> {
  readonly action: string;
  readonly record?: string;
  work(queue: BullQueue): Promise<Result>;
}

/** Does it, and writes down who did. */
function steer<Result>(call: Call, name: string, { action, record, work }: Steering<Result>): Promise<Result> {
  const { bull } = steerableQueue(call, name);
  const { kind, userId, apiKeyId } = call.principal;
  const entry = { actor: { kind, userId, apiKeyId }, action, resource: `queues/${name}`, fields: [] };
  return call.database.transaction(async () => {
    await writeAudit(call.database, entry, record && isId(record) ? record : null);
    return work(bull);
  });
}
