import type { SqlFragment } from "./sql.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Where everything is kept. Both implementations pass the same conformance suite. */
export interface Database {
  readonly kind: "embedded" | "postgres";

  /**
   * Runs one statement. Inside the callback of `transaction` it belongs to that transaction; otherwise it stands alone.
   * Dates come back as ISO 8601 strings in UTC, numbers as numbers, JSON parsed.
   */
  query<Result extends object = Row>(statement: SqlFragment): Promise<readonly Result[]>;

  /** Runs several statements without parameters, such as a migration; stops at the first that fails. */
  run(script: string): Promise<void>;

  /** All or nothing: commits when `work` resolves, rolls back when it throws. Inside another one it is a savepoint. */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>;

  /** Hears every notification on a channel, from any process, until the returned function is called. */
  listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>>;

  /** Inside a transaction it is heard only once that has committed. */
  notify(channel: string, payload: string): Promise<void>;

  /** Waits for what is running, then lets go of everything. */
  close(): Promise<void>;
}
