import type { SqlFragment } from "../sql.ts";

/** One difference between what is declared and what is stored, and how to settle it. */
export interface Change {
  /** Names it on the command line: `drop:tickets.priority`. */
  readonly id: string;
  /** One sentence for a person. */
  readonly summary: string;
  /**
   * `safe` changes are made by themselves at start. `accept` ones lose or alter data: they wait for
   * `migrate apply --accept <id>`. `blocked` ones can't be made as things stand.
   */
  readonly kind: "safe" | "accept" | "blocked";
  /** What a person can do about a change that does not happen by itself. */
  readonly resolution?: string;
  readonly statements: readonly SqlFragment[];
}

export interface Plan {
  readonly changes: readonly Change[];
  /** Managed tables that no definition claims any more. They are kept until dropped by name. */
  readonly unusedTables: readonly UnusedTable[];
}

export interface UnusedTable {
  readonly name: string;
  /** The tables that belong to it and go with it, in the order in which they can go. */
  readonly parts: readonly string[];
}
