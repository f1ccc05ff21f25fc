import type { PlatformContext } from "./context.ts";
import type { CoreType } from "./core/core-type.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { fieldTypes } from "./field-types.ts";
import { type Resource, type ResourceField, systemFields } from "./resource.ts";
import { resourceNames } from "./resource-names.ts";

export function contextResource(context: PlatformContext): Resource {
  const fields = context.fields.map((field) => resourceField(field));
  return {
    kind: "context",
    id: context.id,
    name: context.name,
    description: context.description ?? `Items of ${context.name}.`,
    rbac: context.rbac,
    defaultRightsMode: context.configuration.defaultRightsMode ?? "private",
    fields,
    readable: readableFields(fields),
    titleField: context.configuration.titleField ?? defaultTitleField(fields),
    names: resourceNames(context.id),
  };
}

export function coreResource(core: CoreType): Resource {
  const fields = core.fields.map((field) => resourceField(field, field.secret));
  return {
    kind: "core",
    id: core.id,
    name: core.id,
    description: core.description,
    rbac: core.rbac ?? false,
    defaultRightsMode: "private",
    fields,
    readable: readableFields(fields),
    // Never just any text: in a message or a favourite the first one is the id of something else.
    titleField: namedTitleField(fields),
    names: resourceNames(core.id, core.singular),
  };
}

function resourceField(field: FieldDefinition, secret = false): ResourceField {
  return {
    name: field.name,
    type: field.type,
    description: field.description ?? `The ${field.type} field ${field.name}.`,
    required: field.required ?? false,
    unique: ("unique" in field && field.unique) || false,
    index: ("index" in field && field.index) || false,
    calculated: field.calculated ?? false,
    secret,
    ...("default" in field && field.default !== undefined && { default: field.default }),
    ...("enumValues" in field && { enumValues: field.enumValues }),
    ...("allowedFileTypes" in field && field.allowedFileTypes && { allowedFileTypes: field.allowedFileTypes }),
    ...(field.renamedFrom !== undefined && { renamedFrom: field.renamedFrom }),
  };
}

function readableFields(fields: readonly ResourceField[]): ReadonlyMap<string, ResourceField> {
  const readable = [...systemFields, ...fields].filter((field) => !field.secret);
  return new Map(readable.map((field) => [field.name, field]));
}

function defaultTitleField(fields: readonly ResourceField[]): string | undefined {
  return namedTitleField(fields) ?? texts(fields)[0]?.name;
}

function namedTitleField(fields: readonly ResourceField[]): string | undefined {
  const names = texts(fields).map((field) => field.name);
  return ["name", "title"].find((name) => names.includes(name));
}

function texts(fields: readonly ResourceField[]): readonly ResourceField[] {
  return fields.filter((field) => fieldTypes[field.type].graphqlType === "String" && field.type !== "file");
}
