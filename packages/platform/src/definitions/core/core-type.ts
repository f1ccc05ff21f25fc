import type { FieldDefinition } from "../field-definition.ts";

/** A type that every deployment has, declared with the same field definitions as a context. */
export interface CoreType {
  readonly id: string;
  /** What `ById`, `ByIds` and `One` are named after. */
  readonly singular: string;
  readonly description: string;
  readonly rbac?: boolean;
  /** A `secret` field can be set, but never selected, filtered, sorted or grouped by. */
  readonly fields: readonly (FieldDefinition & { readonly secret?: boolean })[];
}
