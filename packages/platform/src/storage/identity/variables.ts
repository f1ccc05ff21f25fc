import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** The encrypted variables with a value, locked until the transaction ends. */
export function listSealedVariables(
  database: Database,
): Promise<readonly { id: string; name: string; value: string }[]> {
  return database.query(sql`select id, name, value from variables where encrypted and value is not null for update`);
}

export async function resealVariable(database: Database, id: string, sealed: string): Promise<void> {
  await database.query(sql`update variables set value = ${sealed} where id = ${id}::uuid`);
}
