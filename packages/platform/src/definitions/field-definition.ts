import type { Json } from "./json.ts";

interface FieldOptions {
  /** The name in the API and of the column: letters, digits and underscores, not starting with a digit. */
  readonly name: string;
  /** Whether every item must have a value. Default false. */
  readonly required?: boolean;
  /** Shown in the schema. */
  readonly description?: string;
  /** Set by processors only: readable and filterable, absent from the input type. Default false. */
  readonly calculated?: boolean;
  /** The name this field had before; its data is carried over at the next start. */
  readonly renamedFrom?: string;
}

interface IndexOptions {
  /** Whether no two items may share a value. Empty values may repeat. Default false. */
  readonly unique?: boolean;
  /** Whether filters and sorts on this field are backed by an index. Default false. */
  readonly index?: boolean;
}

interface StringField extends FieldOptions, IndexOptions {
  readonly type: "string" | "text";
  readonly default?: string;
}

interface LongTextField extends FieldOptions {
  readonly type: "longtext";
  readonly default?: string;
}

interface NumberField extends FieldOptions, IndexOptions {
  readonly type: "number";
  readonly default?: number;
}

interface BooleanField extends FieldOptions {
  readonly type: "boolean";
  readonly index?: boolean;
  readonly default?: boolean;
}

interface DateField extends FieldOptions, IndexOptions {
  readonly type: "date";
  /** An ISO 8601 timestamp. */
  readonly default?: string;
}

interface JsonField extends FieldOptions {
  readonly type: "json";
  readonly default?: Json;
}

export interface EnumField extends FieldOptions {
  readonly type: "enum";
  /** The values as they are stored; the API shows them in upper case, sanitised into identifiers. */
  readonly enumValues: readonly string[];
  readonly index?: boolean;
  readonly default?: string;
}

interface FileField extends FieldOptions {
  readonly type: "file";
  /** The file name endings that are accepted, without the dot: `["pdf", "png"]`. Default: all of them. */
  readonly allowedFileTypes?: readonly string[];
}

/** One field of a context, as the deployer declares it. */
export type FieldDefinition =
  | StringField
  | LongTextField
  | NumberField
  | BooleanField
  | DateField
  | JsonField
  | EnumField
  | FileField;

export type FieldTypeName = FieldDefinition["type"];
