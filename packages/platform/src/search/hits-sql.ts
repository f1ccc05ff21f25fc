import { and } from "../query/condition.ts";
import { join, literal, name, type SqlFragment, sql } from "../storage/sql.ts";
import { fullTextSql } from "./full-text-sql.ts";
import { itemsWhere } from "./items-where.ts";
import type { QueryVector, Ranking } from "./ranking.ts";
import { cutoffCondition, relevance } from "./relevance-sql.ts";
import { hasSigns, signsCondition, signsSql } from "./signs-sql.ts";

/** `with …`, ending in `hits`: the number, distance, rank and relevance of every chunk that is found. */
export function withHits(ranking: Ranking, ...more: readonly SqlFragment[]): SqlFragment {
  const expressions = [
    ...(ranking.method === "cosineDistance" ? [] : fullTextSql(ranking)),
    ...(hasSigns(ranking) ? signsSql(ranking) : []),
    ...candidatesSql(ranking),
    sql`hits as (${ranking.method === "tsvector" ? wordedHits(ranking) : measured(ranking, candidates(ranking))})`,
    ...more,
  ];
  return sql`with ${join(expressions, ", ")}`;
}

/** Distance, rank and relevance of the chunks that a condition on `chunk` leaves, as far as they are hits. */
export function measured(ranking: Ranking, condition: SqlFragment): SqlFragment {
  const { tables, vector, method } = ranking;
  const distance = vector === undefined ? nothing : distanceTo(vector);
  const rank = method === "cosineDistance" ? nothing : literal("coalesce(texts.rank, 0)");
  const conditions = [condition, ...(hasSigns(ranking) ? [signsCondition] : [])];
  // offset 0: otherwise the planner moves the distance to each place that mentions it, and it is calculated there.
  return sql`
    select number, item_id, ${shownDistance(ranking)} as distance, rank, ${relevance(ranking)} as relevance
    from (
      select chunk.number, chunk.item_id, ${distance} as distance, ${rank} as rank
      from ${name(tables.chunks)} as chunk${literal(textJoins[method])}
      where ${join(conditions, " and ")}
      offset 0
    ) as measured
    where ${cutoffCondition(ranking)}`;
}

const nothing = literal("null::float8");

function distanceTo({ column, text }: QueryVector): SqlFragment {
  return sql`${name("chunk", column)} <=> ${text}::vector`;
}

/** A chunk without any of the words still has a vector. */
const textJoins: Readonly<Record<Ranking["method"], string>> = {
  cosineDistance: "",
  hybridSearch: " left join texts on texts.chunk = chunk.number",
  tsvector: " join texts on texts.chunk = chunk.number",
};

/** Rounding can make the distance between the same vectors a little less than nothing. */
function shownDistance({ vector }: Ranking): SqlFragment {
  return literal(vector === undefined ? "distance" : "greatest(distance, 0)");
}

/** By full text alone no chunk has to be looked at: the postings say it all. */
function wordedHits(ranking: Ranking): SqlFragment {
  return sql`
    select chunk as number, ${nothing} as distance, rank, ${relevance(ranking)} as relevance
    from texts where ${join([...wordedConditions(ranking), cutoffCondition(ranking)], " and ")}`;
}

/** What is wanted of `texts`. Its chunks are all readable: others were left out of the counts already. */
function wordedConditions(ranking: Ranking): readonly SqlFragment[] {
  const { resource, tables, filter } = ranking;
  const chunks = name(tables.chunks);
  const isFiltered = filter.kind !== "everything";
  return [
    ...(isFiltered
      ? [sql`texts.chunk in (select number from ${chunks} where item_id in ${itemsWhere(resource, filter)})`]
      : []),
    ...(hasSigns(ranking)
      ? [sql`exists (select 1 from ${chunks} as chunk where chunk.number = texts.chunk and ${signsCondition})`]
      : []),
  ];
}

/** The chunks that come into question, when the plan is to ask the index: the nearest, and the best by full text. */
function candidatesSql(ranking: Ranking): readonly SqlFragment[] {
  const { plan, tables, vector, method } = ranking;
  if (plan.kind === "exact" || vector === undefined) return [];
  const depth = literal(String(plan.depth));
  const near = sql`near as materialized (
    select chunk.number from ${name(tables.chunks)} as chunk
    where ${join([indexSettings(plan.depth), ...permitted(ranking)], " and ")}
    order by ${distanceTo(vector)} limit ${depth}
  )`;
  if (method === "cosineDistance") return [near];
  const conditions = join([...wordedConditions(ranking), literal("true")], " and ");
  const worded = sql`worded as materialized (
    select chunk as number from texts where ${conditions} order by rank desc limit ${depth}
  )`;
  return [near, worded];
}

/**
 * For this statement alone. The index gives up after as many candidates as it was set to look at, unless told to go on:
 * under a filter, that would be before there are enough. The settings are read when the index scan begins, and a
 * condition without columns is evaluated before that.
 */
function indexSettings(depth: number): SqlFragment {
  const settings = {
    "hnsw.ef_search": Math.min(1000, Math.max(100, depth)),
    "hnsw.iterative_scan": "strict_order",
    "hnsw.max_scan_tuples": 100_000,
  };
  const made = Object.entries(settings).map(
    ([setting, value]) => sql`(select set_config(${setting}, ${String(value)}, true)) is not null`,
  );
  return join(made, " and ");
}

function candidates(ranking: Ranking): SqlFragment {
  const { plan, method } = ranking;
  if (plan.kind === "exact") return join([...permitted(ranking), literal("true")], " and ");
  const near = literal("select number from near");
  const numbers = method === "cosineDistance" ? near : sql`${near} union select number from worded`;
  return sql`chunk.number in (${numbers})`;
}

/** That the caller may read the chunk's item, and wants it. No condition when that is all of them. */
function permitted({ resource, readable, filter }: Ranking): readonly SqlFragment[] {
  const condition = and(readable, filter);
  return condition.kind === "everything" ? [] : [sql`chunk.item_id in ${itemsWhere(resource, condition)}`];
}
