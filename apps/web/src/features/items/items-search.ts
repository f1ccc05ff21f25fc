import type { Context, ContextField, FieldType } from "../../shared/workspace/context.ts";
import { isSystemField } from "../../shared/workspace/context.ts";
import type { Condition, ConditionOperator } from "./conditions.ts";

/** What the address of a list says: the whole view, so that it can be kept as a bookmark and sent to others. */
export interface ItemsSearch {
  /** Words to look for. */
  readonly q?: string;
  readonly where?: readonly Condition[];
  /** Whether one of the conditions is enough. */
  readonly match?: "any";
  /** A field name, with a minus in front of it for the largest first. */
  readonly sort?: string;
  readonly columns?: readonly string[];
  /** The page to scroll to, from 1. */
  readonly page?: number;
}

const operators: readonly ConditionOperator[] = [
  ...(["contains", "eq", "ne", "in", "notIn"] as const),
  ...(["gte", "lte", "empty", "filled"] as const),
];

/** Whatever somebody typed into the address, what comes out is a view; parts that make no sense are left out. */
export function parseItemsSearch(search: Readonly<Record<string, unknown>>): ItemsSearch {
  const { q, where, match, sort, columns, page } = search;
  const conditions = Array.isArray(where) ? where.flatMap(parseCondition) : [];
  const names = Array.isArray(columns) ? columns.filter((name) => typeof name === "string") : [];
  return {
    ...((typeof q === "string" || typeof q === "number") && q !== "" && { q: String(q) }),
    ...(conditions.length > 0 && { where: conditions }),
    ...(match === "any" && { match }),
    ...(typeof sort === "string" && /^-?\w+$/.test(sort) && { sort }),
    ...(names.length > 0 && { columns: names }),
    ...(typeof page === "number" && Number.isInteger(page) && page > 1 && { page }),
  };
}

function parseCondition(entry: unknown): Condition[] {
  if (typeof entry !== "object" || entry === null) return [];
  const { field, operator, value } = entry as Partial<Condition>;
  const known = operators.find((each) => each === operator);
  if (typeof field !== "string" || !known) return [];
  return [{ field, operator: known, ...(value !== undefined && { value }) }];
}

const compact = new Set<FieldType>(["string", "text", "enum", "number", "boolean", "date"]);
const mostDefaultColumns = 5;

/** The columns that are shown: those of the address, else the title and the first short fields. */
export function columnsOf(context: Context, { columns }: ItemsSearch): readonly ContextField[] {
  const byName = (name: string) => context.fields.find((field) => field.name === name);
  const chosen = (columns ?? []).map(byName).filter((field) => field !== undefined);
  if (chosen.length > 0) return chosen;
  const title = context.titleField === null ? undefined : byName(context.titleField);
  const others = context.fields.filter((field) => compact.has(field.type) && !isSystemField(field) && field !== title);
  const updated = byName("updatedAt");
  return [...(title ? [title] : []), ...others.slice(0, mostDefaultColumns - 1), ...(updated ? [updated] : [])];
}

export interface Sort {
  readonly field: string;
  readonly direction: "ASC" | "DESC";
}

export function sortOf(context: Context, { sort }: ItemsSearch): Sort | undefined {
  if (!sort) return undefined;
  const isDescending = sort.startsWith("-");
  const name = isDescending ? sort.slice(1) : sort;
  const field = context.fields.find((each) => each.name === name);
  return field?.sortable ? { field: name, direction: isDescending ? "DESC" : "ASC" } : undefined;
}

/** Ascending, then descending, then as it was. */
export function nextSort({ sort }: ItemsSearch, name: string): string | undefined {
  if (sort === name) return `-${name}`;
  return sort === `-${name}` ? undefined : name;
}
