import type { ItemEvent, ItemEventData } from "../../definitions/job.ts";
import type { Resource } from "../../definitions/resource.ts";
import { runningJob } from "../../queues/running-job.ts";
import type { Call } from "../call.ts";
import type { Effects, Write } from "./effects.ts";
import type { WriteAction } from "./write-options.ts";

const eventOf: Readonly<Record<WriteAction, ItemEvent>> = {
  create: "create",
  upsert: "create",
  copy: "create",
  update: "update",
  process: "update",
  remove: "remove",
};

/** Adds the jobs that a change of an item brings about; the one that it names is the first. */
export async function addItemJobs(call: Call, resource: Resource, { action, id }: Write): Promise<Effects> {
  const event = eventOf[action];
  const item = id.toLowerCase();
  const after = jobsBefore(item);
  let first: string | null = null;
  let isSearchableLater = false;
  for (const { job, queue, on, options, generatesEmbeddings } of resource.triggers) {
    // A job that changes the item it was added for would otherwise never end, nor would two that take turns.
    if (!on.includes(event) || after.includes(job)) continue;
    const data = { context: resource.id, item, event, ...(after.length > 0 && { after }) } satisfies ItemEventData;
    const added = await call.queues.queue(queue)?.queue.add(job, data, options);
    first ??= added?.id ?? null;
    if (added && generatesEmbeddings) isSearchableLater = true;
  }
  return { job: first, isSearchableLater };
}

/** The names of the jobs about this item that led to the change being made here and now. */
function jobsBefore(item: string): string[] {
  const running = runningJob();
  const data = running?.data;
  if (!running || typeof data !== "object" || data === null || !("item" in data) || data.item !== item) return [];
  const earlier = "after" in data && Array.isArray(data.after) ? data.after.map(String) : [];
  return [...earlier, running.name];
}
