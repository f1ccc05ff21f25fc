import type { Resource } from "./resource.ts";

/** The identifier that stands for a stored enum value in the API: `in-progress` becomes `IN_PROGRESS`. */
export function enumValueName(value: string): string {
  return value
    .toUpperCase()
    .replace(/[^A-Z0-9_]/g, "_")
    .replace(/^(?=[0-9])/, "_");
}

export interface EnumNames {
  /** The name of the enum type of each enum field, by `<resource id>.<field name>`. */
  readonly byField: ReadonlyMap<string, string>;
  /** Every enum type; two of the same name differ in their values, and can't both be. */
  readonly types: readonly EnumType[];
  readonly warnings: readonly string[];
}

interface EnumType {
  readonly name: string;
  readonly values: string;
  /** The first field that has it. */
  readonly resourceId: string;
  readonly field: string;
}

/**
 * Contexts share `<fieldName>Enum` when their values are the same; a context whose values differ gets a type of its
 * own. Core types always have their own, so that a deployment's field names never change the core schema.
 */
export function enumNames(resources: readonly Resource[]): EnumNames {
  const byField = new Map<string, string>();
  const types: EnumType[] = [];
  const warnings: string[] = [];

  for (const resource of resources) {
    for (const field of resource.fields) {
      if (field.type !== "enum") continue;
      const key = `${resource.id}.${field.name}`;
      const own = `${resource.id}_${field.name}Enum`;
      const shared = resource.kind === "core" ? own : `${field.name}Enum`;
      const values = JSON.stringify(field.enumValues);
      const first = types.find((type) => type.name === shared);
      const name = !first || first.values === values ? shared : own;
      byField.set(key, name);
      if (!types.some((type) => type.name === name && type.values === values)) {
        types.push({ name, values, resourceId: resource.id, field: field.name });
      }
      if (first && name !== shared) {
        warnings.push(
          `The enum field ${key} has other values than ${first.resourceId}.${first.field}, so its type is named ${own} instead of ${shared}.`,
        );
      }
    }
  }
  return { byField, types, warnings };
}
