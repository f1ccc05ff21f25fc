import { permittedItems } from "../../access/permitted-items.ts";
import type { Resource } from "../../definitions/resource.ts";
import { BadInputError, ConflictError } from "../../foundation/errors.ts";
import { newId } from "../../foundation/ids.ts";
import { equals, or } from "../../query/condition.ts";
import { findMatches, insertItem, insertItemIfFree, lockMatches, upsertItem } from "../../storage/items/write-items.ts";
import type { SqlValue } from "../../storage/sql.ts";
import { rightsColumns } from "../../storage/tables/table-model.ts";
import type { Call } from "../call.ts";
import { checkFiles } from "../files/check-files.ts";
import { hasInlineProcessors, processBeforeWrite, unwrittenItem } from "../processors/inline-processors.ts";
import { guardWrite } from "./core-guards.ts";
import { applyCoreRules } from "./core-rules.ts";
import { applyEffects, hasEffects } from "./effects.ts";
import { makeSearchable, noEffects, type Written, writtenFields } from "./make-searchable.ts";
import { type ItemInput, parseNewItem } from "./parse-input.ts";
import { parseRights } from "./parse-rights.ts";
import { refuse } from "./refuse.ts";
import { ambiguousMatch, updateItemById, writeUpdate } from "./update-item.ts";
import { writeOptions } from "./write-options.ts";

export async function createItem(
  call: Call,
  resource: Resource,
  input: ItemInput,
  fields: readonly string[],
): Promise<Written> {
  permittedItems(call.principal, resource, "write");
  await guardWrite(call, resource, { action: "create", input });
  const { id, values } = await newItem(call, resource, input);
  if (hasInlineProcessors(resource)) {
    await processBeforeWrite(call, resource, "create", { item: unwrittenItem(resource, id), values });
  }
  const changed = Object.keys(input);
  const options = writeOptions(call, resource, { action: "create", changed, fields: writtenFields(resource, fields) });
  const { stale } = options;
  const insert = async () => {
    const item = await insertItem(call.database, resource, values, options);
    if (!hasEffects(resource)) return { item, ...noEffects };
    return { item, ...(await applyEffects(call, resource, { action: "create", id, changed: [], stale })) };
  };
  const written = hasEffects(resource) ? await call.database.transaction(insert) : await insert();
  return makeSearchable(call, resource, written, { stale, fields });
}

/**
 * Creates the item, or updates the one with the same `external_id`, or else the same unique values. With one such value
 * the database decides in one statement; with several, or when rights change, the matching item is locked first.
 */
export async function upsertOneItem(
  call: Call,
  resource: Resource,
  input: ItemInput,
  fields: readonly string[],
): Promise<Written> {
  const writable = permittedItems(call.principal, resource, "write");
  await guardWrite(call, resource, { action: "upsert", input });
  const { id, values } = await newItem(call, resource, input);
  const keys = matchingFields(resource, values);
  const [key] = keys;
  if (!key) throw new BadInputError(noKeyMessage(resource));
  const written = writtenFields(resource, fields);
  const changed = Object.keys(input);
  const options = writeOptions(call, resource, { action: "upsert", changed, newId: id, fields: written });
  const { stale } = options;

  if (keys.length === 1 && !input.RBAC && !hasEffects(resource) && !hasInlineProcessors(resource)) {
    const item = await upsertItem(call.database, resource, values, { ...options, key, writable });
    if (!item) return refuse(call, resource, equals(key, values.get(key) ?? ""));
    return makeSearchable(call, resource, { item, ...noEffects }, { stale, fields });
  }
  if (hasInlineProcessors(resource)) return upsertProcessed(call, resource, { keys, values, input, fields });
  const sameValues = or(...keys.map((each) => equals(each, values.get(each) ?? "")));
  const done = await call.database.transaction(async () => {
    const update = async () => {
      const [match, other] = await lockMatches(call.database, resource, sameValues);
      if (other) throw ambiguousMatch(`the values of ${keys.join(", ")}`);
      return match && writeUpdate(call, resource, match, { input, fields: written });
    };
    const insert = async () => {
      const item = await insertItemIfFree(call.database, resource, values, options);
      return item && { item, ...(await applyEffects(call, resource, { action: "create", id, changed: [], stale })) };
    };
    // Of two calls at the same moment one inserts; the other waits for it here, and then finds its item.
    const either = (await update()) ?? (await insert()) ?? (await update());
    if (!either) throw new ConflictError("The record with these values was removed at the same moment; try again.");
    return either;
  });
  return makeSearchable(call, resource, done, { stale, fields });
}

/** Processors run before the write and outside any transaction: so the match is looked for first, without a lock. */
async function upsertProcessed(
  call: Call,
  resource: Resource,
  options: {
    readonly keys: readonly string[];
    readonly values: ReadonlyMap<string, SqlValue>;
    readonly input: ItemInput;
    readonly fields: readonly string[];
  },
): Promise<Written> {
  const { keys, values, input, fields } = options;
  const sameValues = or(...keys.map((each) => equals(each, values.get(each) ?? "")));
  const update = async () => {
    const [match, other] = await findMatches(call.database, resource, sameValues);
    if (other) throw ambiguousMatch(`the values of ${keys.join(", ")}`);
    return match && updateItemById(call, resource, match, { input, fields });
  };
  const updated = await update();
  if (updated) return updated;
  try {
    return await createItem(call, resource, input, fields);
  } catch (error) {
    const now = error instanceof ConflictError ? await update() : undefined;
    if (!now) throw error;
    return now;
  }
}

interface NewItem {
  readonly id: string;
  readonly values: Map<string, SqlValue>;
}

async function newItem(call: Call, resource: Resource, input: ItemInput): Promise<NewItem> {
  const values = parseNewItem(resource, input);
  await applyCoreRules(call, resource.id, values);
  await checkFiles(call, resource, values);
  const id = newId();
  values.set("id", id);
  if (resource.rbac) values.set(rightsColumns.creator, call.principal.userId);
  for (const [column, value] of parseRights(resource, input.RBAC)) values.set(column, value);
  return { id, values };
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
