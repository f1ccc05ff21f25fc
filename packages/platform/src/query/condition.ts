import type { Stored } from "../definitions/field-types.ts";
import type { Right } from "../definitions/rights.ts";

/** What rows must satisfy. Filters and access rules are both conditions; storage turns them into SQL. */
export type Condition =
  | { readonly kind: "everything" }
  | { readonly kind: "nothing" }
  | { readonly kind: "and"; readonly conditions: readonly Condition[] }
  | { readonly kind: "or"; readonly conditions: readonly Condition[] }
  | { readonly kind: "equals"; readonly field: string; readonly value: Stored }
  | { readonly kind: "differs"; readonly field: string; readonly value: Stored }
  | { readonly kind: "empty"; readonly field: string }
  | { readonly kind: "filled"; readonly field: string }
  | { readonly kind: "oneOf"; readonly field: string; readonly values: readonly Stored[] }
  | { readonly kind: "atMost"; readonly field: string; readonly value: Stored }
  | { readonly kind: "atLeast"; readonly field: string; readonly value: Stored }
  | { readonly kind: "containsText"; readonly field: string; readonly value: string }
  | { readonly kind: "containsJson"; readonly field: string; readonly value: string }
  | Granted
  /** The row that a field names, in another table, is granted. */
  | { readonly kind: "parentPermitted"; readonly field: string; readonly parent: string; readonly granted: Granted };

/** The rights on the row itself let the caller read, or write. */
export interface Granted {
  readonly kind: "granted";
  readonly right: Right;
  /** Whose own rows are granted in any case. */
  readonly userId: string | null;
  /** What grants can name: `user:<id>` and `role:<id>`. */
  readonly keys: readonly string[];
}

export const everything: Condition = { kind: "everything" };
export const nothing: Condition = { kind: "nothing" };

/** No condition at all means everything. */
export function and(...conditions: readonly Condition[]): Condition {
  const parts = conditions.filter((condition) => condition.kind !== "everything");
  if (parts.some((condition) => condition.kind === "nothing")) return nothing;
  const [only] = parts;
  if (!only) return everything;
  return parts.length === 1 ? only : { kind: "and", conditions: parts };
}

/** No alternative at all means nothing. */
export function or(...conditions: readonly Condition[]): Condition {
  const parts = conditions.filter((condition) => condition.kind !== "nothing");
  if (parts.some((condition) => condition.kind === "everything")) return everything;
  const [only] = parts;
  if (!only) return nothing;
  return parts.length === 1 ? only : { kind: "or", conditions: parts };
}

export function equals(field: string, value: Stored): Condition {
  return { kind: "equals", field, value };
}

export function oneOf(field: string, values: readonly Stored[]): Condition {
  return values.length === 0 ? nothing : { kind: "oneOf", field, values };
}
