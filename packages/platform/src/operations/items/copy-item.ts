import { permittedItems } from "../../access/permitted-items.ts";
import type { Resource } from "../../definitions/resource.ts";
import { BadInputError } from "../../foundation/errors.ts";
import { newId } from "../../foundation/ids.ts";
import { and, type Condition } from "../../query/condition.ts";
import { readItem } from "../../storage/items/read-items.ts";
import { copyItem } from "../../storage/items/write-items.ts";
import type { SqlValue } from "../../storage/sql.ts";
import { rightsColumns } from "../../storage/tables/table-model.ts";
import type { Call } from "../call.ts";
import { hasInlineProcessors, processBeforeWrite, unwrittenItem } from "../processors/inline-processors.ts";
import { guardWrite } from "./core-guards.ts";
import { applyEffects, hasEffects } from "./effects.ts";
import { idCondition } from "./find-item.ts";
import { makeSearchable, noEffects, type Written, writtenFields } from "./make-searchable.ts";
import { refuse } from "./refuse.ts";
import { writeOptions } from "./write-options.ts";

const suffix = " (Copy)";

/** The copy belongs to the caller, is private, has ` (Copy)` on its title and none of the unique values. */
export async function copyItemById(
  call: Call,
  resource: Resource,
  id: string,
  fields: readonly string[],
): Promise<Written> {
  permittedItems(call.principal, resource, "write");
  // The copy of a message lands in the same conversation, and whoever only reads that can't add to it.
  const right = resource.id === "agent_messages" ? "write" : "read";
  const condition = and(idCondition(id), permittedItems(call.principal, resource, right));
  await guardWrite(call, resource, { action: "copy", target: condition });
  const { titleField } = resource;
  const uniques = resource.fields.filter((field) => field.unique && field.name !== titleField);
  const required = uniques.find((field) => field.required);
  if (required) {
    throw new BadInputError(`${resource.id} can't be copied: "${required.name}" is required and must be unique.`);
  }
  // What a run came to is no part of it: the copy has not run.
  const emptied = resource.id === "eval_runs" ? resource.fields.filter((field) => field.calculated) : [];
  const copyId = newId();
  const replaced = new Map<string, SqlValue>([
    ["id", copyId],
    ...[...uniques, ...emptied].map((field) => [field.name, null] as const),
  ]);
  if (resource.rbac) {
    replaced.set(rightsColumns.creator, call.principal.userId);
    replaced.set(rightsColumns.mode, "private");
    replaced.set(rightsColumns.readers, "{}");
    replaced.set(rightsColumns.writers, "{}");
  }
  const suffixed = titleField ? { column: titleField, suffix } : undefined;
  const options = writeOptions(call, resource, {
    action: "copy",
    changed: [],
    fields: writtenFields(resource, fields),
  });
  const { stale } = options;
  if (hasInlineProcessors(resource)) await processCopy(call, resource, { condition, replaced, titleField });
  const copy = async () => {
    const item = await copyItem(call.database, resource, { ...options, condition, replaced, suffixed });
    if (!item || !hasEffects(resource)) return item && { item, ...noEffects };
    return { item, ...(await applyEffects(call, resource, { action: "copy", id: copyId, changed: [], stale })) };
  };
  const written = hasEffects(resource) ? await call.database.transaction(copy) : await copy();
  if (!written) return refuse(call, resource, idCondition(id));
  return makeSearchable(call, resource, written, { stale, fields });
}

/** The processors see the copy as it is going to be. */
async function processCopy(
  call: Call,
  resource: Resource,
  copy: {
    readonly condition: Condition;
    readonly replaced: Map<string, SqlValue>;
    readonly titleField: string | undefined;
  },
): Promise<void> {
  const { condition, replaced, titleField } = copy;
  const original = await readItem(call.database, resource, condition, [...resource.readable.keys()]);
  if (!original) return;
  const { id = null, createdAt, updatedAt } = unwrittenItem(resource, String(replaced.get("id")));
  const title = titleField && typeof original[titleField] === "string" ? `${original[titleField]}${suffix}` : undefined;
  const item = {
    ...original,
    id,
    createdAt,
    updatedAt,
    ...(titleField && title !== undefined && { [titleField]: title }),
  };
  await processBeforeWrite(call, resource, "create", { item, values: replaced });
}
