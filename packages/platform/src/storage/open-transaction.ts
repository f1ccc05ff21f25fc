import type { Row } from "./database.ts";
import type { Sql } from "./sql.ts";

/** The connection that a running transaction owns. It answers in the order it was asked. */
export interface TransactionConnection {
  query(statement: Sql): Promise<readonly Row[]>;
  run(script: string): Promise<void>;
}

/** A transaction, or a savepoint inside one, from its begin to its end. */
export class OpenTransaction implements TransactionConnection {
  readonly outer: OpenTransaction | undefined;
  /** Statements made from now on don't belong to it. */
  isEnded = false;
  readonly #connection: TransactionConnection;
  /** Settles when the savepoint that runs inside ends: a statement beside it would otherwise be undone with it. */
  #inner: Promise<void> | undefined;
  /** Settles with the last statement, and so after all of them. */
  #last: Promise<void> = Promise.resolve();
  /** The first statement that failed. PostgreSQL answers a commit after that with a rollback, and without an error. */
  #failure: { readonly error: unknown } | undefined;

  constructor(connection: TransactionConnection, outer?: OpenTransaction) {
    this.#connection = connection;
    this.outer = outer;
  }

  async query(statement: Sql): Promise<readonly Row[]> {
    while (this.#inner) await this.#inner;
    return this.#watched(this.#connection.query(statement));
  }

  async run(script: string): Promise<void> {
    while (this.#inner) await this.#inner;
    return this.#watched(this.#connection.run(script));
  }

  /** Has the connection to itself until `work` is done; what else belongs to this transaction waits. */
  async exclusively<Result>(work: (connection: TransactionConnection) => Promise<Result>): Promise<Result> {
    while (this.#inner) await this.#inner;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#inner = promise;
    try {
      return await work(this.#connection);
    } finally {
      this.#inner = undefined;
      resolve();
    }
  }

  /** Waits for the statements that nobody awaited; throws when one failed, whether or not somebody caught that. */
  async end(): Promise<void> {
    while (this.#inner) await this.#inner;
    await this.#last;
    this.isEnded = true;
    if (this.#failure) throw this.#failure.error;
  }

  #watched<Result>(statement: Promise<Result>): Promise<Result> {
    this.#last = statement.then(
      () => undefined,
      (error: unknown) => {
        this.#failure ??= { error };
      },
    );
    return statement;
  }
}
