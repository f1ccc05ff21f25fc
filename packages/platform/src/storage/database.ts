import type { SqlFragment } from "./sql.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Where everything is kept. Both implementations pass the same conformance suite. */
export interface Database {
  readonly kind: "embedded" | "postgres";

  /**
   * Runs one statement. Inside the callback of `transaction` it belongs to that transaction; otherwise it stands alone.
   * Timestamps come back as ISO 8601 strings in UTC, numbers as numbers, JSON parsed, anything else as PostgreSQL writes it.
   */
  query<Result extends object = Row>(statement: SqlFragment): Promise<readonly Result[]>;

  /** Runs several statements without parameters, such as a migration; stops at the first that fails. */
  run(script: string): Promise<void>;

  /**
   * All or nothing: commits when `work` resolves, rolls back when it throws or a statement in it fails, even if that was
   * caught. Inside another one it is a savepoint.
   */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>;

  /** Whether a statement made here and now would belong to a transaction. */
  isInTransaction(): boolean;

  /**
   * Hears every notification on a channel, from any process, until the returned function is called. To be called outside
   * a transaction, whose rollback would undo it. While the connection is lost, notifications are missed.
   */
  listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>>;

  /** Inside a transaction it is heard only once that has committed. */
  notify(channel: string, payload: string): Promise<void>;

  /** Refuses new work, waits for what is running, then lets go of everything. Calling it again does nothing more. */
  close(): Promise<void>;
}
