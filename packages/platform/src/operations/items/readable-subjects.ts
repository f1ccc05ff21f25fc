import { permittedItems } from "../../access/permitted-items.ts";
import type { Resource } from "../../definitions/resource.ts";
import { AccessControlError } from "../../foundation/errors.ts";
import { isId } from "../../foundation/ids.ts";
import { and, type Condition, nothing, oneOf } from "../../query/condition.ts";
import { parseSort } from "../../query/parse-sort.ts";
import { readItems } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";

/** What something is about: an item, which may be gone. */
export interface Subject {
  readonly resource: Resource;
  readonly item: string;
}

/** Tells of subjects whether the caller may read them. One that is gone, only those may who may read everything. */
export async function readableSubjects(
  call: Call,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => boolean> {
  const readable = new Map<Resource, ReadonlySet<string> | "all">();
  for (const resource of new Set(subjects.map((subject) => subject.resource))) {
    const visible = visibleItems(call, resource);
    const ids = subjects.filter((each) => each.resource === resource && isId(each.item)).map((each) => each.item);
    readable.set(resource, visible.kind === "everything" ? "all" : await readableIds(call, resource, { visible, ids }));
  }
  return ({ resource, item }) => {
    const ids = readable.get(resource);
    return ids === "all" || (ids?.has(item) ?? false);
  };
}

/** Which items the caller may read; `nothing` where none at all. */
export function visibleItems(call: Call, resource: Resource): Condition {
  try {
    return permittedItems(call.principal, resource, "read");
  } catch (error) {
    if (error instanceof AccessControlError) return nothing;
    throw error;
  }
}

async function readableIds(
  call: Call,
  resource: Resource,
  { visible, ids }: { readonly visible: Condition; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const condition = and(oneOf("id", [...new Set(ids)]), visible);
  if (condition.kind === "nothing") return new Set();
  const sort = parseSort(resource, { field: "id" });
  const items = await readItems(call.database, resource, { condition, sort, limit: ids.length, fields: ["id"] });
  return new Set(items.map((item) => String(item.id)));
}
