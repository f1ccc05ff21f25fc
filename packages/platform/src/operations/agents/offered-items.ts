import { holds } from "../../access/permissions.ts";
import { RecordNotFoundError } from "../../foundation/errors.ts";
import type { Row } from "../../storage/database.ts";
import type { Call } from "../call.ts";
import { findItem } from "../items/find-item.ts";

/** A context as it is offered to clients of other kinds. */
export interface ContextDescription {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly fields: readonly { readonly name: string; readonly type: string }[];
}

/** The contexts that the caller may read. */
export function describeContexts({ principal, resources }: Call): readonly ContextDescription[] {
  if (!holds(principal.permissions, "contexts", "read")) return [];
  return resources
    .filter(({ kind }) => kind === "context")
    .map(({ id, description, readable }) => ({
      ...{ id, name: id, description: description ?? "" },
      fields: [...readable.values()].map(({ name, type }) => ({ name, type })),
    }));
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
