import { contextJobName, indexJobId } from "../../definitions/job.ts";
import type { Resource } from "../../definitions/resource.ts";
import type { Call } from "../call.ts";
import type { Write } from "./effects.ts";
import { isMarked } from "./stale-mark.ts";

/** Adds the job that makes a changed item searchable, where that happens on a queue; gives back its id. */
export async function addIndexJob(call: Call, resource: Resource, { id, stale }: Write): Promise<string | null> {
  const queue = resource.search?.queue && call.queues.queue(resource.search.queue);
  if (!queue || !isMarked(stale, id)) return null;
  const data = { context: resource.id, item: id.toLowerCase() };
  const job = await queue.queue.add(contextJobName(resource.id, indexJobId), data);
  return job.id;
}
