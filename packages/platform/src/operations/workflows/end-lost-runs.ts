import type { QueueJob } from "../../definitions/queue.ts";
import { endSilentRun, silentRuns, touchRuns } from "../../storage/workflows/runs.ts";
import type { Call } from "../call.ts";

/** Whoever works on a run with a caller that waits is heard of every 5 s. */
const silentInSeconds = 30;
const mostAtOnce = 100;

/** Ends runs that nobody is going to end: their process was killed, or their job has failed or was removed. */
export async function endLostRuns({ database, queues }: Pick<Call, "database" | "queues">): Promise<void> {
  const alive: string[] = [];
  for (const { id, queue, job } of await silentRuns(database, { seconds: silentInSeconds, limit: mostAtOnce })) {
    const found = queue && job ? await queues.queue(queue)?.queue.getJob(job) : undefined;
    const error = job === null ? "The process that ran it ended before the run did." : reasonOf(found);
    if (error === undefined) alive.push(id);
    else await endSilentRun(database, id, { seconds: silentInSeconds, error });
  }
  if (alive.length > 0) await touchRuns(database, alive);
}

/** Why a job is not going to end its run; undefined when it is. */
function reasonOf(job: QueueJob | undefined): string | undefined {
  if (!job) return "Its job was removed from the queue.";
  if (job.state === "failed") return job.failedReason ?? "Its job failed.";
  return job.state === "completed" ? "Its job has ended without it." : undefined;
}
