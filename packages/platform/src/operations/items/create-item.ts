import { permittedItems } from "../../access/permitted-items.ts";
import type { Resource } from "../../definitions/resource.ts";
import { BadInputError, InsufficientPermissionsError } from "../../foundation/errors.ts";
import { newId } from "../../foundation/ids.ts";
import { and, equals, or } from "../../query/condition.ts";
import type { Row } from "../../storage/database.ts";
import { insertItem, lockMatches, updateItem, upsertItem } from "../../storage/items/write-items.ts";
import type { SqlValue } from "../../storage/sql.ts";
import { rightsColumns } from "../../storage/tables/table-model.ts";
import type { Call } from "../call.ts";
import { applyCoreRules } from "./core-rules.ts";
import { type ItemInput, parseNewItem } from "./parse-input.ts";
import { parseRights } from "./parse-rights.ts";
import { ambiguousMatch } from "./update-item.ts";

export async function createItem(
  call: Call,
  resource: Resource,
  input: ItemInput,
  fields: readonly string[],
): Promise<Row> {
  return insertItem(call.database, resource, await newItemValues(call, resource, input), fields);
}

/**
 * Creates the item, or updates the one with the same `external_id`, or else the same unique values. With one such value
 * the database decides in one statement; with several, the matching item is locked first.
 */
export async function upsertOneItem(
  call: Call,
  resource: Resource,
  input: ItemInput,
  fields: readonly string[],
): Promise<Row> {
  const values = await newItemValues(call, resource, input);
  const keys = matchingFields(resource, values);
  const writable = permittedItems(call.principal, resource, "write");
  const [key] = keys;
  if (!key) throw new BadInputError(noKeyMessage(resource));

  if (keys.length === 1) {
    const item = await upsertItem(call.database, resource, values, { key, writable, fields });
    if (!item) throw new InsufficientPermissionsError();
    return item;
  }
  return call.database.transaction(async () => {
    const sameValues = or(...keys.map((each) => equals(each, values.get(each) ?? "")));
    const [match, other] = await lockMatches(call.database, resource, sameValues);
    if (other) throw ambiguousMatch(`The values of ${keys.join(", ")}`);
    if (!match) return insertItem(call.database, resource, values, fields);
    const changes = new Map([...values].filter(([column]) => column !== "id" && column !== rightsColumns.creator));
    const condition = and(equals("id", match), writable);
    const item = await updateItem(call.database, resource, changes, { condition, fields });
    if (!item) throw new InsufficientPermissionsError();
    return item;
  });
}

async function newItemValues(call: Call, resource: Resource, input: ItemInput): Promise<Map<string, SqlValue>> {
  const values = parseNewItem(resource, input);
  await applyCoreRules(call, resource.id, values);
  const rights = resource.rbac ? new Map([[rightsColumns.creator, call.principal.userId]]) : [];
  return new Map<string, SqlValue>([["id", newId()], ...values, ...rights, ...parseRights(resource, input.RBAC)]);
}

function matchingFields(resource: Resource, values: ReadonlyMap<string, SqlValue>): string[] {
  const given = uniqueFields(resource).filter((name) => (values.get(name) ?? null) !== null);
  return given.includes("external_id") ? ["external_id"] : given;
}

function uniqueFields(resource: Resource): string[] {
  return resource.fields.filter((field) => field.unique).map((field) => field.name);
}

function noKeyMessage(resource: Resource): string {
  const names = uniqueFields(resource);
  return names.length === 0
    ? `${resource.id} can't be upserted: it has no unique field to match on.`
    : `An upsert needs a value of a unique field to match on: ${names.join(", ")}.`;
}
