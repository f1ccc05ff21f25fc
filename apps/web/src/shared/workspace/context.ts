import type { ContextSearchInfo, Processor, Source } from "./context-parts.ts";

export type FieldType =
  | "string"
  | "text"
  | "longtext"
  | "number"
  | "boolean"
  | "date"
  | "json"
  | "enum"
  | "file"
  | "id";

export type Operator = "eq" | "ne" | "in" | "contains" | "lte" | "gte";

interface EnumValue {
  /** As the API takes and gives it: `IN_PROGRESS`. */
  readonly name: string;
  /** As it was declared: `in-progress`. */
  readonly value: string;
}

export interface ContextField {
  readonly name: string;
  readonly type: FieldType;
  readonly description: string;
  readonly required: boolean;
  readonly unique: boolean;
  readonly calculated: boolean;
  readonly sortable: boolean;
  readonly operators: readonly Operator[];
  readonly default: unknown;
  readonly allowedFileTypes: readonly string[] | null;
  readonly enumValues: readonly EnumValue[] | null;
}

/** A data collection of this deployment. */
export interface Context {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly rbac: boolean;
  readonly defaultRightsMode: "private" | "public";
  readonly titleField: string | null;
  readonly fields: readonly ContextField[];
  /** Null: its items can't be searched by what they say. */
  readonly search: ContextSearchInfo | null;
  readonly sources: readonly Source[];
  readonly processors: readonly Processor[];
}

const systemFields = new Set(["id", "createdAt", "updatedAt"]);

/** A field that every item has, and nobody sets. */
export function isSystemField({ name }: Pick<ContextField, "name">): boolean {
  return systemFields.has(name);
}

export function editableFields(context: Context): readonly ContextField[] {
  return context.fields.filter((field) => !field.calculated && !isSystemField(field));
}
