import type pg from "pg";
import type { Row } from "../database.ts";
import { databaseError } from "../database-error.ts";
import { columnParsers } from "../row-values.ts";
import type { Sql } from "../sql.ts";
import type { StatementNames } from "./statement-names.ts";

export interface ClientOptions {
  readonly url: string;
  /** Longest a statement may run, in milliseconds. */
  readonly statementTimeout: number;
}

const asText = (text: string): string => text;

export function clientConfig({ url }: ClientOptions): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: "platform",
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    types: { getTypeParser: (type: number) => columnParsers.get(type) ?? asText },
    // Statements are written without waiting for the answers to earlier ones.
    pipeline: true,
  } as pg.ClientConfig;
}

/** Settings are made after connecting, not as start-up options, which connection poolers refuse. */
export async function prepareSession(client: pg.ClientBase, { statementTimeout }: ClientOptions): Promise<void> {
  await client.query(`set timezone to 'UTC'; set statement_timeout to ${statementTimeout}`);
}

/** One promise and one callback: pg's own promise captures a stack trace for every statement. */
export function queryClient(client: pg.ClientBase, statement: Sql, names: StatementNames): Promise<readonly Row[]> {
  return new Promise((resolve, reject) => {
    const name = names.of(statement.text);
    const query = { text: statement.text, values: [...statement.values], ...(name && { name }) };
    client.query<Row>(query, (error: Error | null, result: pg.QueryResult<Row>) => {
      if (error) reject(databaseError(error));
      else resolve(result.rows);
    });
  });
}

export async function runScript(client: pg.ClientBase, script: string): Promise<void> {
  try {
    await client.query(script);
  } catch (error) {
    throw databaseError(error);
  }
}
