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

/**
 * Remembered for a while: with a filter that leaves few rows, counting them takes as long as the search. What has grown
 * or shrunk since is found all the same, only not in the fastest way.
 */
async function isLarge(
  database: Database,
  { resource, tables, readable, filter }: Pick<Ranking, "resource" | "tables" | "readable" | "filter">,
): Promise<boolean> {
  const condition = and(readable, filter);
  const key = JSON.stringify([tables.chunks, condition]);
  const remembered = rememberedSizes.get(database) ?? new Map<string, RememberedSize>();
  rememberedSizes.set(database, remembered);
  const known = remembered.get(key);
  if (known && known.until > Date.now()) return known.isLarge;

  const counted = name(condition.kind === "everything" ? tables.chunks : resource.id);
  const [row] = await database.query<{ count: number }>(sql`
    select count(*) from (
      select from ${counted}${whereClause(resource, condition)} limit ${exactAtMost + 1}
    ) as matching`);
  const found = (row?.count ?? 0) > exactAtMost;
  remembered.delete(key);
  remembered.set(key, { isLarge: found, until: Date.now() + rememberedInMilliseconds });
  const [oldest] = remembered.keys();
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
  return found;
}

interface RememberedSize {
  readonly isLarge: boolean;
  readonly until: number;
}

const rememberedSizes = new WeakMap<Database, Map<string, RememberedSize>>();
const rememberedInMilliseconds = 10_000;
const mostRemembered = 1000;
