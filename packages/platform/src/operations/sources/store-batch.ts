import { isDeepStrictEqual } from "node:util";
import type { Resource } from "../../definitions/resource.ts";
import { textProblem } from "../../definitions/text-problem.ts";
import { BadInputError, PlatformError } from "../../foundation/errors.ts";
import { oneOf } from "../../query/condition.ts";
import { parseSort } from "../../query/parse-sort.ts";
import type { Row } from "../../storage/database.ts";
import { readItems } from "../../storage/items/read-items.ts";
import type { SqlValue } from "../../storage/sql.ts";
import type { Call } from "../call.ts";
import { createItem } from "../items/create-item.ts";
import { type ItemInput, parseItemChange, parseNewItem } from "../items/parse-input.ts";
import { updateItemById } from "../items/update-item.ts";
import { hasInlineProcessors } from "../processors/inline-processors.ts";
import type { SourceTally } from "./source-tally.ts";

/** The field that items of a source are matched by. */
const key = "external_id";

interface Checked {
  readonly externalId: string;
  readonly input: ItemInput;
}

/** How an item was stored. */
interface Stored {
  readonly kind: "created" | "changed" | "unchanged";
  readonly item: Row;
}

/** The items as they are, by their external id. It follows what is stored, for a source may bring an item twice. */
type Today = Map<string, Row>;

/**
 * Stores a portion of what a source has brought; gives back the external ids in it, also of items that can't be stored:
 * those are counted, and the others stored. What did not change is not written.
 */
export async function storeBatch(
  call: Call,
  resource: Resource,
  batch: readonly unknown[],
  tally: SourceTally,
): Promise<readonly string[]> {
  const checked = batch.flatMap((item) => check(resource, item, tally));
  const ids = checked.map((each) => each.externalId);
  // A processor runs before its item is written; inside a transaction it would hold up everyone else.
  const isTogether =
    !hasInlineProcessors(resource) &&
    (await storeTogether(call, resource, { checked, today: await itemsToday(call, resource, ids), tally }));
  if (!isTogether) {
    const today = await itemsToday(call, resource, ids);
    for (const each of checked) await storeAlone(call, resource, each, { today, tally });
  }
  return [...new Set(batch.flatMap((item) => externalIdOf(item) ?? []))];
}

interface Portion {
  readonly checked: readonly Checked[];
  readonly today: Today;
  readonly tally: SourceTally;
}

/** All in one transaction; false, and nothing stored, when one of them can't be. */
async function storeTogether(call: Call, resource: Resource, { checked, today, tally }: Portion): Promise<boolean> {
  try {
    const all = await call.database.transaction(async () => {
      const stored: Stored[] = [];
      for (const each of checked) stored.push(await store(call, resource, each, today));
      return stored;
    });
    for (const each of all) count(tally, each);
    return true;
  } catch (error) {
    if (error instanceof PlatformError && isAboutAnItem(error)) return false;
    throw error;
  }
}

async function storeAlone(
  call: Call,
  resource: Resource,
  checked: Checked,
  { today, tally }: Pick<Portion, "today" | "tally">,
): Promise<void> {
  try {
    count(tally, await store(call, resource, checked, today));
  } catch (error) {
    if (!(error instanceof PlatformError && isAboutAnItem(error))) throw error;
    tally.fail(checked.externalId, error.message);
  }
}

/** A database that is away is no fault of the item's: then the run fails, and is tried again. */
function isAboutAnItem(error: PlatformError): boolean {
  return error.code === "BAD_USER_INPUT" || error.code === "CONFLICT";
}

async function store(call: Call, resource: Resource, { externalId, input }: Checked, today: Today): Promise<Stored> {
  const current = today.get(externalId);
  const fields = readableFields(resource);
  if (!current) {
    const { item } = await createItem(call, resource, input, fields);
    today.set(externalId, item);
    return { kind: "created", item };
  }
  const changes = changedFields(resource, parseItemChange(resource, input), current);
  if (changes.length === 0) return { kind: "unchanged", item: current };
  const changed = Object.fromEntries(changes.map((name) => [name, input[name]]));
  const { item } = await updateItemById(call, resource, String(current.id), { input: changed, fields });
  today.set(externalId, item);
  return { kind: "changed", item };
}

function count(tally: SourceTally, { kind, item }: Stored): void {
  if (kind === "unchanged") tally.unchanged += 1;
  else tally.wrote(kind, String(item.id));
}

function check(resource: Resource, item: unknown, tally: SourceTally): readonly Checked[] {
  const externalId = externalIdOf(item);
  try {
    if (typeof item !== "object" || item === null) throw new BadInputError("it is no object of fields.");
    const input = item as ItemInput;
    if ("RBAC" in input) throw new BadInputError("a source can't set rights.");
    parseNewItem(resource, input);
    if (externalId === undefined) throw new BadInputError(`"${key}" must be a text that is not empty.`);
    return [{ externalId, input }];
  } catch (error) {
    if (!(error instanceof BadInputError)) throw error;
    tally.fail(externalId, error.message);
    return [];
  }
}

function externalIdOf(item: unknown): string | undefined {
  const id: unknown = typeof item === "object" && item !== null ? Reflect.get(item, key) : undefined;
  return typeof id === "string" && id !== "" && !textProblem(id) ? id : undefined;
}

const known = new WeakMap<Resource, readonly string[]>();

/** The same list every time: statements are remembered by it. */
function readableFields(resource: Resource): readonly string[] {
  const fields = known.get(resource) ?? [...resource.readable.keys()];
  known.set(resource, fields);
  return fields;
}

async function itemsToday(call: Call, resource: Resource, externalIds: readonly string[]): Promise<Today> {
  const items = await readItems(call.database, resource, {
    condition: oneOf(key, [...new Set(externalIds)]),
    sort: parseSort(resource, { field: "id" }),
    limit: externalIds.length,
    fields: readableFields(resource),
  });
  return new Map(items.map((item) => [String(item[key]), item]));
}

function changedFields(resource: Resource, values: ReadonlyMap<string, SqlValue>, current: Row): string[] {
  return resource.fields
    .filter(({ name, type }) => {
      const value = values.get(name);
      // Strictly: a number that is -0 is stored as 0, and would otherwise change every time.
      if (value === undefined || value === current[name]) return false;
      const stored = type === "json" && typeof value === "string" ? JSON.parse(value) : value;
      return !isDeepStrictEqual(stored, current[name]);
    })
    .map((field) => field.name);
}
