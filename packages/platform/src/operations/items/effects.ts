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

/** What a write has brought about. */
export interface Effects {
  /** The job that goes on with the item; null when there is none. */
  readonly job: string | null;
  /** Whether a job was added that makes the item searchable when it has done something else. */
  readonly isSearchableLater: boolean;
}

/** Does what else a write brings about, in the same transaction. */
export async function applyEffects(call: Call, resource: Resource, write: Write): Promise<Effects> {
  if (hasCoreEffects(resource)) await applyCoreEffects(call, resource, write);
  const { job, isSearchableLater } = await addItemJobs(call, resource, write);
  const indexing = isSearchableLater ? null : await addIndexJob(call, resource, write);
  return { job: indexing ?? job, isSearchableLater };
}
