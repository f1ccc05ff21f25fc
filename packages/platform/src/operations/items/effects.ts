import type { Resource } from "../../definitions/resource.ts";
import type { StaleMark } from "../../storage/items/mark-stale.ts";
import type { Call } from "../call.ts";
import { addIndexJob } from "./add-index-job.ts";
import { addItemJobs } from "./add-item-jobs.ts";
import { applyCoreEffects, hasCoreEffects } from "./core-effects.ts";
import type { WriteAction } from "./write-options.ts";

export interface Write {
  readonly action: WriteAction;
  readonly id: string;
  readonly changed: readonly string[];
  /** Whether it leaves the item's chunks behind. */
  readonly stale?: StaleMark | undefined;
}

/** Whether writes of this resource bring about something else. They run in a transaction with their effects. */
export function hasEffects(resource: Resource): boolean {
  return hasCoreEffects(resource) || resource.triggers.length > 0 || resource.search?.queue !== undefined;
}

/** Does what else a write brings about, in the same transaction; gives back the id of the job that it added, if any. */
export async function applyEffects(call: Call, resource: Resource, write: Write): Promise<string | null> {
  if (hasCoreEffects(resource)) await applyCoreEffects(call, resource, write);
  const indexing = await addIndexJob(call, resource, write);
  const others = await addItemJobs(call, resource, write);
  return indexing ?? others;
}
