import { PGlite } from "@electric-sql/pglite";
import { createPostgresBackend, type PgPool, Queue, runMigrations, Worker } from "bullmq";
import { Redis } from "ioredis";
import pg from "pg";
import { concurrency, payload, type QueueCandidate } from "./queue-candidate.ts";

const name = "bench-bare";
const schema = "bullmq";

/** The library as its documentation shows it, on a pool of PostgreSQL connections. */
export async function barePostgres(url: string): Promise<QueueCandidate> {
  const pool = new pg.Pool({ connectionString: url, max: 20, options: `-c search_path=${schema}`, keepAlive: true });
  const client = await pool.connect();
  await runMigrations(client, schema);
  client.release();
  return candidate(pool as unknown as PgPool, () => pool.end());
}

/** The library on PGlite in the same thread, with nothing in between. */
export async function bareEmbedded(): Promise<QueueCandidate> {
  const database = await PGlite.create();
  const query = async (text: string, parameters?: readonly unknown[]) => {
    const isScript = !parameters && text.trimEnd().slice(0, -1).includes(";");
    if (isScript) await database.exec(text);
    const { rows } = isScript ? { rows: [] } : await database.query(text, [...(parameters ?? [])]);
    return { rows: rows as never[] };
  };
  await runMigrations({ query }, schema);
  await database.exec(`set search_path to ${schema}`);
  const client = () => ({
    query,
    release: () => undefined,
    on: (event: string, hear: (message: { channel: string; payload: string }) => void) => {
      if (event === "notification") database.onNotification((channel, text) => hear({ channel, payload: text }));
    },
    removeListener: () => undefined,
    removeAllListeners: () => undefined,
  });
  const pool = {
    query,
    connect: async () => client(),
    end: async () => undefined,
    on: () => pool,
    removeAllListeners: () => pool,
  };
  return candidate(pool as unknown as PgPool, () => database.close());
}

export async function bareRedis(url: string): Promise<QueueCandidate> {
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  return candidate(connection, async () => connection.disconnect());
}

function candidate(connection: PgPool | Redis, end: () => Promise<void>): QueueCandidate {
  const isRedis = connection instanceof Redis;
  const queue = isRedis ? new Queue(name, { connection }) : new Queue(name, { connection }, createPostgresBackend);
  return {
    name: "bare",
    add: async (index) => {
      await queue.add("work", payload(index));
    },
    addBulk: async (from, count) => {
      await queue.addBulk(Array.from({ length: count }, (_, index) => ({ name: "work", data: payload(from + index) })));
    },
    process: async (count) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      let done = 0;
      const run = async () => null;
      const options = { concurrency };
      const worker = isRedis
        ? new Worker(name, run, { connection, ...options })
        : new Worker(name, run, { connection, ...options }, createPostgresBackend);
      worker.on("completed", () => {
        done += 1;
        if (done === count) resolve();
      });
      await promise;
      await worker.close();
    },
    empty: () => queue.obliterate({ force: true }),
    close: async () => {
      await queue.close();
      await end();
    },
  };
}
