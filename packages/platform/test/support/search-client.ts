import type { Client } from "./test-platform.ts";

export const methods = ["cosineDistance", "hybridSearch", "tsvector"] as const;

export interface Found {
  readonly item_name: string;
  readonly item_id: string;
  readonly chunk_id: string;
  readonly chunk_index: number;
  readonly chunk_content: string;
  readonly chunk_cosine_distance: number | null;
  readonly chunk_fts_rank: number | null;
  readonly chunk_hybrid_score: number | null;
}

export interface SearchArguments {
  readonly query: string;
  readonly method: string;
  readonly itemFilters?: unknown;
  readonly cutoffs?: unknown;
  readonly expand?: unknown;
}

const searchDocument = (context: string, filter: string, selection: string) => `
  query ($query: String!, $method: VectorMethodEnum!, $itemFilters: [${filter}], $cutoffs: SearchCutoffs, $expand: SearchExpand) {
    found: ${context}VectorSearch(query: $query, method: $method, itemFilters: $itemFilters, cutoffs: $cutoffs, expand: $expand) {
      ${selection}
    }
  }`;

const everyChunkField = `chunks {
  chunk_content chunk_index chunk_id chunk_source chunk_metadata chunk_created_at chunk_updated_at item_updated_at
  item_created_at item_id item_external_id item_name chunk_cosine_distance chunk_fts_rank chunk_hybrid_score
}`;

export const articleSearch = searchDocument(
  "articles",
  "FilterArticles",
  `${everyChunkField} context { name embedder } itemFilters chunkFilters query method explain`,
);

/** The chunks that a search of the articles finds. */
export async function searchArticles(client: Client, args: SearchArguments): Promise<readonly Found[]> {
  const { found } = await client.data<{ found: { chunks: readonly Found[] } }>(articleSearch, { ...args });
  return found.chunks;
}

/** `Whales 0` for the first chunk of the item that is called Whales. */
export function places(chunks: readonly Found[]): readonly string[] {
  return chunks.map(({ item_name, chunk_index }) => `${item_name} ${chunk_index}`);
}

export async function createArticle(client: Client, input: Readonly<Record<string, unknown>>): Promise<string> {
  const { made } = await client.data<{ made: { item: { id: string } } }>(
    `mutation ($input: articlesInput!) { made: articlesCreateOne(input: $input) { item { id } } }`,
    { input },
  );
  return made.item.id;
}
