import { contextJobName, rebuildJobId } from "../definitions/job.ts";
import type { Resource } from "../definitions/resource.ts";
import { buildVectors } from "../indexing/build-vectors.ts";
import type { JobHandler } from "../queues/job-handler.ts";
import type { QueueRegistry } from "../queues/queue-registry.ts";
import type { Database } from "../storage/database.ts";

/** One job makes vectors for this long and adds the next one: well below the time that a queue gives its jobs. */
const longestInMilliseconds = 30_000;

/** The name and the handler of the job that makes the vectors of another model. */
export function rebuildHandler(
  { database, queues }: { readonly database: Database; readonly queues: Pick<QueueRegistry, "queue"> },
  resource: Resource,
): [string, JobHandler] {
  const handler: JobHandler = {
    run: async ({ signal, progress }) => {
      const end = Date.now() + longestInMilliseconds;
      const outcome = await buildVectors({ database, signal }, resource, {
        progress: ({ made, total }) => progress(Math.floor((100 * made) / total)),
        isEnough: () => Date.now() > end,
      });
      if (outcome === "unfinished") await addRebuildJob(queues, resource);
      return { outcome };
    },
  };
  return [contextJobName(resource.id, rebuildJobId), handler];
}

/** The id of the job; undefined when the embedder has no queue. */
export async function addRebuildJob(
  queues: Pick<QueueRegistry, "queue">,
  { id, search }: Resource,
): Promise<string | undefined> {
  const queue = search?.queue && queues.queue(search.queue);
  if (!queue) return undefined;
  const job = await queue.queue.add(contextJobName(id, rebuildJobId), { context: id });
  return job.id;
}
