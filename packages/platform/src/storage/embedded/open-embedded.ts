import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { DatabaseUnavailableError } from "../../foundation/errors.ts";
import type { Database, Row } from "../database.ts";
import { databaseError } from "../database-error.ts";
import { RunningWork } from "../running-work.ts";
import { compile, quotedName, type SqlFragment, type SqlValue, sql } from "../sql.ts";
import { TransactionScope } from "../transaction-scope.ts";
import { lockFolder } from "./folder-lock.ts";
import type { DriverFailure, Reply, Request, WorkerSettings } from "./messages.ts";
import { ensureDatabaseFolder } from "./template.ts";

/** PostgreSQL inside this process, kept in a folder. Throws when another process uses the folder. */
export async function openEmbedded(folder: string): Promise<Database> {
  const unlock = await lockFolder(folder);
  try {
    const files = join(folder, "database");
    await ensureDatabaseFolder(files);
    return await startWorker({ folder: files }, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** PostgreSQL inside this process, kept in memory: for tests. */
export function openInMemory(): Promise<Database> {
  return startWorker({}, async () => undefined);
}

async function startWorker(settings: WorkerSettings, unlock: () => Promise<void>): Promise<Database> {
  const worker = new Worker(new URL("./embedded-worker.ts", import.meta.url), { workerData: settings });
  await new Promise<void>((resolve, reject) => {
    worker.once("message", () => resolve());
    worker.once("error", reject);
    worker.once("exit", () => reject(new DatabaseUnavailableError("the embedded database ended while it was opened")));
  });
  return new EmbeddedDatabase(worker, unlock);
}

interface Waiting {
  resolve(rows: readonly Row[]): void;
  reject(error: unknown): void;
}

interface Hearer {
  hear(payload: string): void;
}

interface Channel {
  readonly hearers: Set<Hearer>;
  /** Settles once notifications arrive. */
  readonly listening: Promise<void>;
}

type Ask =
  | { readonly kind: "query"; readonly text: string; readonly values: readonly SqlValue[] }
  | { readonly kind: "script"; readonly text: string }
  | { readonly kind: "close" };

class EmbeddedDatabase implements Database {
  readonly kind = "embedded";
  readonly #worker: Worker;
  readonly #unlock: () => Promise<void>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #channels = new Map<string, Channel>();
  readonly #transactions = new TransactionScope();
  readonly #work = new RunningWork();
  #lastId = 0;
  /** Settles when the running transaction ends. There is one connection, so everything else waits for it. */
  #busy: Promise<void> | undefined;
  #failure: Error | undefined;
  #closed: Promise<void> | undefined;

  constructor(worker: Worker, unlock: () => Promise<void>) {
    this.#worker = worker;
    this.#unlock = unlock;
    worker.on("message", (reply: Reply) => this.#receive(reply));
    worker.on("error", (error) => this.#fail(error));
    worker.on("exit", () => this.#fail(new Error("the embedded database has stopped")));
  }

  async query<Result extends object = Row>(statement: SqlFragment): Promise<readonly Result[]> {
    const compiled = compile(statement);
    const transaction = this.#transactions.current();
    const rows = transaction ? transaction.query(compiled) : this.#alone({ kind: "query", ...compiled });
    return (await rows) as readonly Result[];
  }

  async run(script: string): Promise<void> {
    const transaction = this.#transactions.current();
    await (transaction ? transaction.run(script) : this.#alone({ kind: "script", text: script }));
  }

  isInTransaction(): boolean {
    return this.#transactions.current() !== undefined;
  }

  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    const outer = this.#transactions.current();
    if (outer) return this.#transactions.nested(outer, work);
    return this.#work.do(async () => {
      while (this.#busy) await this.#busy;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#busy = promise;
      try {
        return await this.#transactions.run(
          {
            query: ({ text, values }) => this.#send({ kind: "query", text, values }),
            run: async (script) => void (await this.#send({ kind: "script", text: script })),
          },
          work,
        );
      } finally {
        this.#busy = undefined;
        resolve();
      }
    });
  }

  async listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>> {
    // An object of its own: the same function may listen twice.
    const hearer = { hear };
    const known = this.#channels.get(channel);
    const listening = known?.listening ?? this.run(`listen ${quotedName(channel)}`);
    const { hearers } = known ?? { hearers: new Set<Hearer>() };
    hearers.add(hearer);
    if (!known) this.#channels.set(channel, { hearers, listening });
    try {
      await listening;
    } catch (error) {
      this.#channels.delete(channel);
      throw error;
    }
    return async () => {
      if (!hearers.delete(hearer) || hearers.size > 0 || this.#failure || this.#closed) return;
      this.#channels.delete(channel);
      await this.run(`unlisten ${quotedName(channel)}`);
    };
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
    try {
      if (!this.#failure) await this.#send({ kind: "close" });
    } finally {
      await this.#worker.terminate();
      await this.#unlock();
    }
  }

  /** A statement outside any transaction: waits until none is running. */
  #alone(request: Ask): Promise<readonly Row[]> {
    return this.#work.do(async () => {
      while (this.#busy) await this.#busy;
      return this.#send(request);
    });
  }

  #send(request: Ask): Promise<readonly Row[]> {
    if (this.#failure) return Promise.reject(new DatabaseUnavailableError(this.#failure.message));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ...request } satisfies Request);
    });
  }

  #receive(reply: Reply): void {
    if (reply.kind === "ready") return;
    if (reply.kind === "heard") {
      for (const { hear } of this.#channels.get(reply.channel)?.hearers ?? []) hear(reply.payload);
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind === "failed") waiting?.reject(databaseError(restored(reply.error)));
    else waiting?.resolve(reply.rows.map((row) => rowObject(reply.names, row)));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const waiting of this.#waiting.values()) waiting.reject(new DatabaseUnavailableError(error.message));
    this.#waiting.clear();
  }
}

function rowObject(names: readonly string[], values: readonly unknown[]): Row {
  const row: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) row[name] = values[index];
  return row;
}

function restored({ message, ...facts }: DriverFailure): Error {
  return Object.assign(new Error(message), facts);
}
