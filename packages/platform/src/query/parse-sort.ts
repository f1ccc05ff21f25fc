import { fieldTypes } from "../definitions/field-types.ts";
import type { Resource, ResourceField } from "../definitions/resource.ts";
import { BadInputError } from "../foundation/errors.ts";

export interface Sort {
  readonly field: string;
  readonly direction: "ASC" | "DESC";
}

export interface SortInput {
  readonly field?: string | null | undefined;
  readonly direction?: "ASC" | "DESC" | null | undefined;
}

const newestFirst: Sort = { field: "createdAt", direction: "DESC" };

/** Unsorted lists are newest first. A direction alone sorts by the time of creation. */
export function parseSort(resource: Resource, sort: SortInput | null | undefined): Sort {
  if (!sort) return newestFirst;
  const field = sort.field ?? "createdAt";
  const direction = sort.direction ?? "ASC";
  orderedField(resource, field, "sort by");
  if (direction !== "ASC" && direction !== "DESC") throw new BadInputError("The sort direction must be ASC or DESC.");
  return { field, direction };
}

/** The field that items are to be sorted or grouped by; an unknown or unsuitable one is an error that names the others. */
export function orderedField(resource: Resource, name: string, purpose: "sort by" | "group by"): ResourceField {
  const field = resource.readable.get(name);
  if (field && fieldTypes[field.type].ordered) return field;
  const allowed = [...resource.readable.values()].filter((each) => fieldTypes[each.type].ordered);
  const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
  throw new BadInputError(
    `"${shown}" is not a field to ${purpose}. Fields are: ${allowed.map((each) => each.name).join(", ")}.`,
  );
}
