import pg from "pg";
import { DatabaseUnavailableError, StartRefusedError } from "../../foundation/errors.ts";
import type { Database, Row } from "../database.ts";
import { databaseError } from "../database-error.ts";
import { RunningWork } from "../running-work.ts";
import { compile, type SqlFragment, sql } from "../sql.ts";
import { TransactionScope } from "../transaction-scope.ts";
import { type ClientOptions, clientConfig, prepareSession, queryClient, runScript } from "./client.ts";
import { NotificationListener } from "./notification-listener.ts";
import { PipelinedConnections } from "./pipelined-connections.ts";
import { StatementNames } from "./statement-names.ts";

export interface PostgresOptions {
  readonly url: string;
  /** Most connections for single statements, and again as many for transactions. Default 16. */
  readonly connections?: number;
  /** Longest a statement may run, in milliseconds. Default 30,000. */
  readonly statementTimeout?: number;
}

/** A PostgreSQL server. Throws when it can't be reached. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, connections = 16, statementTimeout = 30_000 } = options;
  const database = new PostgresDatabase({ url, statementTimeout }, connections);
  try {
    await database.query(sql`select 1`);
  } catch (error) {
    await database.close();
    throw unusable(url, error);
  }
  return database;
}

/** Names the server, never the password in its address. */
function unusable(url: string, error: unknown): StartRefusedError {
  const { hostname, port } = new URL(url);
  const reason =
    error instanceof DatabaseUnavailableError ? error.reason : error instanceof Error ? error.message : String(error);
  return new StartRefusedError(`PostgreSQL at ${hostname || "localhost"}:${port || 5432} can't be used:`, [
    `${reason}; check DATABASE_URL, and that the server is running`,
  ]);
}

class PostgresDatabase implements Database {
  readonly kind = "postgres";
  readonly #names = new StatementNames();
  readonly #single: PipelinedConnections;
  readonly #pool: pg.Pool;
  readonly #listener: NotificationListener;
  readonly #transactions = new TransactionScope();
  readonly #work = new RunningWork();
  #closed: Promise<void> | undefined;

  constructor(options: ClientOptions, connections: number) {
    this.#single = new PipelinedConnections(options, this.#names, connections);
    this.#listener = new NotificationListener(options);
    this.#pool = new pg.Pool({
      ...clientConfig(options),
      max: connections,
      onConnect: (client: pg.ClientBase) => prepareSession(client, options),
    } as pg.PoolConfig);
    // Without a listener an idle connection that the server closes would end the process.
    this.#pool.on("error", () => undefined);
  }

  query<Result extends object = Row>(statement: SqlFragment): Promise<readonly Result[]> {
    const compiled = compile(statement);
    const transaction = this.#transactions.current();
    const rows = transaction ? transaction.query(compiled) : this.#work.do(() => this.#single.query(compiled));
    return rows as Promise<readonly Result[]>;
  }

  async run(script: string): Promise<void> {
    const transaction = this.#transactions.current();
    if (transaction) return transaction.run(script);
    await this.#withClient((client) => runScript(client, script));
  }

  isInTransaction(): boolean {
    return this.#transactions.current() !== undefined;
  }

  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    const outer = this.#transactions.current();
    if (outer) return this.#transactions.nested(outer, work);
    return this.#withClient((client) =>
      this.#transactions.run(
        {
          query: (statement) => queryClient(client, statement, this.#names),
          run: (script) => runScript(client, script),
        },
        work,
      ),
    );
  }

  listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#work.do(() => this.#listener.listen(channel, hear));
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.query(sql`select pg_notify(${channel}, ${payload})`);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#work.close();
    await Promise.all([this.#single.close(), this.#pool.end(), this.#listener.close()]);
  }

  #withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    return this.#work.do(async () => {
      const client = await this.#pool.connect().catch((error) => {
        throw databaseError(error);
      });
      let lost: Error | undefined;
      const onError = (error: Error) => {
        lost = error;
      };
      client.on("error", onError);
      try {
        return await work(client);
      } finally {
        client.off("error", onError);
        client.release(lost);
      }
    });
  }
}
