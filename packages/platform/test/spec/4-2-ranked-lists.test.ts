import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encyclopedia } from "../support/encyclopedia.ts";
import { createArticle, methods, searchArticles } from "../support/search-client.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

interface Ranked {
  readonly id: string;
  readonly title: string;
  readonly averageRelevance: number | null;
  readonly totalRelevance: number | null;
  readonly chunks: readonly Readonly<Record<string, unknown>>[];
}

interface RankedPage {
  readonly items: readonly Ranked[];
  readonly pageInfo: Readonly<Record<string, unknown>>;
}

const ranking = `query ($limit: Int, $page: Int, $filters: [FilterArticles], $sort: SortBy, $search: RankedSearch) {
  list: articlesPagination(limit: $limit, page: $page, filters: $filters, sort: $sort, search: $search) {
    pageInfo { pageCount itemCount currentPage hasPreviousPage hasNextPage }
    items {
      id title averageRelevance totalRelevance
      chunks { chunk_id chunk_index chunk_content chunk_cosine_distance chunk_fts_rank chunk_hybrid_score }
    }
  }
}`;

/** Planet 1 has one paragraph about moons, planet 2 has two, and so on. */
const planets = Array.from({ length: 12 }, (_, index) => ({
  title: `Planet ${index + 1}`,
  body: Array.from(
    { length: index + 1 },
    (__, moon) => `Moon number ${moon + 1} is made of ${"ice ".repeat(index + 1)}`,
  )
    .concat("Nothing else is known.")
    .join("\n\n"),
  pages: index + 1,
}));

