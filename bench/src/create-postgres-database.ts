import { randomBytes } from "node:crypto";
import pg from "pg";
import { startServices } from "../../scripts/services/start-services.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { migrateTables } from "./migrate-tables.ts";
import { loadScript, removeCreatedScript, tidyScript } from "./tickets.ts";

/** A new database with the tickets, on the given server or on a private durable one; the cleanup drops it. */
export async function createPostgresDatabase(
  cleanup: AsyncDisposableStack,
  options: { readonly serverUrl: string | undefined; readonly rows: number },
): Promise<BenchDatabase> {
  const url = await createDatabase(cleanup, options.serverUrl);
  const environment = { DATABASE_URL: url, SESSION_SECRET: randomBytes(32).toString("hex") };
  await migrateTables(cleanup, environment);

  const client = await connect(cleanup, url);
  await client.query(loadScript(options.rows));
  await client.query(tidyScript);
  return {
    description: await describeServer(client),
    environment,
    url,
    removeCreatedTickets: async () => {
      await client.query(removeCreatedScript);
      await client.query(tidyScript);
    },
  };
}

async function startServer(cleanup: AsyncDisposableStack): Promise<string> {
  const services = await startServices({ durable: true, redis: false });
  cleanup.defer(services.stop);
  if (!services.databaseUrl) throw new Error(services.unavailable.join(" "));
  return services.databaseUrl;
}

/** An empty database on the given server, or on a private durable one; the cleanup drops it. */
export async function createDatabase(cleanup: AsyncDisposableStack, givenUrl: string | undefined): Promise<string> {
  const serverUrl = givenUrl ?? (await startServer(cleanup));
  const server = await connect(cleanup, serverUrl);
  const name = `platform_bench_${process.pid}`;
  await server.query(`create database ${name}`);
  cleanup.defer(async () => {
    await server.query(`drop database ${name} with (force)`);
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function connect(cleanup: AsyncDisposableStack, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // Without a listener, a server that an interrupt stops while this connects would end the process before its cleanup.
  client.on("error", () => undefined);
  await client.connect();
  cleanup.defer(() => client.end());
  return client;
}

async function describeServer(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit, pg_size_pretty(pg_total_relation_size('tickets')) as size`);
  const { version, fsync, commit, size } = rows[0];
  return `PostgreSQL ${version}, fsync ${fsync}, synchronous_commit ${commit}, tickets ${size}`;
}
