import { permittedItems } from "../../access/permitted-items.ts";
import type { Resource } from "../../definitions/resource.ts";
import type { RightsGrants } from "../../definitions/rights.ts";
import { BadInputError, InsufficientPermissionsError, RecordNotFoundError } from "../../foundation/errors.ts";
import { and, type Condition } from "../../query/condition.ts";
import { parseFilters } from "../../query/parse-filter.ts";
import type { Row } from "../../storage/database.ts";
import { readItem } from "../../storage/items/read-items.ts";
import { rightsField } from "../../storage/items/selection.ts";
import { lockMatches, updateItem } from "../../storage/items/write-items.ts";
import type { Call } from "../call.ts";
import { applyCoreRules } from "./core-rules.ts";
import { idCondition } from "./find-item.ts";
import { type ItemInput, parseItemChange } from "./parse-input.ts";
import { parseRights } from "./parse-rights.ts";

export async function updateItemById(
  call: Call,
  resource: Resource,
  id: string,
  options: { readonly input: ItemInput; readonly fields: readonly string[] },
): Promise<Row> {
  const values = parseItemChange(resource, options.input);
  const target = idCondition(id);
  await applyCoreRules(call, resource.id, values);
  const write = async () => {
    const rights = parseRights(resource, options.input.RBAC, await rightsToday(call, resource, target, options.input));
    const condition = and(target, permittedItems(call.principal, resource, "write"));
    const changes = new Map([...values, ...rights]);
    return updateItem(call.database, resource, changes, { condition, fields: options.fields });
  };
  const item = options.input.RBAC ? await call.database.transaction(write) : await write();
  return item ?? refuse(call, resource, target);
}

/** Updates the one match; several are an error, and nothing changes. */
export function updateMatchingItem(
  call: Call,
  resource: Resource,
  where: unknown,
  options: { readonly input: ItemInput; readonly fields: readonly string[] },
): Promise<Row> {
  const filter = parseFilters(resource, where);
  return call.database.transaction(async () => {
    const id = await onlyMatch(call, resource, filter);
    return updateItemById(call, resource, id, options);
  });
}

/** The id of the one item that the caller can see and that matches, locked until the transaction ends. */
export async function onlyMatch(call: Call, resource: Resource, filter: Condition): Promise<string> {
  const visible = permittedItems(call.principal, resource, "read");
  const [id, other] = await lockMatches(call.database, resource, filter, visible);
  if (!id) throw new RecordNotFoundError();
  if (other) throw ambiguousMatch("the filter");
  return id;
}

export function ambiguousMatch(what: string): BadInputError {
  return new BadInputError(`More than one record matches ${what}; nothing was changed. Narrow it down to one.`);
}

/** Nothing was written: says whether the item is out of sight or out of reach. */
export async function refuse(call: Call, resource: Resource, target: Condition): Promise<never> {
  const visible = and(target, permittedItems(call.principal, resource, "read"));
  const seen = visible.kind === "nothing" ? undefined : await readItem(call.database, resource, visible, ["id"]);
  throw seen ? new InsufficientPermissionsError() : new RecordNotFoundError();
}

async function rightsToday(
  call: Call,
  resource: Resource,
  target: Condition,
  input: ItemInput,
): Promise<RightsGrants | undefined> {
  if (!input.RBAC || !resource.rbac || target.kind === "nothing") return undefined;
  await lockMatches(call.database, resource, target);
  const item = await readItem(call.database, resource, target, [rightsField]);
  return item?.[rightsField] as RightsGrants | undefined;
}
