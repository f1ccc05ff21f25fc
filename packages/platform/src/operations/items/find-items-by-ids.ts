import { permittedItems } from "../../access/permitted-items.ts";
import type { Resource } from "../../definitions/resource.ts";
import { BadInputError } from "../../foundation/errors.ts";
import { isId } from "../../foundation/ids.ts";
import { and, oneOf } from "../../query/condition.ts";
import { parseSort } from "../../query/parse-sort.ts";
import type { Row } from "../../storage/database.ts";
import { readItems } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";

const mostIds = 500;

/** In the order asked; missing and hidden ones are left out. An id that is asked for twice comes back twice. */
export async function findItemsByIds(
  call: Call,
  resource: Resource,
  ids: readonly string[],
  fields: readonly string[],
): Promise<readonly Row[]> {
  if (ids.length > mostIds) throw new BadInputError(`ids takes at most ${mostIds} ids, not ${ids.length}.`);
  const wanted = [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))];
  const condition = and(oneOf("id", wanted), permittedItems(call.principal, resource, "read"));
  if (condition.kind === "nothing") return [];

  const items = await readItems(call.database, resource, {
    condition,
    sort: parseSort(resource, { field: "id" }),
    limit: wanted.length,
    fields: [...new Set(["id", ...fields])],
  });
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.map((id) => byId.get(id.toLowerCase())).filter((item) => item !== undefined);
}
