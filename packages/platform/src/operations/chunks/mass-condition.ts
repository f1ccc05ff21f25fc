import { permittedItems } from "../../access/permitted-items.ts";
import { requireSuperAdmin } from "../../access/resource-permissions.ts";
import type { Resource } from "../../definitions/resource.ts";
import { BadInputError } from "../../foundation/errors.ts";
import { and, type Condition } from "../../query/condition.ts";
import { parseFilters } from "../../query/parse-filter.ts";
import type { Call } from "../call.ts";
import { requireSearch } from "./prepare-ranking.ts";

export interface MassOptions {
  readonly where?: unknown;
  /** Most items. Default: all that match. */
  readonly limit?: number | null | undefined;
}

/** Which items an operation on many of them is about: those that match and that the caller may write. */
export function massCondition({ principal }: Call, resource: Resource, { where }: MassOptions): Condition {
  const writable = permittedItems(principal, resource, "write");
  requireSearch(resource);
  const filter = parseFilters(resource, where);
  if (filter.kind === "everything") requireSuperAdmin(principal);
  return and(filter, writable);
}

export function massLimit({ limit }: MassOptions): number | undefined {
  if (limit === undefined || limit === null) return undefined;
  if (Number.isInteger(limit) && limit >= 1) return limit;
  throw new BadInputError(`limit must be a whole number from 1, not ${limit}.`);
}
