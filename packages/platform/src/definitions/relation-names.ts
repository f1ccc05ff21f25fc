import type { Resource, ResourceField } from "./resource.ts";
import { shortName } from "./short-name.ts";

/** Indexes that a table has whatever its fields are. */
export type IndexPurpose = "newest" | "creator" | "readers";

export function indexName(resource: Pick<Resource, "id">, purpose: IndexPurpose): string {
  return shortName(`${resource.id}_${purpose}`);
}

/** Of a field that is unique, indexed, or holds files. */
export function fieldIndexName(resource: Pick<Resource, "id">, field: ResourceField): string {
  return shortName(
    `${resource.id}_${field.name}_${field.unique ? "unique" : field.type === "file" ? "files" : "sorted"}`,
  );
}

/** Every name that a resource takes in the database, where tables and indexes share one space, and what takes it. */
export function relationNames(resource: Resource): readonly { readonly name: string; readonly what: string }[] {
  const purposes: readonly IndexPurpose[] = resource.rbac ? ["newest", "creator", "readers"] : ["newest"];
  const indexed = resource.fields.filter((field) => field.unique || field.index || field.type === "file");
  return [
    { name: resource.id, what: "the table" },
    // PostgreSQL's own, for the primary key.
    { name: `${resource.id}_pkey`, what: "an index" },
    ...purposes.map((purpose) => ({ name: indexName(resource, purpose), what: "an index" })),
    ...indexed.map((field) => ({
      name: fieldIndexName(resource, field),
      what: `the index of the field "${field.name}"`,
    })),
  ];
}
