import { randomBytes } from "node:crypto";
import type pg from "pg";
import { checkDefinitions } from "../../packages/platform/src/definitions/check-definitions.ts";
import { indexItems } from "../../packages/platform/src/indexing/index-items.ts";
import { openPostgres } from "../../packages/platform/src/storage/postgres/open-postgres.ts";
import { migrate } from "../../packages/platform/src/storage/tables/migrate.ts";
import { tableModels } from "../../packages/platform/src/storage/tables/table-model.ts";
import { connect, createDatabase } from "../src/create-postgres-database.ts";
import { makePassages } from "./passages.ts";
import app from "./platform.config.ts";

export interface PassagesDatabase {
  readonly url: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly client: pg.Client;
  readonly chunks: number;
  readonly chunksPerSecond: number;
}

/** PostgreSQL with many indexed passages, made searchable by the same code as in a running platform. */
export async function createPassagesDatabase(
  cleanup: AsyncDisposableStack,
  options: { readonly serverUrl: string | undefined; readonly chunks: number },
): Promise<PassagesDatabase> {
  const url = await createDatabase(cleanup, options.serverUrl);
  const client = await connect(cleanup, url);
  const definitions = checkDefinitions(app);
  const resource = definitions.resources.find(({ id }) => id === "passages");
  if (!resource) throw new Error("there are no passages");

  const database = await openPostgres({ url });
  try {
    await migrate(database, tableModels(definitions));
    const ids = await insertItems(client, options.chunks);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes where indexdef like '%platform_chunks_passages USING hnsw%'`,
    );
    // Made once at the end it takes seconds; kept up to date chunk by chunk, minutes.
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    const begin = performance.now();
    const chunks = await indexItems({ database }, resource, ids, {
      report: (error) => {
        throw error;
      },
    });
    for (const { definition } of indexes) await client.query(definition);
    const chunksPerSecond = (chunks * 1000) / (performance.now() - begin);
    for (const table of ["passages", "platform_chunks_passages", "platform_postings_passages"]) {
      await client.query(`vacuum analyze ${table}`);
    }
    const environment = { DATABASE_URL: url, SESSION_SECRET: randomBytes(32).toString("hex") };
    return { url, environment, client, chunks, chunksPerSecond };
  } finally {
    await database.close();
  }
}

async function insertItems(client: pg.Client, count: number): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into passages (id, title, text, category)
     select gen_random_uuid(), title, text, category
     from jsonb_to_recordset($1::jsonb) as passage (title text, text text, category text) returning id`,
    [JSON.stringify(makePassages(count))],
  );
  return rows.map(({ id }) => id);
}
