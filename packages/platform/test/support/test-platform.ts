import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GraphQLFormattedError } from "graphql";
import type { Deployment } from "../../src/definitions/app.ts";
import { createPlatform, type Platform, type PlatformOptions } from "../../src/main/create-platform.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import type { Database } from "../../src/storage/database.ts";
import { openDiskStore } from "../../src/storage/files/disk-store.ts";
import { openPostgres } from "../../src/storage/postgres/open-postgres.ts";
import { compile, type Sql } from "../../src/storage/sql.ts";
import { openTestDatabase, type TestDatabase } from "./test-database.ts";

export const testSecret = "a secret for tests only, long enough to be one";
export const developmentKey = "sk_development_for-tests";

export interface Answer {
  readonly data?: Record<string, never> | null;
  readonly errors?: readonly GraphQLFormattedError[];
}

/** A way to ask, as one caller. */
export interface Client {
  /**
   * Sends an operation over HTTP. A query is sent three times, so that the interpreted and the compiled way of executing
   * it are held to the same answer; a mutation is sent once.
   */
  ask(query: string, variables?: Record<string, unknown>): Promise<Answer>;
  /** The data of an operation that must succeed. */
  data<Data = Record<string, unknown>>(query: string, variables?: Record<string, unknown>): Promise<Data>;
  /** The one error of an operation that must fail. */
  error(query: string, variables?: Record<string, unknown>): Promise<GraphQLFormattedError>;
}

/** Asks as a caller with every right. */
export interface TestPlatform extends Client {
  readonly platform: Platform;
  readonly database: Database;
  /** Only on PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** Where it listens, without the path. */
  readonly url: string;
  /** Every statement since `forget` was last called. */
  readonly statements: readonly Sql[];
  forget(): void;
  /** Asks with other headers. */
  as(headers: Readonly<Record<string, string>>): Client;
  close(): Promise<void>;
}

/** A real server on a free port, with an empty database of the kind that this project tests. */
export async function startTestPlatform(
  app: Deployment,
  options: Partial<PlatformOptions> & { readonly on?: TestDatabase } = {},
): Promise<TestPlatform> {
  const opened = options.on ?? (await openTestDatabase());
  const statements: Sql[] = [];
  const database = recording(opened.database, statements);
  const folder = await mkdtemp(join(tmpdir(), "platform-test-files-"));
  const platform = await createPlatform(app, {
    database,
    secrets: [testSecret],
    internalSecret: testSecret,
    developmentKey,
    // A registry of its own: the one of the process would be shared by every test in it.
    queues: new QueueRegistry(),
    files: openDiskStore(folder),
    ...options,
  });
  const url = await platform.http.listen({ host: "127.0.0.1", port: 0 });
  const as = (headers: Readonly<Record<string, string>>) => createClient(`${url}/graphql`, headers);

  return {
    ...as({ "x-api-key": developmentKey }),
    platform,
    database,
    databaseUrl: opened.url,
    url,
    statements,
    forget: () => statements.splice(0),
    as,
    close: async () => {
      await platform.http.close();
      await opened.discard();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A second platform on the database of the first, as another process would be. */
export async function startBeside(
  { database: first, databaseUrl: url }: TestPlatform,
  app: Deployment,
  options: Partial<PlatformOptions> = {},
): Promise<TestPlatform> {
  const database = url ? await openPostgres({ url, connections: 2 }) : first;
  const discard = async () => (url ? database.close() : undefined);
  return startTestPlatform(app, { ...options, on: { database, url, discard } });
}

function createClient(endpoint: string, headers: Readonly<Record<string, string>>): Client {
  const send = async (query: string, variables?: Record<string, unknown>): Promise<Answer> => {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as Answer;
  };
  const ask = async (query: string, variables?: Record<string, unknown>): Promise<Answer> => {
    const first = await send(query, variables);
    if (/^\s*(mutation|subscription)\b/.test(query)) return first;
    for (let again = 0; again < 2; again++) {
      const next = await send(query, variables);
      if (comparable(next) !== comparable(first)) {
        throw new Error(`Compiled and interpreted answers differ:\n${comparable(first)}\n${comparable(next)}`);
      }
    }
    return first;
  };
  return {
    ask,
    data: async <Data>(query: string, variables?: Record<string, unknown>) => {
      const answer = await ask(query, variables);
      if (answer.errors) throw new Error(`Unexpected errors: ${JSON.stringify(answer.errors, null, 2)}`);
      return answer.data as Data;
    },
    error: async (query, variables) => {
      const answer = await ask(query, variables);
      const [error, ...others] = answer.errors ?? [];
      if (!error || others.length > 0) throw new Error(`Expected one error, got ${JSON.stringify(answer)}`);
      return error;
    },
  };
}

/** An answer as a text, without what differs from request to request. */
export function comparable(answer: Answer): string {
  return JSON.stringify(answer)
    .replace(/"requestId":"[^"]*"/g, "")
    .replace(/this id to whoever runs the platform: [^"]*/, "");
}

/**
 * Now and then, and of no request: answers and runs that were cut off are looked for, and what is due; requests,
 * searches and jobs are counted.
 */
const housekeeping = [
  "jsonb_set(metadata, '{status}'",
  "insert into statistics as counted",
  "next_at",
  "seen_at < now()",
  "select id from eval_runs where status in",
];

function recording(database: Database, statements: Sql[]): Database {
  return {
    kind: database.kind,
    query: (statement) => {
      const compiled = compile(statement);
      if (!housekeeping.some((text) => compiled.text.includes(text))) statements.push(compiled);
      return database.query(statement);
    },
    run: (script) => database.run(script),
    transaction: (work) => database.transaction(work),
    isInTransaction: () => database.isInTransaction(),
    listen: (channel, hear) => database.listen(channel, hear),
    notify: (channel, payload) => database.notify(channel, payload),
    close: () => database.close(),
  };
}
