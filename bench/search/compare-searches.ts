import type { startLoadGenerator } from "../src/load-generator.ts";
import type { LoadResult } from "../src/load-messages.ts";
import { median } from "../src/median.ts";
import type { Contestant } from "../src/start-servers.ts";
import type { Method, Scope } from "./raw-sql.ts";

export interface SearchContest {
  readonly ours: Contestant;
  /** What the caller with limited rights sends. */
  readonly readerHeaders: Readonly<Record<string, string>>;
  /** Where the raw SQL answers. */
  readonly bareOrigin: string;
  readonly queries: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  readonly rounds: number;
}

export interface SearchFigures {
  readonly ours: Pick<LoadResult, "requestsPerSecond" | "p50">;
  readonly bare: Pick<LoadResult, "requestsPerSecond" | "p50">;
  /** Requests per second, ours to theirs: the median of the rounds. */
  readonly ratio: number;
}

const document = `query ($query: String!, $method: VectorMethodEnum!, $itemFilters: [FilterPassages]) {
  passagesVectorSearch(query: $query, method: $method, itemFilters: $itemFilters) {
    chunks { chunk_id chunk_index chunk_content item_id item_name chunk_cosine_distance chunk_fts_rank chunk_hybrid_score }
  }
}`;

export const itemFilters: Readonly<Record<Scope, readonly object[]>> = {
  all: [],
  filter: [{ category: { eq: "c7" } }],
  rights: [],
};

/** Both in turns, so that whatever else slows the machine down slows both. */
export async function compareSearches(
  generator: ReturnType<typeof startLoadGenerator>,
  contest: SearchContest,
  { method, scope }: { readonly method: Method; readonly scope: Scope },
): Promise<SearchFigures> {
  const { ours, connections, seconds, rounds } = contest;
  const bodies = contest.queries.map((query) =>
    JSON.stringify({ query: document, variables: { query, method, itemFilters: itemFilters[scope] } }),
  );
  const load = (origin: string, path: string, headers: Readonly<Record<string, string>>) => ({
    ...{ origin, headers, connections },
    requests: bodies.map((body) => ({ path, body })),
  });
  const own = load(ours.origin, "/graphql", scope === "rights" ? contest.readerHeaders : ours.headers);
  const raw = load(contest.bareOrigin, `/${method}/${scope}`, { "content-type": "application/json" });
  for (const each of [own, raw]) await generator.run({ ...each, seconds: 1 });

  const rows: { readonly ours: LoadResult; readonly bare: LoadResult }[] = [];
  for (let round = 0; round < rounds; round++) {
    rows.push({ ours: await generator.run({ ...own, seconds }), bare: await generator.run({ ...raw, seconds }) });
  }
  const middle = (name: "ours" | "bare") => ({
    requestsPerSecond: median(rows.map((row) => row[name].requestsPerSecond)),
    p50: median(rows.map((row) => row[name].p50)),
  });
  const ratio = median(rows.map((row) => row.ours.requestsPerSecond / row.bare.requestsPerSecond));
  return { ours: middle("ours"), bare: middle("bare"), ratio };
}