describe.skipIf(isMissing)("Pagination with a search ranks the items of a context with an embedder", () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startTestPlatform(encyclopedia());
    for (const input of planets) await createArticle(platform, input);
    await createArticle(platform, { title: "Empty", body: "" });
  }, 60_000);
  afterAll(() => platform.close());

  const list = async (variables: Readonly<Record<string, unknown>>) =>
    (await platform.data<{ list: RankedPage }>(ranking, { limit: 100, ...variables })).list;
  const relevance = (chunk: Readonly<Record<string, unknown>>, method: string) => {
    if (method === "tsvector") return Number(chunk.chunk_fts_rank);
    return method === "hybridSearch" ? Number(chunk.chunk_hybrid_score) : 1 - Number(chunk.chunk_cosine_distance);
  };

  test("items come by their best chunk, with averageRelevance, totalRelevance and the matching chunks", async () => {
    for (const method of methods) {
      const { items } = await list({ search: { query: "moon of ice", method } });

      const best = items.map((item) => relevance(item.chunks[0] ?? {}, method));
      expect(items.length, method).toBe(12);
      expect(best, method).toEqual([...best].sort((one, other) => other - one));
      for (const { chunks, averageRelevance, totalRelevance } of items.filter((item) => item.chunks.length < 10)) {
        const scores = chunks.map((chunk) => relevance(chunk, method));
        const total = scores.reduce((sum, score) => sum + score, 0);
        expect(scores, method).toEqual([...scores].sort((one, other) => other - one));
        expect(totalRelevance, method).toBeCloseTo(total, 8);
        expect(averageRelevance, method).toBeCloseTo(total / scores.length, 8);
      }
    }
  });

  test("the chunks of an item are those that a search finds, with the same scores", async () => {
    for (const method of methods) {
      const { items } = await list({ search: { query: "nothing known", method }, limit: 3 });
      const found = await searchArticles(platform, { query: "nothing known", method });

      const chunks = items.map(({ chunks: [best] }) => best);
      expect(chunks, method).toEqual(
        items.map(({ id }) => {
          const hit = found.find((chunk) => chunk.item_id === id);
          return expect.objectContaining({
            chunk_id: hit?.chunk_id,
            chunk_cosine_distance: hit?.chunk_cosine_distance,
            chunk_fts_rank: hit?.chunk_fts_rank,
            chunk_hybrid_score: hit?.chunk_hybrid_score,
          });
        }),
      );
    }
  });

  test("of a long item only the best chunks are shown, as many as a search finds; the total counts them all", async () => {
    const { items } = await list({ search: { query: "moon", method: "tsvector" } });

    const longest = items.find((item) => item.title === "Planet 12");
    expect(longest?.chunks).toHaveLength(10);
    expect(longest?.totalRelevance).toBeCloseTo(12 * (longest?.averageRelevance ?? 0), 8);
  });

  test("pages of a ranked list never overlap, and pageInfo counts what matches", async () => {
    for (const method of methods) {
      const search = { query: "moon of ice", method };
      const whole = await list({ search });
      const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ search, limit: 5, page })));

      expect(pages.flatMap((page) => page.items.map((item) => item.title))).toEqual(
        whole.items.map((item) => item.title),
      );
      expect(pages.map((page) => page.pageInfo)).toEqual(
        [1, 2, 3, 4].map((page) => ({
          pageCount: 3,
          itemCount: 12,
          currentPage: page,
          hasPreviousPage: page > 1,
          hasNextPage: page < 3,
        })),
      );
    }
  });

  test("an item without chunks is in no ranked list", async () => {
    for (const method of methods) {
      const { items } = await list({ search: { query: "empty", method } });

      expect(items.map((item) => item.title)).not.toContain("Empty");
    }
  });

  test("filters and cutoffs narrow a ranked list down, and its count", async () => {
    for (const method of methods) {
      const filtered = await list({ search: { query: "moon", method }, filters: [{ pages: { lte: 4 } }] });

      expect(filtered.pageInfo, method).toMatchObject({ itemCount: 4 });
      expect(new Set(filtered.items.map((item) => item.title))).toEqual(
        new Set(["Planet 1", "Planet 2", "Planet 3", "Planet 4"]),
      );
    }
    const all = await list({ search: { query: "moon number 7", method: "hybridSearch" } });
    const cut = await list({
      search: { query: "moon number 7", method: "hybridSearch", cutoffs: { hybrid: relevanceOf(all, 5) } },
    });

    expect(cut.items.map((item) => item.title)).toEqual(all.items.slice(0, 6).map((item) => item.title));
    expect(cut.pageInfo).toMatchObject({ itemCount: 6 });
    const least = relevanceOf(all, 5);
    expect(cut.items.flatMap((item) => item.chunks).every((chunk) => Number(chunk.chunk_hybrid_score) >= least)).toBe(
      true,
    );
  });

  const relevanceOf = (page: RankedPage, index: number) =>
    relevance(page.items[index]?.chunks[0] ?? {}, "hybridSearch");

  test("only what is asked for is worked out: no chunk is read for a list of titles", async () => {
    platform.forget();

    await platform.data(`query ($search: RankedSearch) { articlesPagination(search: $search) { items { title } } }`, {
      search: { query: "moon", method: "tsvector" },
    });

    expect(platform.statements.some(({ text }) => text.includes("chunk_content"))).toBe(false);
  });

  test("a list has either a search or a sort", async () => {
    const error = await platform.error(ranking, {
      search: { query: "moon", method: "tsvector" },
      sort: { field: "title" },
    });

    expect(error.message).toBe("A list has either a search, which ranks it, or a sort.");
  });

  test.each([
    [{ limit: -1 }, "limit must be a whole number from 1 to 500, not -1."],
    [{ limit: 0 }, "limit must be a whole number from 1 to 500, not 0."],
    [{ limit: 501 }, "limit must be a whole number from 1 to 500, not 501."],
    [{ page: 0 }, "page must be a whole number from 1, not 0."],
    [{ page: -5 }, "page must be a whole number from 1, not -5."],
  ])("Threat 23: limits and pages of ranked lists are checked: %o", async (page, message) => {
    const query = `query ($limit: Int, $page: Int, $search: RankedSearch) { articlesPagination(limit: $limit, page: $page, search: $search) { items { id } } }`;
    const error = await platform.error(query, { ...page, search: { query: "moon", method: "tsvector" } });

    expect(error.message).toBe(message);
  });

  test("Threat 23: a page far beyond the end is empty", async () => {
    const { items } = await list({ page: 2_147_483_647, search: { query: "moon", method: "hybridSearch" } });

    expect(items).toEqual([]);
  });

  test("without a search, averageRelevance and totalRelevance are null and chunks are all chunks, in the order of the text", async () => {
    const { items } = await list({ filters: [{ title: { eq: "Planet 3" } }] });

    const [planet] = items;
    expect(planet?.averageRelevance).toBeNull();
    expect(planet?.totalRelevance).toBeNull();
    expect(planet?.chunks).toEqual(
      [0, 1, 2, 3].map((chunk_index) =>
        expect.objectContaining({
          chunk_index,
          chunk_cosine_distance: null,
          chunk_fts_rank: null,
          chunk_hybrid_score: null,
        }),
      ),
    );
  });

  test("chunks are fields of items wherever items are read", async () => {
    const { items } = await list({ filters: [{ title: { eq: "Planet 2" } }] });
    const id = items[0]?.id;
    const fields = "{ title averageRelevance chunks { chunk_content } }";

    const read = await platform.data<Record<string, unknown>>(
      `query ($id: ID!) {
        byId: articlesById(id: $id) ${fields}
        byIds: articlesByIds(ids: [$id]) ${fields}
        one: articlesOne(filters: [{ id: { eq: $id } }]) ${fields}
      }`,
      { id },
    );

    const item = {
      title: "Planet 2",
      averageRelevance: null,
      chunks: [
        { chunk_content: "Moon number 1 is made of ice ice " },
        { chunk_content: "Moon number 2 is made of ice ice " },
        { chunk_content: "Nothing else is known." },
      ],
    };
    expect(read).toEqual({ byId: item, byIds: [item], one: item });
  });
});
