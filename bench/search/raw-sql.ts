/** Whose items, and which of them, are searched. */
export type Scope = "all" | "filter" | "rights";

export type Method = "cosineDistance" | "tsvector" | "hybridSearch";

const filter = "category = 'c7'";
const rights = `(rbac_creator = '00000000-0000-0000-0000-000000000000' or rbac_mode = 'public'
  or (rbac_mode <> 'private' and rbac_readers && (select array['user:' || users.id, 'role:' || users.role] from users where email = 'reader@example.com')))`;

/**
 * What our server does for a search, as one statement written by hand: $1 is the query's words, $2 its vector. The
 * limits, weights and candidates are the same, and so are the answers. An exact one measures every chunk.
 */
export function rawSql(method: Method, scope: Scope, isExact = scope === "filter"): string {
  const items = scope === "all" ? "" : `select id from passages where ${scope === "filter" ? filter : rights}`;
  const text = method === "cosineDistance" ? [] : fullText(scope === "rights" ? items : "");
  const permitted = items === "" ? "" : `where item_id in (${items})`;
  const near = `near as materialized (
    select number from platform_chunks_passages ${permitted} order by embedding <=> $2::vector limit 400)`;
  const filtered =
    scope === "filter" ? `where chunk in (select number from platform_chunks_passages ${permitted})` : "";
  const worded = `worded as materialized (
    select chunk as number from texts ${filtered} order by rank desc limit 400)`;
  const candidates = isExact
    ? permitted
    : `where number in (select number from near ${method === "hybridSearch" ? "union select number from worded" : ""})`;
  const arms = isExact ? [] : method === "hybridSearch" ? [near, worded] : [near];
  const hits = {
    cosineDistance: `select number, distance, 1 - distance as relevance from (
      select number, embedding <=> $2::vector as distance from platform_chunks_passages ${candidates} offset 0) as measured`,
    tsvector: `select chunk as number, rank as relevance from texts ${filtered}`,
    hybridSearch: `select number, distance, rank,
      0.5 * rank / (rank + 10) + 0.5 * greatest(1 - distance, 0) as relevance from (
        select number, embedding <=> $2::vector as distance, coalesce(rank, 0) as rank
        from platform_chunks_passages left join texts on chunk = number ${candidates} offset 0) as measured`,
  }[method];
  const expressions = [...text, ...(method === "tsvector" ? [] : arms), `hits as (${hits})`];
  return `with ${expressions.join(", ")}
    select chunk.id as chunk_id, chunk.index, chunk.content, item.id as item_id, item.title, hit.*
    from (select * from hits order by relevance desc, number limit 10) as hit
    join platform_chunks_passages as chunk using (number) join passages as item on item.id = chunk.item_id
    where $1::text is not null and $2::text is not null
    order by relevance desc, number`;
}

/** The settings of a connection for these statements. */
export const rawSettings = "set hnsw.ef_search = 400; set hnsw.iterative_scan = strict_order";

function fullText(readable: string): readonly string[] {
  const words = `words as materialized (
    select lexeme, cardinality(positions) as times from unnest(to_tsvector('english', $1)))`;
  const weight = "times * ln(1 + (totals.chunks - holding + 0.5) / (holding + 0.5)) as weight";
  const totals = (from: string) =>
    `totals as materialized (select count(*)::float8 as chunks, 0.9 / avg(length)::float8 as slope from ${from})`;
  const texts = (from: string) => `texts as materialized (
    select chunk, sum(weight * frequency * 2.2::float8 / (frequency + 0.3::float8 + posting.length * slope)) as rank
    from ${from} cross join totals group by chunk)`;
  if (readable === "") {
    return [
      words,
      totals("platform_chunks_passages"),
      `weights as materialized (select lexeme, ${weight} from words cross join totals cross join lateral (
        select count(*)::float8 as holding from platform_postings_passages as held where held.lexeme = words.lexeme) as counted)`,
      texts("weights join platform_postings_passages as posting using (lexeme)"),
    ];
  }
  return [
    words,
    `readable as materialized (
      select number, length from platform_chunks_passages where item_id in (${readable}))`,
    totals("readable"),
    `posting as materialized (
      select lexeme, times, chunk, frequency, held.length
      from words join platform_postings_passages as held using (lexeme) join readable on number = chunk)`,
    `weights as materialized (select lexeme, ${weight} from (
      select lexeme, times, count(*)::float8 as holding from posting group by lexeme, times) as counted cross join totals)`,
    texts("weights join posting using (lexeme)"),
  ];
}
