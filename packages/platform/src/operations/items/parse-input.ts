import { fieldTypes } from "../../definitions/field-types.ts";
import type { Resource, ResourceField } from "../../definitions/resource.ts";
import { BadInputError } from "../../foundation/errors.ts";
import type { SqlValue } from "../../storage/sql.ts";

export type ItemInput = Readonly<Record<string, unknown>>;

/** What a new item is made of: every required field without a default must be there. */
export function parseNewItem(resource: Resource, input: ItemInput): Map<string, SqlValue> {
  const values = parseItemChange(resource, input);
  const missing = resource.fields.filter(
    (field) => field.required && !field.calculated && field.default === undefined && !values.has(field.name),
  );
  if (missing.length > 0) {
    const names = missing.map((field) => `"${field.name}"`).join(", ");
    throw new BadInputError(`${names} ${missing.length === 1 ? "is" : "are"} required.`);
  }
  return values;
}

/** What changes on an item: fields that are left out stay, null empties. Every fault is reported at once. */
export function parseItemChange(resource: Resource, input: ItemInput): Map<string, SqlValue> {
  return parseFields(resource, input, parseGiven);
}

/** What a processor changes on an item: calculated fields as well. */
export function parseProcessed(resource: Resource, result: unknown): Map<string, SqlValue> {
  if (typeof result !== "object" || result === null || Array.isArray(result)) {
    throw new BadInputError("it is no object of fields.");
  }
  return parseFields(resource, result as ItemInput, parseValue);
}

type ParseField = (field: ResourceField, value: unknown) => { stored: SqlValue } | { problem: string };

function parseFields(resource: Resource, input: ItemInput, parse: ParseField): Map<string, SqlValue> {
  const values = new Map<string, SqlValue>();
  const faults: string[] = [];
  const unknown = new Set(Object.keys(input));
  if (parse === parseGiven) unknown.delete("RBAC");

  for (const field of resource.fields) {
    if (!unknown.delete(field.name)) continue;
    const value = input[field.name];
    if (value === undefined) continue;
    const parsed = parse(field, value);
    if ("problem" in parsed) faults.push(`"${field.name}" ${parsed.problem}`);
    else values.set(field.name, parsed.stored);
  }
  for (const name of unknown) faults.push(`there is no field "${name}"`);
  if (faults.length > 0) throw new BadInputError(`${faults.join("; ")}.`);
  return values;
}

function parseGiven(field: ResourceField, value: unknown): { stored: SqlValue } | { problem: string } {
  return field.calculated ? { problem: "is calculated and can't be set" } : parseValue(field, value);
}

function parseValue(field: ResourceField, value: unknown): { stored: SqlValue } | { problem: string } {
  if (value === null) return field.required ? { problem: "is required and can't be empty" } : { stored: null };
  return fieldTypes[field.type].parse(value, field);
}
