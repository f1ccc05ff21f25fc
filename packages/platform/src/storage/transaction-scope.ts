import { AsyncLocalStorage } from "node:async_hooks";
import { OpenTransaction, type TransactionConnection } from "./open-transaction.ts";

/**
 * Follows each running transaction through the calls that belong to it, so that a statement made anywhere inside the
 * callback joins it. On the embedded database, which has one connection, a statement outside it would wait forever.
 */
export class TransactionScope {
  readonly #open = new AsyncLocalStorage<OpenTransaction>();

  /** What a statement made here and now belongs to. A timer may outlive its transaction: then to the one around it. */
  current(): OpenTransaction | undefined {
    let transaction = this.#open.getStore();
    while (transaction?.isEnded) transaction = transaction.outer;
    return transaction;
  }

  /** Runs `work` between begin and commit on the given connection. */
  async run<Result>(connection: TransactionConnection, work: () => Promise<Result>): Promise<Result> {
    await connection.run("begin");
    const transaction = new OpenTransaction(connection);
    try {
      const result = await this.#open.run(transaction, work);
      await transaction.end();
      await connection.run("commit");
      return result;
    } catch (error) {
      transaction.isEnded = true;
      // A connection that is already lost has rolled back by itself; the first error is the one to report.
      await connection.run("rollback").catch(() => undefined);
      throw error;
    }
  }

  /** Runs `work` as a savepoint of the transaction around it. */
  nested<Result>(outer: OpenTransaction, work: () => Promise<Result>): Promise<Result> {
    return outer.exclusively(async (connection) => {
      await connection.run("savepoint platform");
      const inner = new OpenTransaction(connection, outer);
      try {
        const result = await this.#open.run(inner, work);
        await inner.end();
        await connection.run("release savepoint platform");
        return result;
      } catch (error) {
        inner.isEnded = true;
        // Released as well: savepoints share one name, and a forgotten one would shadow the one around it.
        await connection.run("rollback to savepoint platform; release savepoint platform").catch(() => undefined);
        throw error;
      }
    });
  }
}
