import { permittedItems } from "../../access/permitted-items.ts";
import type { Resource } from "../../definitions/resource.ts";
import { and } from "../../query/condition.ts";
import { parseFilters } from "../../query/parse-filter.ts";
import type { Row } from "../../storage/database.ts";
import { deleteItem } from "../../storage/items/write-items.ts";
import type { Call } from "../call.ts";
import { idCondition } from "./find-item.ts";
import { onlyMatch, refuse } from "./update-item.ts";

/** Gives back the item as it was. */
export async function removeItemById(
  call: Call,
  resource: Resource,
  id: string,
  fields: readonly string[],
): Promise<Row> {
  const target = idCondition(id);
  const condition = and(target, permittedItems(call.principal, resource, "write"));
  const item = await deleteItem(call.database, resource, condition, fields);
  return item ?? refuse(call, resource, target);
}

/** Removes the one match; several are an error, and nothing changes. */
export function removeMatchingItem(
  call: Call,
  resource: Resource,
  where: unknown,
  fields: readonly string[],
): Promise<Row> {
  const filter = parseFilters(resource, where);
  return call.database.transaction(async () => {
    const id = await onlyMatch(call, resource, filter);
    return removeItemById(call, resource, id, fields);
  });
}
