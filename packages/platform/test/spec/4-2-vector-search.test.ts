import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encyclopedia } from "../support/encyclopedia.ts";
import {
  articleSearch,
  createArticle,
  type Found,
  methods,
  places,
  type SearchArguments,
  searchArticles,
} from "../support/search-client.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const missingId = "00000000-0000-7000-8000-000000000000";

const shelved = [
  {
    title: "Whales",
    body: "Whales are mammals that live in the sea.\n\nThe blue whale is the largest animal.\n\nHumpbacks sing long songs to each other.",
    shelf: "SCIENCE",
    pages: 3,
    external_id: "A-1",
  },
  {
    title: "Volcanoes",
    body: "A volcano is a hole in the crust of a planet.\n\nHot lava flows out of it.\n\nAsh falls on the fields around.\n\nThe largest volcano is on Mars.",
    shelf: "SCIENCE",
    pages: 40,
  },
  {
    title: "Shanties",
    body: "Sailors sang songs at sea.\n\nThe work of many hands needs a tune.",
    shelf: "FAR_AWAY",
  },
];

describe.skipIf(isMissing)("4.2 VectorSearch and ChunkById of a context with an embedder", () => {
  let platform: TestPlatform;
  let whales: string;

  beforeAll(async () => {
    platform = await startTestPlatform(encyclopedia());
    const ids: string[] = [];
    for (const input of shelved) ids.push(await createArticle(platform, input));
    whales = ids[0] ?? "";
  });
  afterAll(() => platform.close());

  const search = (args: SearchArguments) => searchArticles(platform, args);
  const result = async (args: SearchArguments) =>
    (await platform.data<{ found: Record<string, unknown> }>(articleSearch, { ...args })).found;
  const message = async (args: SearchArguments) => (await platform.error(articleSearch, { ...args })).message;

  test("cosineDistance is vector similarity: the distance is 0 for the same text, and the nearest come first", async () => {
    const found = await search({ query: "Volcanoes Hot lava flows out of it", method: "cosineDistance" });

    const distances = found.map((chunk) => chunk.chunk_cosine_distance ?? Number.NaN);
    expect(places(found)[0]).toBe("Volcanoes 1");
    expect(distances[0]).toBeCloseTo(0, 6);
    expect(distances).toEqual([...distances].sort((one, other) => one - other));
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...distances)).toBeLessThanOrEqual(2);
    expect(found.every((chunk) => chunk.chunk_fts_rank === null && chunk.chunk_hybrid_score === null)).toBe(true);
  });

  test("tsvector is full-text only: any word of the query counts, in any form, and the best rank comes first", async () => {
    const found = await search({ query: "singing sailor mammal", method: "tsvector" });

    const ranks = found.map((chunk) => chunk.chunk_fts_rank ?? Number.NaN);
    expect([...places(found)].sort()).toEqual(["Shanties 0", "Whales 0", "Whales 2"]);
    expect(ranks).toEqual([...ranks].sort((one, other) => other - one));
    expect(found.every((chunk) => chunk.chunk_cosine_distance === null && chunk.chunk_hybrid_score === null)).toBe(
      true,
    );
  });

  test("the rank of tsvector is the BM25 score, a word of the title counting three times", async () => {
    const found = await search({ query: "volcano lava", method: "tsvector" });

    // Words as PostgreSQL counts them, stop words left out; the title's word comes on top, three times.
    const lengths = { Whales: [7, 7, 7], Volcanoes: [7, 6, 7, 6], Shanties: [7, 8] };
    const all = Object.values(lengths).flat();
    const average = all.reduce((sum, length) => sum + length, 0) / all.length;
    const weight = (holding: number) => Math.log(1 + (all.length - holding + 0.5) / (holding + 0.5));
    const part = (holding: number, frequency: number, length: number) =>
      (weight(holding) * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * length) / average));
    const [first, second, third, fourth] = lengths.Volcanoes.map((length, index) => {
      const inTitle = 3 + (index === 0 || index === 3 ? 1 : 0);
      return part(4, inTitle, length) + (index === 1 ? part(1, 1, length) : 0);
    });
    const ranks = Object.fromEntries(found.map((chunk) => [chunk.chunk_index, chunk.chunk_fts_rank]));
    expect(places(found)[0]).toBe("Volcanoes 1");
    expect(Object.keys(ranks)).toHaveLength(4);
    expect(ranks[0]).toBeCloseTo(first ?? 0, 8);
    expect(ranks[1]).toBeCloseTo(second ?? 0, 8);
    expect(ranks[2]).toBeCloseTo(third ?? 0, 8);
    expect(ranks[3]).toBeCloseTo(fourth ?? 0, 8);
  });

  test("a word that the query repeats counts as often", async () => {
    const once = await search({ query: "lava", method: "tsvector" });
    const twice = await search({ query: "lava, lava", method: "tsvector" });

    expect(twice[0]?.chunk_fts_rank).toBeCloseTo(2 * (once[0]?.chunk_fts_rank ?? 0), 8);
  });

  test(`a quoted phrase must occur, and -word and -"a phrase" must not, as in web searches`, async () => {
    const [loose, quoted, without, withoutPhrase] = await Promise.all([
      search({ query: "long songs", method: "tsvector" }),
      search({ query: `"long songs" sailors`, method: "tsvector" }),
      search({ query: "songs -sailors", method: "tsvector" }),
      search({ query: `largest -"blue whale"`, method: "tsvector" }),
    ]);

    expect([...places(loose)].sort()).toEqual(["Shanties 0", "Whales 2"]);
    expect(places(quoted)).toEqual(["Whales 2"]);
    expect(places(without)).toEqual(["Whales 2"]);
    expect(places(withoutPhrase)).toEqual(["Volcanoes 3"]);
  });

  test("phrases and excluded words bind the vector arm of a hybrid search too", async () => {
    const [quoted, without] = await Promise.all([
      search({ query: `"blue whale" lava`, method: "hybridSearch" }),
      search({ query: "whale -lava", method: "hybridSearch" }),
    ]);

    expect(places(quoted)).toEqual(["Whales 1"]);
    expect(places(without)).not.toContain("Volcanoes 1");
    expect(without).toHaveLength(8);
  });

  test("hybridSearch is vector plus full-text: half of bm25/(bm25+10), half of the cosine similarity, for every hit", async () => {
    const query = "whales of the sea";
    const [hybrid, cosine, words] = await Promise.all([
      search({ query, method: "hybridSearch" }),
      search({ query, method: "cosineDistance" }),
      search({ query, method: "tsvector" }),
    ]);

    const by = (found: readonly Found[]) => new Map(found.map((chunk) => [chunk.chunk_id, chunk]));
    const [near, worded] = [by(cosine), by(words)];
    expect(hybrid).toHaveLength(9);
    for (const chunk of hybrid) {
      const distance = near.get(chunk.chunk_id)?.chunk_cosine_distance ?? Number.NaN;
      const rank = worded.get(chunk.chunk_id)?.chunk_fts_rank ?? 0;
      expect(chunk.chunk_cosine_distance).toBeCloseTo(distance, 10);
      expect(chunk.chunk_fts_rank).toBeCloseTo(rank, 10);
      expect(chunk.chunk_hybrid_score).toBeCloseTo((0.5 * rank) / (rank + 10) + 0.5 * Math.max(0, 1 - distance), 10);
    }
    const scores = hybrid.map((chunk) => chunk.chunk_hybrid_score ?? Number.NaN);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    expect(hybrid.some((chunk) => chunk.chunk_fts_rank === 0)).toBe(true);
  });

  test("itemFilters: conditions on the items, which must all hold", async () => {
    const filtered = (itemFilters: unknown, method: string) => search({ query: "largest songs", method, itemFilters });

    for (const method of methods) {
      const science = await filtered([{ shelf: { eq: "SCIENCE" } }, { pages: { lte: 10 } }], method);
      expect(new Set(science.map((chunk) => chunk.item_name)), method).toEqual(new Set(["Whales"]));
      expect(await filtered([{ id: { in: [] } }], method), method).toEqual([]);
      expect(await filtered([{ or: [] }], method), method).toEqual([]);
      expect((await filtered([{ and: [] }], method)).length, method).toBeGreaterThan(1);
    }
  });

  test("an item filter changes which chunks are found, not their scores", async () => {
    for (const method of methods) {
      const all = await search({ query: "largest songs", method });
      const some = await search({ query: "largest songs", method, itemFilters: [{ title: { eq: "Whales" } }] });

      expect(some, method).toEqual(all.filter((chunk) => chunk.item_name === "Whales"));
    }
  });

  test("cutoffs: cosineDistance is the largest distance, lower means more similar", async () => {
    const query = "hot lava flows";
    const all = await search({ query, method: "cosineDistance" });
    const limit = all[2]?.chunk_cosine_distance ?? 0;

    const near = await search({ query, method: "cosineDistance", cutoffs: { cosineDistance: limit } });

    expect(near).toEqual(all.slice(0, 3));
  });

  test("cutoffs: tsvector is the smallest rank, hybrid the smallest score", async () => {
    const query = "the largest volcano in the sea";
    const words = await search({ query, method: "tsvector" });
    const both = await search({ query, method: "hybridSearch" });

    const bestWords = await search({
      query,
      method: "tsvector",
      cutoffs: { tsvector: words[1]?.chunk_fts_rank, hybrid: 1, cosineDistance: 0 },
    });
    const bestBoth = await search({
      query,
      method: "hybridSearch",
      cutoffs: { hybrid: both[2]?.chunk_hybrid_score },
    });

    const reaches = (least: number | null | undefined) => (score: number | null) => (score ?? 0) >= (least ?? 0);
    const isBest = reaches(words[1]?.chunk_fts_rank);
    expect(bestWords).toEqual(words.filter((chunk) => isBest(chunk.chunk_fts_rank)));
    expect(bestWords.length).toBeLessThan(words.length);
    expect(bestBoth).toEqual(both.slice(0, 3));
  });

  test("in a hybrid search a hit of either arm counts, each held to its own cutoff", async () => {
    const query = "hot lava songs";
    const all = await search({ query, method: "hybridSearch" });

    const near = await search({ query, method: "hybridSearch", cutoffs: { cosineDistance: 0.7 } });

    const isHit = (chunk: Found) => (chunk.chunk_cosine_distance ?? 2) <= 0.7 || (chunk.chunk_fts_rank ?? 0) > 0;
    expect(near).toEqual(all.filter(isHit));
    expect(near.length).toBeLessThan(all.length);
  });

  test.each([
    [{ cosineDistance: 1.01 }, "cutoffs.cosineDistance must be a number from 0 to 1."],
    [{ cosineDistance: -0.1 }, "cutoffs.cosineDistance must be a number from 0 to 1."],
    [{ hybrid: 2 }, "cutoffs.hybrid must be a number from 0 to 1."],
    [{ tsvector: -1 }, "cutoffs.tsvector must be a number from 0."],
    [
      { cosineDistance: 5, tsvector: -1 },
      "cutoffs.cosineDistance must be a number from 0 to 1; cutoffs.tsvector must be a number from 0.",
    ],
  ])("the cosineDistance cutoff has the range 0 to 1, and the others theirs: %o", async (cutoffs, said) => {
    expect(await message({ query: "whale", method: "cosineDistance", cutoffs })).toBe(said);
  });

  test("expand: chunks before and after each match come with it, in the order of the text, without scores", async () => {
    const found = await search({ query: "lava", method: "tsvector", expand: { before: 1, after: 2 } });

    expect(places(found)).toEqual(["Volcanoes 0", "Volcanoes 1", "Volcanoes 2", "Volcanoes 3"]);
    expect(found.map((chunk) => chunk.chunk_fts_rank !== null)).toEqual([false, true, false, false]);
    expect(found.every((chunk) => chunk.chunk_hybrid_score === null && chunk.chunk_cosine_distance === null)).toBe(
      true,
    );
  });

  test("expand: a chunk comes once, hits keep their order, and no other item is reached", async () => {
    const hits = await search({ query: "mammals tune fields", method: "tsvector" });

    const found = await search({
      query: "mammals tune fields",
      method: "tsvector",
      expand: { before: 20, after: 20 },
    });

    const scored = found.filter((chunk) => chunk.chunk_fts_rank !== null);
    expect(scored).toEqual(hits);
    expect(new Set(places(found)).size).toBe(found.length);
    expect([...places(found)].sort()).toEqual(
      ["Shanties 0", "Shanties 1"]
        .concat(["Volcanoes 0", "Volcanoes 1", "Volcanoes 2", "Volcanoes 3"])
        .concat(["Whales 0", "Whales 1", "Whales 2"]),
    );
    for (const name of ["Shanties", "Volcanoes", "Whales"]) {
      const own = found.filter((chunk) => chunk.item_name === name).map((chunk) => chunk.chunk_index);
      expect(own, name).toEqual([...own].sort());
    }
  });

  test("expand: two matches side by side share their neighbours", async () => {
    const found = await search({ query: "lava ash", method: "tsvector", expand: { before: 1, after: 1 } });

    expect([...places(found)].sort()).toEqual(["Volcanoes 0", "Volcanoes 1", "Volcanoes 2", "Volcanoes 3"]);
    expect(found.filter((chunk) => chunk.chunk_fts_rank !== null)).toHaveLength(2);
  });

  test.each([
    [{ before: -1 }, "expand.before must be a whole number from 0 to 20."],
    [{ after: 21 }, "expand.after must be a whole number from 0 to 20."],
    [{ after: 2_147_483_647 }, "expand.after must be a whole number from 0 to 20."],
  ])("expand has a range: %o", async (expand, said) => {
    expect(await message({ query: "whale", method: "tsvector", expand })).toBe(said);
  });

  test("the result says where was searched, for what, how, and what chunks had to pass", async () => {
    const itemFilters = [{ title: { contains: "whale" } }];

    const {
      chunks: _chunks,
      explain: _explain,
      ...rest
    } = await result({
      query: "songs",
      method: "hybridSearch",
      itemFilters,
      cutoffs: { hybrid: 0.1 },
      expand: { after: 1 },
    });

    expect(rest).toEqual({
      context: { name: "Articles", embedder: "Paragraphs" },
      itemFilters,
      chunkFilters: { cutoffs: { hybrid: 0.1 }, expand: { before: 0, after: 1 } },
      query: "songs",
      method: "hybridSearch",
    });
  });

  test("a chunk says what it is, where it comes from, and whose it is", async () => {
    const [chunk] = await search({ query: "humpbacks", method: "tsvector" });

    const { articlesById: item } = await platform.data<{ articlesById: Record<string, string> }>(
      `query ($id: ID!) { articlesById(id: $id) { createdAt updatedAt } }`,
      { id: whales },
    );
    expect(chunk).toEqual({
      chunk_content: "Humpbacks sing long songs to each other.",
      chunk_index: 2,
      chunk_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      chunk_source: "paragraphs",
      chunk_metadata: {},
      chunk_created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      chunk_updated_at: expect.stringMatching(/Z$/),
      item_updated_at: item.updatedAt,
      item_created_at: item.createdAt,
      item_id: whales,
      item_external_id: "A-1",
      item_name: "Whales",
      chunk_cosine_distance: null,
      chunk_fts_rank: expect.any(Number),
      chunk_hybrid_score: null,
    });
  });

  test("explain says what each arm and filter did", async () => {
    const { explain: hybrid } = await result({ query: `"blue whale" songs -lava`, method: "hybridSearch" });
    const { explain: cosine } = await result({ query: "songs", method: "cosineDistance" });

    expect(hybrid).toEqual({
      searched: "blue whale songs",
      phrases: ["blue whale"],
      excluded: ["lava"],
      plan: "exact",
      words: [
        { word: "blue", chunks: 1, weight: expect.any(Number) },
        { word: "song", chunks: 2, weight: expect.any(Number) },
        { word: "whale", chunks: 3, weight: expect.any(Number) },
      ],
      worded: 4,
      near: null,
      hits: 1,
    });
    expect(cosine).toMatchObject({ plan: "exact", words: null, worded: null, hits: 9 });
  });

  test("<contextId>ChunkById gives the chunk with this id", async () => {
    const [chunk] = await search({ query: "humpbacks", method: "tsvector" });

    const { articlesChunkById } = await platform.data<{ articlesChunkById: Found }>(
      `query ($id: ID!) { articlesChunkById(id: $id) { chunk_id chunk_content chunk_index item_id item_name chunk_fts_rank } }`,
      { id: chunk?.chunk_id },
    );

    expect(articlesChunkById).toEqual({
      chunk_id: chunk?.chunk_id,
      chunk_content: "Humpbacks sing long songs to each other.",
      chunk_index: 2,
      item_id: whales,
      item_name: "Whales",
      chunk_fts_rank: null,
    });
  });

  test.each([missingId, "no id at all", "' or true --"])("there is no chunk with the id %j", async (id) => {
    const error = await platform.error(`query ($id: ID!) { articlesChunkById(id: $id) { chunk_id } }`, { id });

    expect(error.message).toBe("Record not found");
  });

  test.each([
    ["", `"query" must hold something to search for.`],
    [" \n\t ", `"query" must hold something to search for.`],
    [`"" - --`, `"query" must hold something to search for.`],
    [`-whale -"blue whale"`, `"query" holds only what must not occur.`],
    ["x".repeat(8001), `"query" may have 8,000 characters at most, not 8,001.`],
    ["a\u0000b", `"query" must not hold a null character.`],
  ])("a query that can't be searched for is refused with the reason: %j", async (query, said) => {
    for (const method of methods) expect(await message({ query, method })).toBe(said);
  });

  test("a query may have 8,000 characters, and no word has to be known", async () => {
    const long = Array.from({ length: 1000 }, (_, index) => `word${index}`)
      .join(" ")
      .slice(0, 8000);

    expect(await search({ query: long, method: "tsvector" })).toEqual([]);
    expect(await search({ query: "the of and", method: "tsvector" })).toEqual([]);
    expect(await search({ query: long, method: "hybridSearch" })).toHaveLength(9);
  });
});
