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
  ranking: Pick<Ranking, "resource" | "tables" | "readable" | "filter">,
  { method, depth }: { readonly method: SearchMethod; readonly depth: number },
): Promise<SearchPlan> {
  if (method === "tsvector") return { kind: "exact" };
  return (await isLarge(database, ranking)) ? { kind: "index", depth } : { kind: "exact" };
}

async function isLarge(
  database: Database,
  { resource, tables, readable, filter }: Pick<Ranking, "resource" | "tables" | "readable" | "filter">,
): Promise<boolean> {
  const condition = and(readable, filter);
  const isWhole = condition.kind === "everything";
  const remembered = largeTables.get(database) ?? new Map<string, number>();
  largeTables.set(database, remembered);
  if (isWhole && (remembered.get(tables.chunks) ?? 0) > Date.now()) return true;

  const counted = name(isWhole ? tables.chunks : resource.id);
  const [row] = await database.query<{ count: number }>(sql`
    select count(*) from (
      select from ${counted}${whereClause(resource, condition)} limit ${exactAtMost + 1}
    ) as matching`);
  const found = (row?.count ?? 0) > exactAtMost;
  if (isWhole && found) remembered.set(tables.chunks, Date.now() + rememberedInMilliseconds);
  return found;
}

/** Until when tables are taken to be large without looking again: they seldom shrink, and the index is right in any case. */
const largeTables = new WeakMap<Database, Map<string, number>>();
const rememberedInMilliseconds = 60_000;
