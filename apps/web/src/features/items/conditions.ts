import type { Context, ContextField, FieldType } from "../../shared/workspace/context.ts";

export type ConditionOperator = "contains" | "eq" | "ne" | "in" | "notIn" | "gte" | "lte" | "empty" | "filled";

/** One condition on the items of a list, as people set it. It is part of the address. */
export interface Condition {
  readonly field: string;
  readonly operator: ConditionOperator;
  /** Absent for `empty` and `filled`, a list for `in` and `notIn`. */
  readonly value?: unknown;
}

interface OperatorChoice {
  readonly operator: ConditionOperator;
  readonly label: string;
}

const emptiness: readonly OperatorChoice[] = [
  { operator: "empty", label: "is empty" },
  { operator: "filled", label: "is not empty" },
];

const texts: readonly OperatorChoice[] = [
  { operator: "contains", label: "contains" },
  { operator: "eq", label: "is" },
  { operator: "ne", label: "is not" },
  ...emptiness,
];

/** What can be asked of each type of field, the usual first. */
const choices: Readonly<Record<FieldType, readonly OperatorChoice[]>> = {
  string: texts,
  text: texts,
  longtext: texts,
  file: texts,
  number: [
    { operator: "eq", label: "=" },
    { operator: "ne", label: "≠" },
    { operator: "gte", label: "≥" },
    { operator: "lte", label: "≤" },
    ...emptiness,
  ],
  boolean: [{ operator: "eq", label: "is" }, ...emptiness],
  date: [
    { operator: "gte", label: "on or after" },
    { operator: "lte", label: "on or before" },
  ],
  enum: [{ operator: "in", label: "is any of" }, { operator: "notIn", label: "is none of" }, ...emptiness],
  json: [{ operator: "contains", label: "has" }, ...emptiness],
  id: [{ operator: "eq", label: "is" }],
};

const needed: Readonly<Record<ConditionOperator, string>> = {
  contains: "contains",
  eq: "eq",
  ne: "ne",
  in: "in",
  notIn: "ne",
  gte: "gte",
  lte: "lte",
  empty: "eq",
  filled: "ne",
};

/** The operators that the platform takes for this field. */
export function operatorsFor(field: ContextField): readonly OperatorChoice[] {
  return choices[field.type].filter(({ operator }) => field.operators.some((each) => each === needed[operator]));
}

export function takesValue(operator: ConditionOperator): boolean {
  return operator !== "empty" && operator !== "filled";
}

/** Whether enough is filled in for the condition to be asked. */
export function isComplete({ operator, value }: Condition): boolean {
  if (!takesValue(operator)) return true;
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== "";
}

type Filter = Readonly<Record<string, unknown>>;

export interface FilterOptions {
  readonly conditions: readonly Condition[];
  /** Whether one of the conditions is enough. */
  readonly isAny: boolean;
  /** Words to look for in every text field. */
  readonly words: string;
}

/** The `filters` argument. Conditions on fields that are gone, or not filled in yet, are left out. */
export function toFilters(context: Context, { conditions, isAny, words }: FilterOptions): readonly Filter[] {
  const filters = conditions
    .filter((condition) => isComplete(condition) && isKnown(context, condition))
    .map((condition) => ({ [condition.field]: toOperators(condition) }));
  const combined = isAny && filters.length > 1 ? [{ or: filters }] : filters;
  const searched =
    words.trim() === "" ? [] : textFields(context).map(({ name }) => ({ [name]: { contains: words.trim() } }));
  return searched.length > 0 ? [...combined, { or: searched }] : combined;
}

function isKnown(context: Context, { field, operator }: Condition): boolean {
  const known = context.fields.find(({ name }) => name === field);
  return known !== undefined && operatorsFor(known).some((choice) => choice.operator === operator);
}

function toOperators({ operator, value }: Condition): Filter {
  switch (operator) {
    case "empty":
      return { eq: null };
    case "filled":
      return { ne: null };
    case "notIn":
      return { and: (Array.isArray(value) ? value : [value]).map((each) => ({ ne: each })) };
    default:
      return { [operator]: value };
  }
}

const searchable = new Set<FieldType>(["string", "text", "longtext"]);

export function textFields(context: Context): readonly ContextField[] {
  return context.fields.filter(({ type }) => searchable.has(type));
}
