import { chunkObject } from "../storage/chunks/item-chunks.ts";
import type { Database } from "../storage/database.ts";
import { literal, name, type SqlFragment, sql } from "../storage/sql.ts";
import { measured, withHits } from "./hits-sql.ts";
import type { Ranking } from "./ranking.ts";

/** A ranked list ends here, however many items match. */
const mostRankedItems = 500;

export interface RankOptions {
  readonly limit: number;
  readonly offset: number;
  /** Whether the scores and chunks of the items are wanted, or only their order. */
  readonly isDetailed: boolean;
}

/** An item's place in a ranked list. */
export interface RankedItem {
  readonly id: string;
  readonly averageRelevance?: number;
  readonly totalRelevance?: number;
  /** The chunks that match, best first: at most as many as a search finds. */
  readonly chunks?: readonly unknown[];
}

export interface RankedItems {
  readonly items: readonly RankedItem[];
  /** How many items the whole list has. */
  readonly count: number;
}

/** Items by their best chunk, best first; the id settles ties, so that pages never overlap. */
export async function rankItems(database: Database, ranking: Ranking, options: RankOptions): Promise<RankedItems> {
  const { limit, offset, isDetailed } = options;
  const expressions = [
    sql`ranked as materialized (
      select chunk.item_id, max(relevance) as best
      from hits join ${name(ranking.tables.chunks)} as chunk using (number) group by chunk.item_id
      order by best desc, item_id limit ${literal(String(mostRankedItems))}
    )`,
    sql`page as materialized (select * from ranked order by best desc, item_id limit ${limit} offset ${offset})`,
    ...(isDetailed ? detailsSql(ranking) : []),
  ];
  const [ranked] = await database.query<RankedItems>(sql`
    ${withHits(ranking, ...expressions)}
    select (select count(*) from ranked) as count, coalesce(jsonb_agg(${itemObject(options)}), '[]') as items
    from ${literal(isDetailed ? "page join details using (item_id)" : "page")}`);
  return ranked ?? { items: [], count: 0 };
}

/** All chunks of the items on the page are measured, also those that an index did not come up with. */
function detailsSql(ranking: Ranking): readonly SqlFragment[] {
  const { tables, resource } = ranking;
  const most = literal(String(resource.search.maxRetrievalResults));
  return [
    sql`placed as (
      select matching.*, row_number() over (partition by item_id order by relevance desc, number) as place
      from (${measured(ranking, literal("chunk.item_id in (select item_id from page)"))}) as matching
    )`,
    sql`details as (
      select hit.item_id, avg(relevance order by place) as average, sum(relevance order by place) as total,
        jsonb_agg(${chunkObject} || ${scoreObject(ranking)} order by place) filter (where place <= ${most}) as chunks
      from placed as hit join ${name(tables.chunks)} as chunk using (number) group by hit.item_id
    )`,
  ];
}

function scoreObject({ method }: Ranking): SqlFragment {
  const score = literal(method === "hybridSearch" ? "relevance" : "null::float8");
  return sql`jsonb_build_object('chunk_cosine_distance', distance, 'chunk_fts_rank', rank,
    'chunk_hybrid_score', ${score})`;
}

function itemObject({ isDetailed }: RankOptions): SqlFragment {
  const details = isDetailed
    ? literal(`, 'averageRelevance', average, 'totalRelevance', total, 'chunks', chunks`)
    : literal("");
  return sql`jsonb_build_object('id', item_id${details}) order by best desc, item_id`;
}
