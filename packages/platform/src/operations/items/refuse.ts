import { permittedItems } from "../../access/permitted-items.ts";
import type { Resource } from "../../definitions/resource.ts";
import { InsufficientPermissionsError, RecordNotFoundError } from "../../foundation/errors.ts";
import { and, type Condition } from "../../query/condition.ts";
import { readItem } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";

/** Nothing was written: says whether the item is out of sight or out of reach. */
export async function refuse(call: Call, resource: Resource, target: Condition): Promise<never> {
  const visible = and(target, permittedItems(call.principal, resource, "read"));
  const seen = visible.kind === "nothing" ? undefined : await readItem(call.database, resource, visible, ["id"]);
  throw seen ? new InsufficientPermissionsError() : new RecordNotFoundError();
}
