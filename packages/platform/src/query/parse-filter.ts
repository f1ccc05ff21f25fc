import { fieldTypes, type Operator, type Stored } from "../definitions/field-types.ts";
import type { Resource, ResourceField } from "../definitions/resource.ts";
import { BadInputError } from "../foundation/errors.ts";
import { and, type Condition, equals, everything, nothing, oneOf, or } from "./condition.ts";

/** A list of filter entries, as a client or a program gave it. Entries, fields and operators are ANDed. */
export function parseFilters(resource: Resource, filters: unknown): Condition {
  const counter = { objects: 0 };
  return combined(filters, "and", (entry) => parseEntry(resource, entry, { depth: 0, counter }));
}

const deepest = 20;
const mostValues = 10_000;
// They all end up in one statement: ten times as many take the database a second to plan.
const mostObjects = 2000;

/** Where in the filter an object stands, and how many were met in all. */
interface Place {
  readonly depth: number;
  readonly counter: { objects: number };
}

function parseEntry(resource: Resource, entry: unknown, place: Place): Condition {
  if (entry === null || entry === undefined) return everything;
  const parts = objectEntries(entry, "A filter", place).map(([name, value]) => {
    if (name === "and" || name === "or") {
      return combined(value, name, (each) => parseEntry(resource, each, below(place)));
    }
    const field = resource.readable.get(name);
    if (!field) {
      const known = [...resource.readable.keys()].join(", ");
      throw new BadInputError(`There is no field "${shown(name)}" to filter by. Fields are: ${known}.`);
    }
    return parseOperators(field, value, below(place));
  });
  return and(...parts);
}

function parseOperators(field: ResourceField, operators: unknown, place: Place): Condition {
  if (operators === null || operators === undefined) return everything;
  const type = fieldTypes[field.type];
  const parts = objectEntries(operators, `The filter on "${field.name}"`, place).map(([name, value]) => {
    if (type.combines && (name === "and" || name === "or")) {
      return combined(value, name, (each) => parseOperators(field, each, below(place)));
    }
    const operator = type.operators.find((each) => each === name);
    if (!operator) {
      const known = [...type.operators, ...(type.combines ? ["and", "or"] : [])].join(", ");
      throw new BadInputError(`"${field.name}" has no operator "${shown(name)}". Operators are: ${known}.`);
    }
    return parseOperator(field, operator, value);
  });
  return and(...parts);
}

function parseOperator(field: ResourceField, operator: Operator, value: unknown): Condition {
  const { name } = field;
  if (value === undefined) return everything;
  // Null means «empty» to eq and ne; the others take it as a condition that was not given.
  if (value === null && operator !== "eq" && operator !== "ne") return everything;
  switch (operator) {
    case "eq":
      return value === null ? { kind: "empty", field: name } : matching(field, value, (stored) => equals(name, stored));
    case "ne":
      if (value === null) return { kind: "filled", field: name };
      return matching(field, value, (stored) => ({ kind: "differs", field: name, value: stored }), everything);
    case "in":
      return parseIn(field, value);
    case "contains":
      return parseContains(field, value);
    case "lte":
      return matching(field, value, (stored) => ({ kind: "atMost", field: name, value: stored }));
    case "gte":
      return matching(field, value, (stored) => ({ kind: "atLeast", field: name, value: stored }));
  }
}

function parseIn(field: ResourceField, value: unknown): Condition {
  if (!Array.isArray(value)) throw new BadInputError(`"in" on "${field.name}" takes a list.`);
  if (value.length > mostValues) {
    throw new BadInputError(`"in" on "${field.name}" takes at most ${mostValues} values, not ${value.length}.`);
  }
  const stored: Stored[] = [];
  for (const each of value) {
    if (each === null) continue;
    matching(field, each, (one) => {
      stored.push(one);
      return everything;
    });
  }
  const empty: Condition = { kind: "empty", field: field.name };
  return or(oneOf(field.name, stored), value.includes(null) ? empty : nothing);
}

function parseContains(field: ResourceField, value: unknown): Condition {
  const kind = field.type === "json" ? "containsJson" : "containsText";
  const type = field.type === "json" ? fieldTypes.json : fieldTypes.text;
  const parsed = type.parse(value, field);
  if ("problem" in parsed) throw new BadInputError(`The value of "contains" on "${field.name}" ${parsed.problem}.`);
  return { kind, field: field.name, value: String(parsed.stored) };
}

/** An id that can't exist matches no row instead of being an error, so that it is not told apart from a missing one. */
function matching(
  field: ResourceField,
  value: unknown,
  condition: (stored: Stored) => Condition,
  unmatched: Condition = nothing,
): Condition {
  const type = field.type === "file" ? fieldTypes.text : fieldTypes[field.type];
  const parsed = type.parse(value, field);
  if ("stored" in parsed) return condition(parsed.stored);
  if (field.type === "id" && typeof value === "string") return unmatched;
  throw new BadInputError(`The filter value of "${field.name}" ${parsed.problem}.`);
}

function combined(value: unknown, kind: "and" | "or", parse: (each: unknown) => Condition): Condition {
  if (value === null || value === undefined) return everything;
  const list = Array.isArray(value) ? value : [value];
  if (list.length > mostObjects) throw tooMany();
  return kind === "and" ? and(...list.map(parse)) : or(...list.map(parse));
}

function below({ depth, counter }: Place): Place {
  return { depth: depth + 1, counter };
}

function objectEntries(value: unknown, what: string, { depth, counter }: Place): [string, unknown][] {
  counter.objects += 1;
  if (depth > deepest) throw new BadInputError(`Filters may be nested ${deepest} levels deep at most.`);
  if (counter.objects > mostObjects) throw tooMany();
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new BadInputError(`${what} must be an object.`);
  }
  return Object.entries(value);
}

function tooMany(): BadInputError {
  return new BadInputError(`A filter may hold ${mostObjects} parts at most; to match one of many values, use "in".`);
}

function shown(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
