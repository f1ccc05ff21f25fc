import { permittedItems } from "../../access/permitted-items.ts";
import type { Resource } from "../../definitions/resource.ts";
import { and } from "../../query/condition.ts";
import { parseFilters } from "../../query/parse-filter.ts";
import type { Row } from "../../storage/database.ts";
import { deleteItem } from "../../storage/items/write-items.ts";
import type { Call } from "../call.ts";
import { guardWrite } from "./core-guards.ts";
import { applyEffects, hasEffects } from "./effects.ts";
import { idCondition } from "./find-item.ts";
import { refuse } from "./refuse.ts";
import { onlyMatch } from "./update-item.ts";
import { writeOptions } from "./write-options.ts";

/** Gives back the item as it was. */
export async function removeItemById(
  call: Call,
  resource: Resource,
  id: string,
  fields: readonly string[],
): Promise<Row> {
  const writable = permittedItems(call.principal, resource, "write");
  const target = idCondition(id);
  await guardWrite(call, resource, { action: "remove", target });
  const options = writeOptions(call, resource, { action: "remove", changed: [], fields });
  const remove = async () => {
    const item = await deleteItem(call.database, resource, and(target, writable), options);
    if (item && hasEffects(resource)) await applyEffects(call, resource, { action: "remove", id, changed: [] });
    return item;
  };
  const item = hasEffects(resource) ? await call.database.transaction(remove) : await remove();
  return item ?? refuse(call, resource, target);
}

/** Removes the one match; several are an error, and nothing changes. */
export async function removeMatchingItem(
  call: Call,
  resource: Resource,
  where: unknown,
  fields: readonly string[],
): Promise<Row> {
  permittedItems(call.principal, resource, "write");
  const filter = parseFilters(resource, where);
  return call.database.transaction(async () => {
    const id = await onlyMatch(call, resource, filter);
    return removeItemById(call, resource, id, fields);
  });
}
