import type { FieldTypeName } from "./field-definition.ts";
import type { Json } from "./json.ts";
import type { ResourceNames } from "./resource-names.ts";
import type { RightsMode } from "./rights.ts";

/** Everything the API serves items of: a context, or a core type. Both are handled by the same code from here on. */
export interface Resource {
  readonly kind: "context" | "core";
  /** The type name, and the name of the table. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly description: string;
  /** Whether every item has its own rights. */
  readonly rbac: boolean;
  readonly defaultRightsMode: RightsMode;
  /** The declared fields. */
  readonly fields: readonly ResourceField[];
  /** Every readable field by name, `id`, `createdAt` and `updatedAt` included; secret fields are absent. */
  readonly readable: ReadonlyMap<string, ResourceField>;
  /** The field that names an item, if there is a text field at all. */
  readonly titleField: string | undefined;
  readonly names: ResourceNames;
}

export interface ResourceField {
  readonly name: string;
  readonly type: FieldTypeName | "id";
  readonly description: string;
  readonly required: boolean;
  readonly unique: boolean;
  readonly index: boolean;
  /** Not settable through the API. */
  readonly calculated: boolean;
  /** Settable, but never selected, filtered, sorted or grouped by. */
  readonly secret: boolean;
  readonly default?: Json;
  readonly enumValues?: readonly string[];
  readonly allowedFileTypes?: readonly string[];
  readonly renamedFrom?: string;
}

const systemField = { required: true, unique: false, index: false, calculated: true, secret: false };

/** The fields that every item has. */
export const systemFields: readonly ResourceField[] = [
  { ...systemField, name: "id", type: "id", description: "The item's unique id." },
  { ...systemField, name: "createdAt", type: "date", description: "When the item was created." },
  { ...systemField, name: "updatedAt", type: "date", description: "When the item was last changed." },
];
