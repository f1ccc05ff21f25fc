import type { Context, ContextField, FieldType, Operator } from "../../src/shared/workspace/context.ts";

const operators: Readonly<Record<FieldType, readonly Operator[]>> = {
  string: ["eq", "ne", "in", "contains"],
  text: ["eq", "ne", "in", "contains"],
  longtext: ["eq", "ne", "in", "contains"],
  file: ["eq", "ne", "in", "contains"],
  number: ["eq", "ne", "in", "lte", "gte"],
  boolean: ["eq", "ne", "in"],
  date: ["lte", "gte"],
  json: ["eq", "ne", "in", "contains"],
  enum: ["eq", "ne", "in"],
  id: ["eq", "ne", "in"],
};

export function aField(name: string, type: FieldType, rest: Partial<ContextField> = {}): ContextField {
  return {
    ...{ name, type, description: `The ${name}.`, required: false, unique: false, calculated: false },
    ...{
      sortable: type !== "json",
      operators: operators[type],
      default: null,
      allowedFileTypes: null,
      enumValues: null,
    },
    ...rest,
  };
}

/** A context with a field of every type. */
export const tickets: Context = {
  id: "tickets",
  name: "Support tickets",
  description: "Questions of customers.",
  rbac: true,
  defaultRightsMode: "private",
  titleField: "title",
  search: null,
  sources: [],
  processors: [],
  fields: [
    aField("title", "text", { required: true }),
    aField("body", "longtext"),
    aField("status", "enum", {
      required: true,
      default: "in-progress",
      enumValues: [
        { name: "OPEN", value: "open" },
        { name: "IN_PROGRESS", value: "in-progress" },
      ],
    }),
    aField("priority", "number"),
    aField("escalated", "boolean", { default: false }),
    aField("due", "date"),
    aField("tags", "json"),
    aField("attachment", "file", { allowedFileTypes: ["pdf", ".PNG"] }),
    aField("external_id", "string", { unique: true }),
    aField("word_count", "number", { calculated: true }),
    aField("id", "id", { required: true, calculated: true }),
    aField("createdAt", "date", { required: true, calculated: true }),
    aField("updatedAt", "date", { required: true, calculated: true }),
  ],
};
