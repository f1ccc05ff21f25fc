import { holds } from "../../access/permissions.ts";
import { RecordNotFoundError } from "../../foundation/errors.ts";
import type { Row } from "../../storage/database.ts";
import type { Call } from "../call.ts";
import { findItem } from "../items/find-item.ts";
import { type DescribedContext, listContexts } from "../list-contexts.ts";

/** The contexts, for callers who may read items at all. */
export function offeredContexts(call: Call): readonly DescribedContext[] {
  return holds(call.principal.permissions, "contexts", "read") ? listContexts(call) : [];
}

/** An item that the caller may read; undefined when there is none. */
export async function readContextItem(call: Call, context: string, id: string): Promise<Row | undefined> {
  const resource = call.resources.find((each) => each.kind === "context" && each.id === context);
  if (!resource) return undefined;
  try {
    return await findItem(call, resource, id, [...resource.readable.keys()]);
  } catch (error) {
    if (error instanceof RecordNotFoundError) return undefined;
    throw error;
  }
}
