/** How chunks are ranked: by the distance of vectors, by full text, or by both. */
export const searchMethods = ["cosineDistance", "hybridSearch", "tsvector"] as const;

export type SearchMethod = (typeof searchMethods)[number];

/** What a chunk must reach to be found. What is left out lets everything through. */
export interface SearchCutoffs {
  /** The largest distance, 0 (the same) to 1 (unrelated). */
  readonly cosineDistance?: number | null;
  /** The smallest hybrid score, 0 to 1. */
  readonly hybrid?: number | null;
  /** The smallest full-text rank, from 0. */
  readonly tsvector?: number | null;
}

/** How many neighbours come along with each chunk that is found. */
export interface SearchExpand {
  /** Chunks before it, 0 to 20. Default 0. */
  readonly before?: number | null;
  /** Chunks after it, 0 to 20. Default 0. */
  readonly after?: number | null;
}

/** A chunk that was found, under the names of the API. A neighbour that came along has no scores. */
export interface SearchChunk {
  readonly chunk_id: string;
  /** Its place among the chunks of its item, from 0. */
  readonly chunk_index: number;
  readonly chunk_content: string;
  /** The id of the embedder that made it. */
  readonly chunk_source: string;
  readonly chunk_metadata: Readonly<Record<string, unknown>>;
  readonly chunk_created_at: string;
  readonly chunk_updated_at: string;
  readonly item_id: string;
  /** The item's title; empty when it has none. */
  readonly item_name: string;
  readonly item_external_id: string | null;
  readonly item_created_at: string;
  readonly item_updated_at: string;
  readonly chunk_cosine_distance: number | null;
  readonly chunk_fts_rank: number | null;
  readonly chunk_hybrid_score: number | null;
}

export interface RerankInput {
  /** The query as it was searched for, after any rewriting. */
  readonly query: string;
  /** Best first. */
  readonly chunks: readonly SearchChunk[];
}

/** Puts chunks that were found into another order. It may leave some out; what it adds is ignored. */
export type Rerank = (input: RerankInput) => readonly SearchChunk[] | Promise<readonly SearchChunk[]>;
