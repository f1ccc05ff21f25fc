import { and } from "../query/condition.ts";
import { array, join, literal, name, type SqlFragment, sql } from "../storage/sql.ts";
import { fullTextSql, language } from "./full-text-sql.ts";
import { itemsWhere } from "./items-where.ts";
import type { Ranking } from "./ranking.ts";

/** The full-text rank at which a hybrid score has half of what full text can give: typical of a good match. */
const halfway = literal("10");

/**
 * `with …`, ending in `hits`: the number, item, distance, rank and relevance of every chunk that is found. Order by
 * `relevance desc, number`.
 */
export function withHits(ranking: Ranking, ...more: readonly SqlFragment[]): SqlFragment {
  const expressions = [
    ...(ranking.method === "cosineDistance" ? [] : fullTextSql(ranking)),
    ...(isChecked(ranking) ? signsSql(ranking) : []),
    ...candidatesSql(ranking),
    sql`hits as (${measured(ranking, candidateCondition(ranking))})`,
    ...more,
  ];
  return sql`with ${join(expressions, ", ")}`;
}

/** Distance, rank and relevance of the chunks that a condition on `chunk` leaves, as far as they are hits. */
export function measured(ranking: Ranking, condition: SqlFragment): SqlFragment {
  const { tables, vector, method } = ranking;
  const distance = vector === undefined ? literal("null::float8") : sql`chunk.embedding <=> ${vector}::vector`;
  const isText = method === "tsvector";
  const rank = method === "cosineDistance" ? literal("null::float8") : literal("coalesce(texts.rank, 0)");
  const texts =
    method === "cosineDistance"
      ? literal("")
      : sql` ${literal(isText ? "join" : "left join")} texts on texts.chunk = chunk.number`;
  const conditions = [condition, ...(isChecked(ranking) ? [signsCondition] : [])];
  // offset 0: otherwise the planner moves the distance to each place that mentions it, and it is calculated there.
  return sql`
    select number, item_id, ${shownDistance(ranking)} as distance, rank, ${relevance(ranking)} as relevance
    from (
      select chunk.number, chunk.item_id, ${distance} as distance, ${rank} as rank
      from ${name(tables.chunks)} as chunk${texts}
      where ${join(conditions, " and ")}
      offset 0
    ) as measured
    where ${cutoffCondition(ranking)}`;
}

/** Rounding can make the distance between the same vectors a little less than nothing. */
function shownDistance({ vector }: Ranking): SqlFragment {
  return literal(vector === undefined ? "distance" : "greatest(distance, 0)");
}

function relevance({ method, resource }: Ranking): SqlFragment {
  if (method === "cosineDistance") return literal("1 - distance");
  if (method === "tsvector") return literal("rank");
  const share = sql`${resource.search.fullTextShare}::float8`;
  return sql`(${share} * rank / (rank + ${halfway}) + (1 - ${share}) * greatest(1 - distance, 0))`;
}

/** In a hybrid search a hit of either arm counts; what an arm must reach is what its own method would ask for. */
function cutoffCondition(ranking: Ranking): SqlFragment {
  const { method, cutoffs } = ranking;
  const near = given(cutoffs.cosineDistance, (most) => sql`distance <= ${most}::float8`);
  const worded = given(cutoffs.tsvector, (least) => sql`rank >= ${least}::float8`);
  if (method === "cosineDistance") return near ?? literal("true");
  if (method === "tsvector") return worded ?? literal("true");
  const total = given(cutoffs.hybrid, (least) => sql`${relevance(ranking)} >= ${least}::float8`) ?? literal("true");
  const arm = near || worded ? sql`(${near ?? literal("false")} or ${worded ?? literal("rank > 0")})` : literal("true");
  return sql`${arm} and ${total}`;
}

function given<Result>(value: number | null | undefined, use: (value: number) => Result): Result | undefined {
  return value === null || value === undefined ? undefined : use(value);
}

/** Whether there are phrases or excluded words to check. They are meant for words, which vectors know nothing of. */
function isChecked({ method, query }: Ranking): boolean {
  return method !== "cosineDistance" && query.phrases.length + query.excluded.length > 0;
}

/** Words that the language leaves out make no condition. */
function signsSql(ranking: Ranking): readonly SqlFragment[] {
  const { phrases, excluded } = ranking.query;
  return [
    sql`phrases as materialized (
      select made.query from unnest(${array(phrases, "text")}) as phrase,
        lateral (select phraseto_tsquery(${language(ranking)}, phrase) as query) as made
      where numnode(made.query) > 0
    )`,
    sql`excluded as materialized (
      select phraseto_tsquery(${language(ranking)}, word) as query from unnest(${array(excluded, "text")}) as word
    )`,
  ];
}

const signsCondition = literal(
  "not exists (select 1 from phrases where not chunk.search @@ query) and not exists (select 1 from excluded where chunk.search @@ query)",
);

/** The chunks that an index finds, when the plan is to ask it. */
function candidatesSql(ranking: Ranking): readonly SqlFragment[] {
  const { plan, tables, vector, method } = ranking;
  if (plan.kind === "exact" || vector === undefined) return [];
  const depth = literal(String(plan.depth));
  const conditions = [searchSettings(plan.depth), ...permittedCondition(ranking)];
  const near = sql`near as materialized (
    select chunk.number from ${name(tables.chunks)} as chunk where ${join(conditions, " and ")}
    order by chunk.embedding <=> ${vector}::vector limit ${depth}
  )`;
  if (method === "cosineDistance") return [near];
  const wanted = [...permittedCondition(ranking), ...(isChecked(ranking) ? [signsCondition] : [])];
  const where = wanted.length === 0 ? literal("") : sql` where ${join(wanted, " and ")}`;
  const worded = sql`worded as materialized (
    select texts.chunk as number from texts join ${name(tables.chunks)} as chunk on chunk.number = texts.chunk${where}
    order by texts.rank desc limit ${depth}
  )`;
  return [near, worded];
}

/**
 * For this statement alone. The index gives up after as many candidates as it was set to look at, unless told to go on:
 * under a filter, that would be before there are enough. The settings are read when the index scan begins, and a
 * condition without columns is evaluated before that.
 */
function searchSettings(depth: number): SqlFragment {
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

function candidateCondition(ranking: Ranking): SqlFragment {
  const { plan, vector, method } = ranking;
  if (plan.kind === "exact" || vector === undefined) {
    return join([...permittedCondition(ranking), literal("true")], " and ");
  }
  const near = literal("select number from near");
  const candidates = method === "cosineDistance" ? near : sql`${near} union select number from worded`;
  return sql`chunk.number in (${candidates})`;
}

/** That the caller may read the chunk's item, and wants it. No condition when that is all of them. */
function permittedCondition({ resource, readable, filter }: Ranking): readonly SqlFragment[] {
  const condition = and(readable, filter);
  return condition.kind === "everything" ? [] : [sql`chunk.item_id in ${itemsWhere(resource, condition)}`];
}
