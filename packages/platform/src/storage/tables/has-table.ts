import type { Database } from "../database.ts";
import { quotedName, sql } from "../sql.ts";

export async function hasTable(database: Database, table: string): Promise<boolean> {
  const [found] = await database.query<{ isThere: boolean }>(
    sql`select to_regclass(${quotedName(table)}) is not null as "isThere"`,
  );
  return found?.isThere ?? false;
}
