import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import type { SearchMethod } from "./methods.ts";
import { searchDocument } from "./search-document.ts";
import { type SearchSettings, searchArguments } from "./search-settings.ts";

export interface FoundChunk {
  readonly chunk_id: string;
  readonly chunk_index: number;
  readonly chunk_content: string;
  readonly chunk_cosine_distance: number | null;
  readonly chunk_fts_rank: number | null;
  readonly chunk_hybrid_score: number | null;
  readonly item_id: string;
  readonly item_name: string;
}

interface Found {
  readonly found: { readonly chunks: readonly FoundChunk[] } | null;
}

export const searchQuery = (contextId: string, method: SearchMethod, settings: SearchSettings) => {
  const { q = "" } = settings;
  const variables = { query: q, method, ...searchArguments(settings) };
  return queryOptions({
    queryKey: ["search", contextId, variables],
    queryFn: async ({ signal }) => {
      const { found } = await request(operation<Found, typeof variables>(searchDocument(contextId)), variables, {
        signal,
      });
      return found?.chunks ?? [];
    },
    enabled: q !== "",
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
};
