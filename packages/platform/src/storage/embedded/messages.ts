import type { SqlValue } from "../sql.ts";

/** What the main thread asks of the thread that runs the embedded database. */
export type Request =
  | { readonly id: number; readonly kind: "query"; readonly text: string; readonly values: readonly SqlValue[] }
  | { readonly id: number; readonly kind: "script"; readonly text: string }
  | { readonly id: number; readonly kind: "close" };

/** What comes back: an answer to a request, or something heard on a channel. */
export type Reply =
  | { readonly kind: "ready" }
  | {
      readonly kind: "rows";
      readonly id: number;
      readonly names: readonly string[];
      readonly rows: readonly unknown[][];
    }
  | { readonly kind: "failed"; readonly id: number; readonly error: DriverFailure }
  | { readonly kind: "heard"; readonly channel: string; readonly payload: string };

/** The parts of a database error that survive the way between threads. */
export interface DriverFailure {
  readonly message: string;
  readonly code?: string;
  readonly detail?: string;
  readonly column?: string;
  readonly constraint?: string;
}

export interface WorkerSettings {
  /** The folder of the database's files; absent: in memory, for tests. */
  readonly folder?: string;
}
