import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

export interface SealedVariable {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

const sealed = sql`select id, name, value from variables where encrypted and value is not null`;

/** The encrypted variables with a value. */
export function readSealedVariables(database: Database): Promise<readonly SealedVariable[]> {
  return database.query(sql`${sealed} order by name`);
}

/** The same, locked until the transaction ends. */
export function listSealedVariables(database: Database): Promise<readonly SealedVariable[]> {
  return database.query(sql`${sealed} for update`);
}

export async function resealVariable(database: Database, id: string, sealed: string): Promise<void> {
  await database.query(sql`update variables set value = ${sealed} where id = ${id}::uuid`);
}

/** The keys that the encrypted variables name: without them, nobody can open these. */
export async function sealingKeys(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{ key: string }>(sql`
    select distinct split_part(value, '.', 2) as key from variables
    where encrypted is not false and value like 'v1.%' order by key`);
  return rows.map(({ key }) => key);
}

/** A variable as it is kept. */
export async function findVariable(
  database: Database,
  name: string,
): Promise<{ readonly value: string | null; readonly encrypted: boolean } | undefined> {
  const [row] = await database.query<{ value: string | null; encrypted: boolean | null }>(
    sql`select value, encrypted from variables where name = ${name}`,
  );
  return row && { value: row.value, encrypted: row.encrypted ?? true };
}
