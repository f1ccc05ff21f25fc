import type { Resource } from "../../definitions/resource.ts";
import type { SearchChunk, SearchCutoffs, SearchExpand, SearchMethod } from "../../definitions/search.ts";
import { expandProblems, maxRetrievalResultsRange, rangeProblem } from "../../definitions/search-limits.ts";
import { BadInputError } from "../../foundation/errors.ts";
import { expandChunks } from "../../search/expand-chunks.ts";
import { type Explanation, explainSearch } from "../../search/explain-search.ts";
import type { Ranking, SearchedResource } from "../../search/ranking.ts";
import { searchChunks } from "../../search/search-chunks.ts";
import type { Call } from "../call.ts";
import { prepareRanking } from "./prepare-ranking.ts";

export interface VectorSearchOptions {
  readonly query: string;
  readonly method: SearchMethod;
  readonly itemFilters?: unknown;
  readonly cutoffs?: SearchCutoffs | null | undefined;
  readonly expand?: SearchExpand | null | undefined;
  /** Most chunks, 1 to 100. Default: the context's `maxRetrievalResults`. */
  readonly limit?: number | undefined;
  readonly isExplained: boolean;
}

export interface VectorSearchResult {
  readonly chunks: readonly SearchChunk[];
  readonly context: { readonly name: string; readonly embedder: string };
  readonly itemFilters: unknown;
  /** What chunks had to reach, and which neighbours came along. */
  readonly chunkFilters: { readonly cutoffs: SearchCutoffs; readonly expand: SearchExpand };
  readonly query: string;
  readonly method: SearchMethod;
  readonly explain?: Explanation;
}

/**
 * Each arm comes up with many more candidates than are wanted: the best of both may be in the middle of each. Of the
 * vectors it is also how hard the index tries: of the ten nearest it then finds all (MiniLM, 20,000 chunks).
 */
const depth = 400;

/** A reranker sees more than are wanted, so that it has something to choose from. */
const choices = 3;

/** The chunks that fit a query best, out of the items that the caller may read. */
export async function vectorSearch(
  call: Call,
  resource: Resource,
  options: VectorSearchOptions,
): Promise<VectorSearchResult> {
  const { query, method, itemFilters } = options;
  const { database } = call;
  const ranking = await prepareRanking(call, resource, {
    ...{ query, method, depth },
    filters: itemFilters,
    cutoffs: options.cutoffs,
  });
  const { search } = ranking.resource;
  const expand = effectiveExpand(ranking.resource, options.expand);
  const limit = effectiveLimit(ranking.resource, options.limit);
  const found = await searchChunks(database, ranking, search.rerank ? limit * choices : limit);
  const hits = search.rerank ? await reranked(ranking, found, limit) : found;
  const chunks = await expandChunks(database, ranking, hits, expand);
  return {
    chunks,
    context: { name: search.name, embedder: search.embedder.name },
    itemFilters: itemFilters ?? [],
    chunkFilters: { cutoffs: ranking.cutoffs, expand },
    query,
    method,
    ...(options.isExplained && { explain: await explainSearch(database, ranking) }),
  };
}

/** Only what was found can come back, and only once: a reranker gives an order, not rights. */
async function reranked(
  { resource, query }: Ranking,
  found: readonly SearchChunk[],
  limit: number,
): Promise<readonly SearchChunk[]> {
  const ordered = (await resource.search.rerank?.({ query: query.text, chunks: found })) ?? found;
  const known = new Map(found.map((chunk) => [chunk.chunk_id, chunk]));
  const ids = new Set(ordered.map((chunk) => chunk.chunk_id));
  return [...ids].flatMap((id) => known.get(id) ?? []).slice(0, limit);
}

function effectiveExpand({ search }: SearchedResource, given: SearchExpand | null | undefined): SearchExpand {
  const problems = expandProblems(given ?? {});
  if (problems.length > 0) throw new BadInputError(`${problems.join("; ")}.`);
  const before = given?.before ?? search.expand.before ?? 0;
  const after = given?.after ?? search.expand.after ?? 0;
  return { before, after };
}

function effectiveLimit(resource: SearchedResource, given: number | undefined): number {
  if (given === undefined) return resource.search.maxRetrievalResults;
  const problem = rangeProblem(given, maxRetrievalResultsRange);
  if (problem) throw new BadInputError(`limit ${problem}.`);
  return given;
}
