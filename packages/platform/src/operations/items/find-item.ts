import { permittedItems } from "../../access/permitted-items.ts";
import type { Resource } from "../../definitions/resource.ts";
import { RecordNotFoundError } from "../../foundation/errors.ts";
import { isId } from "../../foundation/ids.ts";
import { and, equals, nothing } from "../../query/condition.ts";
import { parseFilters } from "../../query/parse-filter.ts";
import { parseSort, type SortInput } from "../../query/parse-sort.ts";
import type { Row } from "../../storage/database.ts";
import { readItem, readItems } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";

/** An id that is not one, an item that is missing and an item that is hidden give the same answer. */
export async function findItem(call: Call, resource: Resource, id: string, fields: readonly string[]): Promise<Row> {
  const condition = and(idCondition(id), permittedItems(call.principal, resource, "read"));
  const item = condition.kind === "nothing" ? undefined : await readItem(call.database, resource, condition, fields);
  if (!item) throw new RecordNotFoundError();
  return item;
}

/** The first match, newest first unless sorted. */
export async function findFirstItem(
  call: Call,
  resource: Resource,
  options: {
    readonly filters: unknown;
    readonly sort: SortInput | null | undefined;
    readonly fields: readonly string[];
  },
): Promise<Row | undefined> {
  const filter = parseFilters(resource, options.filters);
  const condition = and(filter, permittedItems(call.principal, resource, "read"));
  const sort = parseSort(resource, options.sort);
  const items = await readItems(call.database, resource, { condition, sort, limit: 1, fields: options.fields });
  return items[0];
}

export function idCondition(id: string) {
  return isId(id) ? equals("id", id) : nothing;
}
