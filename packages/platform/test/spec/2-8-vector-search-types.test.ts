import type { GraphQLSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { articles, entries } from "../support/encyclopedia.ts";
import { readers } from "../support/library.ts";
import { membersOf, operationsOf, servedSchema } from "../support/schema-members.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const chunk = {
  chunk_content: "String",
  chunk_index: "Int",
  chunk_id: "String",
  chunk_source: "String",
  chunk_metadata: "JSON",
  chunk_created_at: "Date",
  chunk_updated_at: "Date",
};
const scores = { chunk_cosine_distance: "Float", chunk_fts_rank: "Float", chunk_hybrid_score: "Float" };

describe.skipIf(isMissing)("2.8 Vector search types", () => {
  let platform: TestPlatform;
  let schema: GraphQLSchema;

  beforeAll(async () => {
    platform = await startTestPlatform(new PlatformApp({ contexts: [articles, entries, readers] }));
    schema = await servedSchema(platform);
  });
  afterAll(() => platform.close());

  const typesNamedAfter = (word: string) =>
    Object.keys(schema.getTypeMap())
      .filter((name) => name.toLowerCase().includes(word))
      .sort();

  test("vector search types and chunk payloads exist only with an embedder", () => {
    expect(typesNamedAfter("articles")).toEqual([
      "ArticlesPaginationResult",
      "FilterArticles",
      "articles",
      "articlesDeleteChunksReturnPayload",
      "articlesGenerateChunksReturnPayload",
      "articlesInput",
      "articlesMutationPayload",
      "articlesVectorSearchChunk",
      "articlesVectorSearchResult",
    ]);
    expect(typesNamedAfter("readers")).toEqual([
      "FilterReaders",
      "ReadersPaginationResult",
      "readers",
      "readersInput",
      "readersMutationPayload",
    ]);
  });

  test("<contextId>VectorSearchResult has chunks, context, itemFilters, chunkFilters, query and method", () => {
    expect(membersOf(schema, "articlesVectorSearchResult")).toEqual({
      chunks: "[articlesVectorSearchChunk!]!",
      context: "VectorSearchResultContext!",
      itemFilters: "JSON!",
      chunkFilters: "JSON!",
      query: "String!",
      method: "VectorMethodEnum!",
      explain: "JSON",
    });
    expect(membersOf(schema, "VectorSearchResultContext")).toEqual({ name: "String!", embedder: "String!" });
  });

  test("<contextId>VectorSearchChunk has the chunk, its item and its scores", () => {
    expect(membersOf(schema, "articlesVectorSearchChunk")).toEqual({
      ...chunk,
      item_updated_at: "Date",
      item_created_at: "Date",
      item_id: "String!",
      item_external_id: "String",
      item_name: "String!",
      ...scores,
    });
  });

  test("VectorMethodEnum values: cosineDistance, hybridSearch, tsvector", () => {
    expect(membersOf(schema, "VectorMethodEnum")).toEqual(["cosineDistance", "hybridSearch", "tsvector"]);
  });

  test("SearchCutoffs (input): cosineDistance Float, hybrid Float, tsvector Float", () => {
    expect(membersOf(schema, "SearchCutoffs")).toEqual({ cosineDistance: "Float", hybrid: "Float", tsvector: "Float" });
  });

  test("SearchExpand (input): before Int, after Int", () => {
    expect(membersOf(schema, "SearchExpand")).toEqual({ before: "Int", after: "Int" });
  });

  test("averageRelevance, totalRelevance and chunks are fields of the main type when an embedder is configured", () => {
    expect(membersOf(schema, "articles")).toMatchObject({
      averageRelevance: "Float",
      totalRelevance: "Float",
      chunks: "[ItemChunks]",
    });
    expect(membersOf(schema, "ItemChunks")).toEqual({ ...chunk, ...scores });
    expect(Object.keys(membersOf(schema, "readers"))).not.toContain("chunks");
  });

  test("GenerateChunks and DeleteChunks payloads: message String!, items Int!, jobs [String!]", () => {
    const payload = { message: "String!", items: "Int!", jobs: "[String!]" };

    expect(membersOf(schema, "articlesGenerateChunksReturnPayload")).toEqual(payload);
    expect(membersOf(schema, "articlesDeleteChunksReturnPayload")).toEqual(payload);
  });

  test("<contextId>MutationPayload: item, job String", () => {
    const [withEmbedder, without] = [
      membersOf(schema, "articlesMutationPayload"),
      membersOf(schema, "readersMutationPayload"),
    ];

    expect(withEmbedder).toEqual({ item: "articles!", job: "String" });
    expect(without).toEqual({ item: "readers!", job: "String" });
  });

  test("the queries of 4.2 have VectorSearch and ChunkById only with an embedder", () => {
    expect(operationsOf(schema, "Query", "articles")).toMatchObject({
      articlesVectorSearch:
        "(query: String!, method: VectorMethodEnum!, itemFilters: [FilterArticles], cutoffs: SearchCutoffs, expand: SearchExpand): articlesVectorSearchResult",
      articlesChunkById: "(id: ID!): articlesVectorSearchChunk",
      articlesPagination:
        "(limit: Int, page: Int, filters: [FilterArticles], sort: SortBy, search: RankedSearch): ArticlesPaginationResult",
    });
    expect(Object.keys(operationsOf(schema, "Query", "readers")).sort()).toEqual([
      "readersById",
      "readersByIds",
      "readersOne",
      "readersPagination",
      "readersStatistics",
    ]);
  });

  test("the mutations of 4.3 have GenerateChunks and DeleteChunks only with an embedder", () => {
    expect(operationsOf(schema, "Mutation", "articles")).toMatchObject({
      articlesGenerateChunks: "(where: [FilterArticles], limit: Int): articlesGenerateChunksReturnPayload",
      articlesDeleteChunks: "(where: [FilterArticles], limit: Int): articlesDeleteChunksReturnPayload",
    });
    expect(Object.keys(operationsOf(schema, "Mutation", "readers"))).not.toContain("readersGenerateChunks");
  });

  test("with the text search of several contexts, shared types are made once", () => {
    expect(Object.keys(operationsOf(schema, "Query", "entries")).sort()).toContain("entriesVectorSearch");
    expect(typesNamedAfter("searchcutoffs")).toEqual(["SearchCutoffs"]);
  });
});
