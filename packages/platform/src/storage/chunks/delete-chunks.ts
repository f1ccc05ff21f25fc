import type { Resource } from "../../definitions/resource.ts";
import type { Condition } from "../../query/condition.ts";
import { compileCondition } from "../compile-condition.ts";
import type { Database } from "../database.ts";
import { literal, name, sql } from "../sql.ts";
import { chunkTableNames } from "../tables/chunk-tables.ts";

/** Takes matching items out of the search, with their chunks and postings; says how many there were. */
export async function deleteChunks(
  database: Database,
  resource: Resource,
  { condition, limit }: { readonly condition: Condition; readonly limit: number | undefined },
): Promise<number> {
  const indexed = name(chunkTableNames(resource.id).indexed);
  const most = limit === undefined ? literal("") : sql` limit ${limit}`;
  const rows = await database.query(sql`
    delete from ${indexed} where id = any(array(
      select id from ${name(resource.id)}
      where id in (select indexed.id from ${indexed} as indexed) and ${compileCondition(resource, condition)}
      order by id${most}
    ))
    returning 1`);
  return rows.length;
}
