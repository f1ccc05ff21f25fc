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
  readonly warnings: readonly string[];
}

/**
 * Contexts share `<fieldName>Enum` when their values are the same; a context whose values differ gets a type of its
 * own. Core types always have their own, so that a deployment's field names never change the core schema.
 */
export function enumNames(resources: readonly Resource[]): EnumNames {
  const byField = new Map<string, string>();
  const firstOwner = new Map<string, { readonly resource: string; readonly values: string }>();
  const warnings: string[] = [];

  for (const resource of resources) {
    for (const field of resource.fields) {
      if (field.type !== "enum") continue;
      const key = `${resource.id}.${field.name}`;
      const shared = `${field.name}Enum`;
      const own = `${resource.id}_${field.name}Enum`;
      const values = JSON.stringify(field.enumValues);
      if (resource.kind === "core") {
        byField.set(key, own);
        continue;
      }
      const owner = firstOwner.get(shared);
      if (!owner) firstOwner.set(shared, { resource: resource.id, values });
      const isSame = !owner || owner.values === values;
      byField.set(key, isSame ? shared : own);
      if (!isSame) {
        warnings.push(
          `The enum field ${key} has other values than ${owner.resource}.${field.name}, so its type is named ${own} instead of ${shared}.`,
        );
      }
    }
  }
  return { byField, warnings };
}
