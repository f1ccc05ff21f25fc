import { EventEmitter } from "node:events";
import type { PgNotification, PgPool, PgPoolClient, PgQueryResult } from "bullmq";
import { DatabaseUnavailableError } from "../foundation/errors.ts";
import type { Database } from "../storage/database.ts";
import { foreign } from "../storage/sql.ts";
import { parameterValues } from "./parameter-values.ts";
import type { QueueStatements } from "./queue-statements.ts";

/**
 * What the queue library takes for a pool of connections: statements go to our database, and so belong to the transaction
 * around them, if there is one.
 */
export function databasePool(database: Database, statements: QueueStatements): PgPool {
  const pool = Object.assign(new EventEmitter(), {
    query: <Result>(text: string, parameters: readonly unknown[] = []) =>
      runStatement<Result>(database, statements(text), parameters),
    connect: async (): Promise<PgPoolClient> => new PoolClient(database, statements),
    end: async () => undefined,
    // Our database finds lost connections by itself.
    options: { keepAlive: false },
  });
  // One listener for each queue and each worker.
  pool.setMaxListeners(0);
  return pool;
}

const mostTries = 5;

async function runStatement<Result>(
  database: Database,
  text: string,
  parameters: readonly unknown[],
  tries = 1,
): Promise<PgQueryResult<Result>> {
  try {
    const rows = await database.query(foreign(text, parameterValues(parameters)));
    return { rows: [...rows] as Result[], rowCount: rows.length };
  } catch (error) {
    // PostgreSQL has undone it to let another one pass. The library would count the job as failed.
    if (isDeadlock(error) && tries < mostTries && !database.isInTransaction()) {
      return runStatement(database, text, parameters, tries + 1);
    }
    throw connectionError(error);
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "40P01";
}

/** The library waits and tries again only when it recognises the code. */
function connectionError(error: unknown): unknown {
  if (!(error instanceof DatabaseUnavailableError)) return error;
  return Object.assign(new Error(error.reason, { cause: error }), { code: "ECONNREFUSED" });
}

const listenStatement = /^(?:\s*--.*\n)*\s*listen\s+(\w+)/i;

/** A client that hears notifications; its statements go where all others go. */
class PoolClient extends EventEmitter implements PgPoolClient {
  readonly #database: Database;
  readonly #statements: QueueStatements;
  readonly #stops: Promise<() => Promise<void>>[] = [];

  constructor(database: Database, statements: QueueStatements) {
    super();
    this.#database = database;
    this.#statements = statements;
  }

  async query<Result>(text: string, parameters: readonly unknown[] = []): Promise<PgQueryResult<Result>> {
    const channel = text.match(listenStatement)?.[1];
    if (channel) {
      const hear = (payload: string) => this.emit("notification", { channel, payload } satisfies PgNotification);
      const stop = this.#database.listen(channel, hear);
      this.#stops.push(stop);
      await stop;
      return { rows: [] };
    }
    // The library names its connection here. Ours is shared, and keeps its name.
    if (text.includes("application_name")) return { rows: [] };
    return runStatement(this.#database, this.#statements(text), parameters);
  }

  release(): void {
    for (const stop of this.#stops.splice(0)) {
      // A lost connection listens to nothing any more.
      stop.then((unlisten) => unlisten()).catch(() => undefined);
    }
  }
}
