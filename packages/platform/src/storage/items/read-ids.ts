import type { Resource } from "../../definitions/resource.ts";
import type { Condition } from "../../query/condition.ts";
import { compileCondition } from "../compile-condition.ts";
import type { Database } from "../database.ts";
import { literal, name, sql } from "../sql.ts";

const batchSize = 500;

/** The ids of all matching items, at most `limit`, read in batches: there may be millions. */
export async function* readIds(
  database: Database,
  resource: Resource,
  { condition, limit }: { readonly condition: Condition; readonly limit: number },
): AsyncGenerator<string> {
  const matching = compileCondition(resource, condition);
  let last: string | undefined;
  let left = limit;
  while (left > 0) {
    const after = last === undefined ? literal("") : sql` and id > ${last}::uuid`;
    const rows: readonly { id: string }[] = await database.query<{ id: string }>(sql`
      select id from ${name(resource.id)} where ${matching}${after} order by id limit ${Math.min(batchSize, left)}`);
    for (const { id } of rows) yield id;
    last = rows.at(-1)?.id;
    left -= rows.length;
    if (rows.length < batchSize) return;
  }
}
