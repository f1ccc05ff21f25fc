import type { SearchMethod } from "../definitions/search.ts";
import { and } from "../query/condition.ts";
import { whereClause } from "../storage/compile-condition.ts";
import type { Database } from "../storage/database.ts";
import { name, sql } from "../storage/sql.ts";
import type { Ranking, SearchPlan } from "./ranking.ts";

/**
 * Up to here the query is compared with every chunk in question, which takes about as long as asking the index, and
 * misses nothing. It is items that are counted where rights or filters decide, because that needs no look at chunks.
 */
const exactAtMost = 5000;

export async function choosePlan(
  database: Database,
  { resource, tables, readable, filter }: Pick<Ranking, "resource" | "tables" | "readable" | "filter">,
  { method, depth }: { readonly method: SearchMethod; readonly depth: number },
): Promise<SearchPlan> {
  if (method === "tsvector") return { kind: "exact" };
  const condition = and(readable, filter);
  const counted = condition.kind === "everything" ? name(tables.chunks) : name(resource.id);
  const [row] = await database.query<{ count: number }>(sql`
    select count(*) from (
      select from ${counted}${whereClause(resource, condition)} limit ${exactAtMost + 1}
    ) as matching`);
  return (row?.count ?? 0) > exactAtMost ? { kind: "index", depth } : { kind: "exact" };
}
