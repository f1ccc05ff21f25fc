import { permittedItems } from "../../access/permitted-items.ts";
import type { Resource } from "../../definitions/resource.ts";
import type { RightsGrants } from "../../definitions/rights.ts";
import { BadInputError, ConflictError, RecordNotFoundError } from "../../foundation/errors.ts";
import { and, type Condition, everything } from "../../query/condition.ts";
import { parseFilters } from "../../query/parse-filter.ts";
import { readItem } from "../../storage/items/read-items.ts";
import { rightsField } from "../../storage/items/selection.ts";
import { lockMatches, updateItem } from "../../storage/items/write-items.ts";
import type { SqlValue } from "../../storage/sql.ts";
import type { Call } from "../call.ts";
import { checkFiles } from "../files/check-files.ts";
import { hasInlineProcessors, processBeforeWrite, unchangedSince } from "../processors/inline-processors.ts";
import { guardWrite } from "./core-guards.ts";
import { applyCoreRules } from "./core-rules.ts";
import { applyEffects, hasEffects } from "./effects.ts";
import { idCondition } from "./find-item.ts";
import { makeSearchable, noEffects, type Written, writtenFields } from "./make-searchable.ts";
import { type ItemInput, parseItemChange } from "./parse-input.ts";
import { parseRights } from "./parse-rights.ts";
import { refuse } from "./refuse.ts";
import { staleMark } from "./stale-mark.ts";
import { writeOptions } from "./write-options.ts";

export interface UpdateOptions {
  readonly input: ItemInput;
  /** The fields to give back. */
  readonly fields: readonly string[];
}

/** So often an update begins anew because the item changed while processors looked at it. Each time somebody wins. */
const mostAttempts = 20;

export async function updateItemById(
  call: Call,
  resource: Resource,
  id: string,
  options: UpdateOptions,
): Promise<Written> {
  const { input } = options;
  const fields = writtenFields(resource, options.fields);
  const written = await writeUpdate(call, resource, id, { input, fields });
  return makeUpdatedSearchable(call, resource, written, options);
}

/** The update alone, which may be part of a transaction. */
export async function writeUpdate(
  call: Call,
  resource: Resource,
  id: string,
  { input, fields }: UpdateOptions,
): Promise<Written> {
  const writable = permittedItems(call.principal, resource, "write");
  const target = idCondition(id);
  await guardWrite(call, resource, { action: "update", input, target });
  for (let attempt = 1; ; attempt++) {
    const values = parseItemChange(resource, input);
    await applyCoreRules(call, resource.id, values);
    await checkFiles(call, resource, values);
    const asSeen = await processUpdate(call, resource, and(target, writable), values);
    const written = await writeOnce(call, resource, { id, input, values, fields, condition: and(writable, asSeen) });
    if (written) return written;
    if (asSeen.kind === "everything") return refuse(call, resource, target);
    if (attempt === mostAttempts) throw new ConflictError("The record was changed at the same moment; try again.");
  }
}

/** Runs the processors that come before a write; gives back the condition that the item still is as they saw it. */
async function processUpdate(
  call: Call,
  resource: Resource,
  condition: Condition,
  values: Map<string, SqlValue>,
): Promise<Condition> {
  if (!hasInlineProcessors(resource) || condition.kind === "nothing") return everything;
  const item = await readItem(call.database, resource, condition, [...resource.readable.keys()]);
  if (!item) return everything;
  await processBeforeWrite(call, resource, "update", { item, values });
  return unchangedSince(item);
}

async function writeOnce(
  call: Call,
  resource: Resource,
  update: {
    readonly id: string;
    readonly input: ItemInput;
    readonly values: ReadonlyMap<string, SqlValue>;
    readonly fields: readonly string[];
    readonly condition: Condition;
  },
): Promise<Written | undefined> {
  const { id, input, values, fields } = update;
  const target = idCondition(id);
  const changed = Object.keys(input);
  const options = writeOptions(call, resource, { action: "update", changed, fields });
  const write = async () => {
    const rights = parseRights(resource, input.RBAC, await rightsToday(call, resource, target, input));
    const changes = new Map([...values, ...rights]);
    const condition = and(target, update.condition);
    const item = await updateItem(call.database, resource, changes, { ...options, condition });
    if (!item || !hasEffects(resource)) return item && { item, ...noEffects };
    const { stale } = options;
    return { item, ...(await applyEffects(call, resource, { action: "update", id, changed, stale })) };
  };
  return input.RBAC || hasEffects(resource) ? call.database.transaction(write) : write();
}

/** Updates the one match; several are an error, and nothing changes. */
export async function updateMatchingItem(
  call: Call,
  resource: Resource,
  where: unknown,
  options: UpdateOptions,
): Promise<Written> {
  permittedItems(call.principal, resource, "write");
  const filter = parseFilters(resource, where);
  const { input } = options;
  const fields = writtenFields(resource, options.fields);
  const written = hasInlineProcessors(resource)
    ? // Processors run before the write, and should not hold a transaction open.
      await writeUpdate(call, resource, await onlyMatch(call, resource, filter), { input, fields })
    : await call.database.transaction(async () => {
        const id = await onlyMatch(call, resource, filter);
        return writeUpdate(call, resource, id, { input, fields });
      });
  return makeUpdatedSearchable(call, resource, written, options);
}

function makeUpdatedSearchable(
  call: Call,
  resource: Resource,
  written: Written,
  { input, fields }: UpdateOptions,
): Promise<Written> {
  const stale = staleMark(resource, { action: "update", changed: Object.keys(input) });
  return makeSearchable(call, resource, written, { stale, fields });
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
