import { BadInputError } from "../foundation/errors.ts";
import { isId } from "../foundation/ids.ts";
import { coreResource } from "../operations/agents/core-resource.ts";
import type { Call } from "../operations/call.ts";
import { listItems } from "../operations/items/list-items.ts";

export interface NamedRun {
  readonly id: string;
  readonly name: string;
}

/** The eval run of an id or a name. */
export async function findEvalRun(call: Call, wanted: string): Promise<NamedRun> {
  const filters = [isId(wanted) ? { id: { eq: wanted.toLowerCase() } } : { name: { eq: wanted } }];
  const { items } = await listItems(call, coreResource(call, "eval_runs"), {
    ...{ filters, limit: 10, fields: ["id", "name"], isCounted: false },
  });
  const [run, ...others] = items.map(({ id, name }) => ({ id: String(id), name: String(name) }));
  if (!run) throw new BadInputError(`There is no eval run "${wanted}".`);
  if (others.length > 0) {
    const ids = [run, ...others].map(({ id }) => id).join(", ");
    throw new BadInputError(`There are several eval runs called "${wanted}"; name one by its id: ${ids}.`);
  }
  return run;
}
