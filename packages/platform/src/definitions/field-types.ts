import { isId } from "../foundation/ids.ts";
import { parseDate } from "./dates.ts";
import type { FieldTypeName } from "./field-definition.ts";
import { jsonProblem } from "./json-problem.ts";
import type { ResourceField } from "./resource.ts";
import { textProblem } from "./text-problem.ts";

export type Operator = "eq" | "ne" | "in" | "contains" | "lte" | "gte";

/** A value as it is handed to the database. Undefined stands for «no stored value can be this». */
export type Stored = string | number | boolean;

type Parsed = { readonly stored: Stored } | { readonly problem: string };

export interface FieldType {
  readonly column: "text" | "uuid" | "double precision" | "boolean" | "timestamptz(3)" | "jsonb";
  readonly graphqlType: "String" | "ID" | "Float" | "Boolean" | "Date" | "JSON" | "enum";
  readonly operators: readonly Operator[];
  /** Whether operators of one field can be combined with `and` and `or`. */
  readonly combines: boolean;
  /** Whether items can be sorted and grouped by it. */
  readonly ordered: boolean;
  /** Checks one value, not null, and turns it into its stored form. */
  parse(value: unknown, field: Pick<ResourceField, "enumValues" | "allowedFileTypes">): Parsed;
}

const equality = ["eq", "ne", "in"] as const;

const text: FieldType = {
  column: "text",
  graphqlType: "String",
  operators: [...equality, "contains"],
  combines: true,
  ordered: true,
  parse: parseText,
};

/** THE table: what each field type means to the database, to the schema and to filters. */
export const fieldTypes: Readonly<Record<FieldTypeName | "id", FieldType>> = {
  string: text,
  text,
  longtext: text,
  file: { ...text, parse: parseFile },
  number: {
    column: "double precision",
    graphqlType: "Float",
    operators: [...equality, "lte", "gte"],
    combines: true,
    ordered: true,
    parse: (value) =>
      typeof value === "number" && Number.isFinite(value) ? { stored: value } : { problem: "must be a finite number" },
  },
  boolean: {
    column: "boolean",
    graphqlType: "Boolean",
    operators: equality,
    combines: true,
    ordered: true,
    parse: (value) => (typeof value === "boolean" ? { stored: value } : { problem: "must be true or false" }),
  },
  date: {
    column: "timestamptz(3)",
    graphqlType: "Date",
    operators: ["lte", "gte"],
    combines: true,
    ordered: true,
    parse: parseTimestamp,
  },
  json: {
    column: "jsonb",
    graphqlType: "JSON",
    operators: [...equality, "contains"],
    combines: false,
    ordered: false,
    parse: parseJson,
  },
  enum: {
    column: "text",
    graphqlType: "enum",
    operators: equality,
    combines: true,
    ordered: true,
    parse: (value, { enumValues = [] }) =>
      typeof value === "string" && enumValues.includes(value)
        ? { stored: value }
        : { problem: `must be one of ${enumValues.join(", ")}` },
  },
  id: {
    column: "uuid",
    graphqlType: "ID",
    operators: equality,
    combines: true,
    ordered: true,
    parse: (value) => (typeof value === "string" && isId(value) ? { stored: value } : { problem: "must be an id" }),
  },
};

function parseText(value: unknown): Parsed {
  if (typeof value !== "string") return { problem: "must be a text" };
  const problem = textProblem(value);
  return problem ? { problem } : { stored: value };
}

function parseFile(value: unknown, { allowedFileTypes }: Pick<ResourceField, "allowedFileTypes">): Parsed {
  const parsed = parseText(value);
  if ("problem" in parsed || !allowedFileTypes) return parsed;
  const ending = String(parsed.stored).split(".").at(-1)?.toLowerCase() ?? "";
  const isAllowed = allowedFileTypes.some((type) => type.toLowerCase().replace(/^\./, "") === ending);
  return isAllowed ? parsed : { problem: `must be a file of type ${allowedFileTypes.join(", ")}` };
}

function parseTimestamp(value: unknown): Parsed {
  const text = value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
  const date = typeof text === "string" ? parseDate(text) : undefined;
  return date
    ? { stored: date }
    : { problem: "must be an ISO 8601 timestamp of an existing day, like 2026-11-15T09:30:00Z" };
}

function parseJson(value: unknown): Parsed {
  const problem = jsonProblem(value);
  return problem ? { problem } : { stored: JSON.stringify(value) };
}
