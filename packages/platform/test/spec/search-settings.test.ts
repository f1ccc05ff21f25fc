import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { type ContextConfiguration, PlatformContext } from "../../src/definitions/context.ts";
import { PlatformEmbedder } from "../../src/definitions/embedder.ts";
import { PlatformReranker } from "../../src/definitions/reranker.ts";
import type { RerankInput, SearchChunk } from "../../src/definitions/search.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { wordModel } from "../support/word-model.ts";

const model = wordModel();
const embedder = new PlatformEmbedder({
  id: "lines",
  name: "Lines",
  model,
  chunk: ({ body }) =>
    String(body)
      .split("\n")
      .map((line, number) => ({ content: line, title: number === 0 ? "first" : "", metadata: { number } })),
});

function notes<const Id extends string>(id: Id, configuration: ContextConfiguration) {
  return new PlatformContext({
    id,
    fields: [
      { name: "title", type: "text" },
      { name: "body", type: "longtext" },
    ],
    embedder,
    configuration,
  });
}

const asked: RerankInput[] = [];
/** Backwards, the first one twice, and one that nobody found. */
const backwards = new PlatformReranker({
  id: "backwards",
  name: "Backwards",
  execute: (input) => {
    asked.push(input);
    const reversed = input.chunks.toReversed();
    const madeUp = { ...input.chunks[0], chunk_id: "made up", chunk_content: "made up" } as SearchChunk;
    return [madeUp, ...reversed.slice(0, 1), ...reversed];
  },
});

const app = new PlatformApp({
  contexts: [
    notes("few", { maxRetrievalResults: 2 }),
    notes("cut", { cutoffs: { cosineDistance: 0.5 }, expand: { after: 1 } }),
    notes("worded", { fullTextShare: 1 }),
    notes("meant", { fullTextShare: 0 }),
    notes("deutsch", { language: "german" }),
    notes("rewritten", { queryRewriter: async (query) => (query === "nothing" ? " " : `${query} whale`) }),
    notes("reranked", { resultReranker: backwards, maxRetrievalResults: 2 }),
    notes("emptied", { resultReranker: () => [] }),
  ],
  rerankers: [backwards],
});

const body = [
  "The blue whale is the largest animal.",
  "Whales sing songs.",
  "A song is made of words.",
  "Die Häuser der Wale sind groß.",
  "Something else entirely.",
  "Nothing to see here.",
].join("\n");

describe.skipIf(isMissing)("What a context says about its search", () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startTestPlatform(app);
    for (const { id } of app.contexts) await app.context(id).create({ title: "Note", body });
  });
  afterAll(() => platform.close());
  beforeEach(() => {
    asked.splice(0);
  });

  const contents = (chunks: readonly SearchChunk[]) => chunks.map((chunk) => chunk.chunk_content);

  test("maxRetrievalResults: most chunks that a search finds; a program may ask for another number", async () => {
    const found = await app.context("few").search({ query: "whale", method: "cosineDistance" });
    const more = await app.context("few").search({ query: "whale", method: "cosineDistance", limit: 5 });

    expect(found).toHaveLength(2);
    expect(more).toHaveLength(5);
  });

  test("cutoffs and expand: what a search says goes before them, and null lifts a cutoff", async () => {
    const search = { query: "first The blue whale is the largest animal", method: "cosineDistance" } as const;
    const byContext = await app.context("cut").search(search);
    const bySearch = await app
      .context("cut")
      .search({ ...search, cutoffs: { cosineDistance: 1 }, expand: { after: 0 } });
    const lifted = await app.context("cut").search({ ...search, cutoffs: { cosineDistance: null } });

    expect(contents(byContext)).toEqual(["The blue whale is the largest animal.", "Whales sing songs."]);
    expect(byContext[1]?.chunk_cosine_distance).toBeNull();
    expect(bySearch.length).toBeGreaterThan(1);
    expect(bySearch.every((chunk) => chunk.chunk_cosine_distance !== null)).toBe(true);
    expect(lifted).toHaveLength(6);
  });

  test("fullTextShare: how much of a hybrid score is full text", async () => {
    const [worded, meant] = [
      await app.context("worded").search({ query: "blue whale" }),
      await app.context("meant").search({ query: "blue whale" }),
    ];

    for (const chunk of worded) {
      const rank = chunk.chunk_fts_rank ?? Number.NaN;
      expect(chunk.chunk_hybrid_score).toBeCloseTo(rank / (rank + 10), 8);
    }
    for (const chunk of meant) {
      expect(chunk.chunk_hybrid_score).toBeCloseTo(Math.max(0, 1 - (chunk.chunk_cosine_distance ?? 2)), 8);
    }
  });

  test("language: words are cut to the stems of that language", async () => {
    const german = await app.context("deutsch").search({ query: "Haus", method: "tsvector" });
    const english = await app.context("few").search({ query: "Haus", method: "tsvector" });

    expect(contents(german)).toEqual(["Die Häuser der Wale sind groß."]);
    expect(english).toEqual([]);
  });

  test("the embedder's own titles and metadata: titles count for words and vectors, metadata is shown", async () => {
    const found = await app.context("few").search({ query: "first", method: "tsvector" });

    expect(found.map((chunk) => chunk.chunk_metadata)).toEqual([{ number: 0 }]);
    expect(model.embedded).toContain("first\nThe blue whale is the largest animal.");
    expect(model.embedded).toContain("Whales sing songs.");
  });

  test("queryRewriter: turns what was asked into what is searched for", async () => {
    const found = await app.context("rewritten").search({ query: "largest", method: "tsvector" });
    const { rewrittenVectorSearch } = await platform.data<{ rewrittenVectorSearch: unknown }>(
      `{ rewrittenVectorSearch(query: "largest", method: tsvector) { query explain } }`,
    );
    const { rewrittenPagination } = await platform.data<{ rewrittenPagination: unknown }>(
      `{ rewrittenPagination(search: { query: "unknown", method: tsvector }) { items { title } } }`,
    );

    expect(contents(found)).toEqual(["The blue whale is the largest animal.", "Whales sing songs."]);
    expect(rewrittenVectorSearch).toMatchObject({ query: "largest", explain: { searched: "largest whale" } });
    expect(rewrittenPagination).toEqual({ items: [{ title: "Note" }] });
    await expect(app.context("rewritten").search({ query: "nothing" })).rejects.toThrow(
      `"query" must hold something to search for.`,
    );
  });

  test("resultReranker: sees three times as many as are wanted, and gives an order, not rights", async () => {
    const found = await app.context("reranked").search({ query: "whale songs" });

    const [input] = asked;
    expect(input?.query).toBe("whale songs");
    expect(input?.chunks).toHaveLength(6);
    expect(found).toEqual(input?.chunks.toReversed().slice(0, 2));
    expect(await app.context("emptied").search({ query: "whale" })).toEqual([]);
  });
});
