import pg from "pg";
import type { Row } from "../database.ts";
import { databaseError } from "../database-error.ts";
import type { Sql } from "../sql.ts";
import { type ClientOptions, clientConfig, prepareSession, queryClient } from "./client.ts";
import type { StatementNames } from "./statement-names.ts";

interface Connection {
  readonly opened: Promise<pg.Client>;
  /** Set once it is open: an await less for every statement after that. */
  client: pg.Client | undefined;
  running: number;
}

/**
 * Connections for statements that stand alone. Each takes the least busy connection; only when all are busy do
 * statements share one, so that a slow statement holds up others as late as possible.
 */
export class PipelinedConnections {
  readonly #options: ClientOptions;
  readonly #names: StatementNames;
  readonly #most: number;
  #connections: readonly Connection[] = [];

  constructor(options: ClientOptions, names: StatementNames, most: number) {
    this.#options = options;
    this.#names = names;
    this.#most = most;
  }

  async query(statement: Sql): Promise<readonly Row[]> {
    const connection = this.#leastBusy();
    connection.running += 1;
    try {
      const client = connection.client ?? (await connection.opened);
      return await queryClient(client, statement, this.#names);
    } finally {
      connection.running -= 1;
    }
  }

  async close(): Promise<void> {
    const connections = this.#connections;
    this.#connections = [];
    await Promise.all(connections.map(({ opened }) => opened.then((client) => client.end(), ignore)));
  }

  #leastBusy(): Connection {
    let best: Connection | undefined;
    for (const connection of this.#connections) {
      if (connection.running === 0 && connection.client) return connection;
      if (!best || connection.running < best.running) best = connection;
    }
    return best && this.#connections.length >= this.#most ? best : this.#open();
  }

  #open(): Connection {
    const client = new pg.Client(clientConfig(this.#options));
    const connection: Connection = {
      client: undefined,
      running: 0,
      opened: this.#connect(client, () => this.#forget(connection)),
    };
    this.#connections = [...this.#connections, connection];
    connection.opened.then(
      () => {
        connection.client = client;
      },
      () => this.#forget(connection),
    );
    return connection;
  }

  async #connect(client: pg.Client, lost: () => void): Promise<pg.Client> {
    client.on("error", lost);
    client.on("end", lost);
    try {
      await client.connect();
      await prepareSession(client, this.#options);
      return client;
    } catch (error) {
      throw databaseError(error);
    }
  }

  #forget(lost: Connection): void {
    this.#connections = this.#connections.filter((connection) => connection !== lost);
  }
}

/** One that never opened needs no closing. */
function ignore(): void {}
