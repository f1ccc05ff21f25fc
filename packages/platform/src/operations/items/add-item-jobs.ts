import type { ItemEvent, ItemEventData } from "../../definitions/job.ts";
import type { ItemTrigger, Resource } from "../../definitions/resource.ts";
import { runningJob } from "../../queues/running-job.ts";
import type { Call } from "../call.ts";
import type { Write } from "./effects.ts";
import type { WriteAction } from "./write-options.ts";

const eventOf: Readonly<Record<WriteAction, ItemEvent>> = {
  create: "create",
  upsert: "create",
  copy: "create",
  update: "update",
  remove: "remove",
};

/** Adds the jobs that a change of an item brings about; gives back the id of the first. */
export async function addItemJobs(call: Call, resource: Resource, { action, id }: Write): Promise<string | null> {
  const event = eventOf[action];
  let first: string | null = null;
  for (const trigger of resource.triggers) {
    if (!trigger.on.includes(event) || isItsOwnDoing(trigger, id)) continue;
    const data = { context: resource.id, item: id.toLowerCase(), event } satisfies ItemEventData;
    const job = await call.queues.queue(trigger.queue)?.queue.add(trigger.job, data, trigger.options);
    first ??= job?.id ?? null;
  }
  return first;
}

/** A job that changes the item it was added for would otherwise never end. */
function isItsOwnDoing({ job, queue }: ItemTrigger, item: string): boolean {
  const running = runningJob();
  if (running?.name !== job || running.queue !== queue) return false;
  const { data } = running;
  return typeof data === "object" && data !== null && "item" in data && data.item === item.toLowerCase();
}
