import type { Resource } from "../../definitions/resource.ts";
import type { Row } from "../../storage/database.ts";
import type { Call } from "../call.ts";
import { addItemJobs } from "./add-item-jobs.ts";
import { applyCoreEffects, hasCoreEffects } from "./core-effects.ts";
import type { WriteAction } from "./write-options.ts";

/** What a write gives back: the item, and the job that it brought about, if any. */
export interface Written {
  readonly item: Row;
  readonly job: string | null;
}

export interface Write {
  readonly action: WriteAction;
  readonly id: string;
  readonly changed: readonly string[];
}

/** Whether writes of this resource bring about something else. They run in a transaction with their effects. */
export function hasEffects(resource: Resource): boolean {
  return hasCoreEffects(resource) || resource.triggers.length > 0;
}

/** Does what else a write brings about, in the same transaction; gives back the id of the job that it added, if any. */
export async function applyEffects(call: Call, resource: Resource, write: Write): Promise<string | null> {
  if (hasCoreEffects(resource)) await applyCoreEffects(call, resource, write);
  return addItemJobs(call, resource, write);
}
