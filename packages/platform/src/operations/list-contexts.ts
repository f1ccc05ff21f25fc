import { enumValueName } from "../definitions/enum-names.ts";
import { type FieldType, fieldTypes } from "../definitions/field-types.ts";
import type { Json } from "../definitions/json.ts";
import type { Resource, ResourceField } from "../definitions/resource.ts";
import type { RightsMode } from "../definitions/rights.ts";
import type { Call } from "./call.ts";

/** What a client needs to know of a context to list, filter and edit its items. */
export interface DescribedContext {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly rbac: boolean;
  readonly defaultRightsMode: RightsMode;
  readonly titleField: string | undefined;
  /** The declared fields, then `id`, `createdAt` and `updatedAt`. */
  readonly fields: readonly DescribedField[];
}

interface DescribedField extends Pick<ResourceField, "name" | "type" | "description"> {
  readonly required: boolean;
  readonly unique: boolean;
  readonly calculated: boolean;
  readonly sortable: boolean;
  readonly operators: FieldType["operators"];
  readonly default: Json | undefined;
  readonly enumValues: readonly { readonly name: string; readonly value: string }[] | undefined;
  readonly allowedFileTypes: readonly string[] | undefined;
}

/** The contexts as they were declared: no more than introspection tells every caller, in words for people. */
export function listContexts({ resources }: Call): readonly DescribedContext[] {
  return resources.filter((resource) => resource.kind === "context").map(describedContext);
}

function describedContext(resource: Resource): DescribedContext {
  const { id, name, description, rbac, defaultRightsMode, titleField } = resource;
  const declared = new Set(resource.fields);
  const readable = [...resource.readable.values()];
  const fields = [...resource.fields, ...readable.filter((field) => !declared.has(field))].map(describedField);
  return { id, name, description, rbac, defaultRightsMode, titleField, fields };
}

function describedField(field: ResourceField): DescribedField {
  const { name, type, description, required, unique, calculated, allowedFileTypes } = field;
  const { operators, ordered } = fieldTypes[type];
  return {
    ...{ name, type, description, required, unique, calculated, allowedFileTypes, operators },
    sortable: ordered,
    default: field.default,
    enumValues: field.enumValues?.map((value) => ({ name: enumValueName(value), value })),
  };
}
