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
  /** What a person can do about a change that does not happen by itself, besides accepting it. */
  readonly resolution?: string;
  /** What is done by accepting it: `drop it for good`. Only of `accept` ones. */
  readonly acceptance?: string;
  readonly statements: readonly SqlFragment[];
}

/** Everything that a person can do about a change, commands ready to be copied. */
export function wayOut({ id, resolution, acceptance }: Change, config: string | undefined): string | undefined {
  if (acceptance === undefined) return resolution;
  return `${resolution}; or ${acceptance} with: ${migrateLine("apply", config)} --accept ${id}`;
}

/** A command on the tables of a deployment. `config`: the file it is declared in; absent: the usual one. */
export function migrateLine(command: "plan" | "apply", config: string | undefined): string {
  return `platform migrate ${command}${config === undefined ? "" : ` ${shellWord(config)}`}`;
}

function shellWord(text: string): string {
  return /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
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
