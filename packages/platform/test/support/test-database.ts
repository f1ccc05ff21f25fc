import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { queueSchema } from "../../src/queues/queue-schema.ts";
import type { Database } from "../../src/storage/database.ts";
import { openInMemory } from "../../src/storage/embedded/open-embedded.ts";
import { openPostgres } from "../../src/storage/postgres/open-postgres.ts";
import { quotedName, sql } from "../../src/storage/sql.ts";

/** Which database this project's tests run on. */
export const isOnPostgres = process.env.TEST_DATABASE === "postgres";

/** Undefined where no PostgreSQL could be had: its tests are then skipped, by name. */
export const postgresUrl = inject("databaseUrl");

/** Whether this project's tests can run here. Use it as `describe.skipIf(isMissing)`. */
export const isMissing = isOnPostgres && postgresUrl === undefined;

export interface TestDatabase {
  readonly database: Database;
  /** Only on PostgreSQL. */
  readonly url: string | undefined;
  /** Lets go of everything that belongs to this test. */
  discard(): Promise<void>;
}

/** An empty database of the kind that this project tests. */
export function openTestDatabase(): Promise<TestDatabase> {
  return isOnPostgres ? openPostgresCopy() : openSharedEmbedded();
}

let shared: Promise<Database> | undefined;

/** One embedded database per worker process, emptied for each test file that asks. */
async function openSharedEmbedded(): Promise<TestDatabase> {
  shared ??= openInMemory();
  const database = await shared;
  await database.run("drop schema public cascade; create schema public;");
  await emptyQueues(database);
  return { database: keptOpen(database), url: undefined, discard: async () => undefined };
}

/** Making the queues' tables anew would take longer than most tests. */
async function emptyQueues(database: Database): Promise<void> {
  const tables = await database.query<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = ${queueSchema}::regnamespace and relkind = 'r' and relname <> 'migration'`);
  await database.run(`truncate ${tables.map((table) => `${queueSchema}.${quotedName(table.name)}`).join(", ")}`);
}

function keptOpen(database: Database): Database {
  return {
    kind: database.kind,
    query: (statement) => database.query(statement),
    run: (script) => database.run(script),
    transaction: (work) => database.transaction(work),
    isInTransaction: () => database.isInTransaction(),
    listen: (channel, hear) => database.listen(channel, hear),
    notify: (channel, payload) => database.notify(channel, payload),
    close: async () => undefined,
  };
}

/** A new database on the test server. */
export async function createPostgresDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  if (postgresUrl === undefined) throw new Error("There is no PostgreSQL server for tests here.");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(`create database ${name}`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`) };
}

async function openPostgresCopy(): Promise<TestDatabase> {
  const { url, drop } = await createPostgresDatabase();
  const database = await openPostgres({ url, connections: 4 });
  return {
    database,
    url,
    discard: async () => {
      await database.close();
      await drop();
    },
  };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
