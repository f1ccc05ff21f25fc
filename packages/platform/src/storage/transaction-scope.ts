import { AsyncLocalStorage } from "node:async_hooks";
import type { Row } from "./database.ts";
import type { Sql } from "./sql.ts";

/** The connection that a running transaction owns. */
export interface TransactionConnection {
  query(statement: Sql): Promise<readonly Row[]>;
  run(script: string): Promise<void>;
}

interface Scope {
  readonly connection: TransactionConnection;
  savepoints: number;
}

/**
 * Follows each running transaction through the calls that belong to it, so that a statement made anywhere inside the
 * callback joins it. On the embedded database, which has one connection, a statement outside it would wait forever.
 */
export class TransactionScope {
  readonly #scopes = new AsyncLocalStorage<Scope>();

  current(): TransactionConnection | undefined {
    return this.#scopes.getStore()?.connection;
  }

  /** Runs `work` between begin and commit on the given connection, or as a savepoint of the transaction around it. */
  async run<Result>(connection: TransactionConnection, work: () => Promise<Result>): Promise<Result> {
    await connection.run("begin");
    try {
      const result = await this.#scopes.run({ connection, savepoints: 0 }, work);
      await connection.run("commit");
      return result;
    } catch (error) {
      // A connection that is already lost has rolled back by itself; the first error is the one to report.
      await connection.run("rollback").catch(() => undefined);
      throw error;
    }
  }

  /** Only inside `run`. */
  async nested<Result>(work: () => Promise<Result>): Promise<Result> {
    const scope = this.#scopes.getStore();
    if (!scope) throw new Error("A savepoint needs a transaction around it.");
    scope.savepoints += 1;
    const savepoint = `platform_${scope.savepoints}`;
    await scope.connection.run(`savepoint ${savepoint}`);
    try {
      const result = await work();
      await scope.connection.run(`release savepoint ${savepoint}`);
      return result;
    } catch (error) {
      await scope.connection.run(`rollback to savepoint ${savepoint}`).catch(() => undefined);
      throw error;
    }
  }
}
