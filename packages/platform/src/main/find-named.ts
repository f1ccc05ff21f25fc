import { BadInputError } from "../foundation/errors.ts";
import { isId } from "../foundation/ids.ts";
import { coreResource } from "../operations/agents/core-resource.ts";
import type { Call } from "../operations/call.ts";
import { listItems } from "../operations/items/list-items.ts";

export interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

/** The record of a core type, such as `eval_runs`, by its id or its name. */
export async function findNamed(call: Call, type: string, wanted: string): Promise<NamedRecord> {
  const what = type.slice(0, -1).replaceAll("_", " ");
  const filters = [isId(wanted) ? { id: { eq: wanted.toLowerCase() } } : { name: { eq: wanted } }];
  const { items } = await listItems(call, coreResource(call, type), {
    ...{ filters, limit: 10, fields: ["id", "name"], isCounted: false },
  });
  const [record, ...others] = items.map(({ id, name }) => ({ id: String(id), name: String(name) }));
  if (!record) throw new BadInputError(`There is no ${what} "${wanted}".`);
  if (others.length > 0) {
    const ids = [record, ...others].map(({ id }) => id).join(", ");
    throw new BadInputError(`There are several ${what}s called "${wanted}"; name one by its id: ${ids}.`);
  }
  return record;
}
