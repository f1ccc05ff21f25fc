import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, createCaller } from "../support/callers.ts";
import { told } from "../support/checksum.ts";
import { encyclopedia } from "../support/encyclopedia.ts";
import { articleSearch, createArticle, methods, places, searchArticles } from "../support/search-client.ts";
import { isMissing } from "../support/test-database.ts";
import { type Answer, comparable, startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

/** What the reader may read, in each of the ways there are. */
const visible = [
  { title: "Herons", body: "Herons stand in shallow water.\n\nThey eat fish and frogs.", RBAC: { type: "public" } },
  { title: "Storks", body: "Storks nest on roofs.\n\nThey clatter with their bills.\n\nThey eat frogs." },
  { title: "Cranes", body: "Cranes dance.\n\nTheir calls are heard far away." },
];

/** Full of the words that are searched for: they would be the best hits, and would change every frequency and length. */
const hidden = Array.from({ length: 12 }, (_, index) => ({
  title: index % 2 === 0 ? "Herons" : "Secret frogs",
  body: [
    "Herons eat frogs, frogs and frogs.",
    "They eat fish and frogs.",
    `Frogs ${"clatter ".repeat(index + 1)} on roofs with herons.`,
    "Cranes and storks and herons dance in shallow water.",
  ].join("\n\n"),
  shelf: "SCIENCE",
}));

const ranked = `query ($query: String!, $method: VectorMethodEnum!, $cutoffs: SearchCutoffs, $filters: [FilterArticles], $page: Int) {
  articlesPagination(limit: 2, page: $page, filters: $filters, search: { query: $query, method: $method, cutoffs: $cutoffs }) {
    pageInfo { pageCount itemCount hasNextPage }
    items { title averageRelevance totalRelevance chunks { chunk_content chunk_cosine_distance chunk_fts_rank chunk_hybrid_score } }
  }
}`;

describe.skipIf(isMissing)("Threats 4 and 5: nothing of an item that the caller can't read is in a search", () => {
  let platform: TestPlatform;
  let owner: Caller;
  let reader: Caller;

  beforeAll(async () => {
    platform = await startTestPlatform(encyclopedia());
    owner = await createCaller(platform, { email: "owner@example.com", permissions: { contexts: "WRITE" } });
    reader = await createCaller(platform, { email: "reader@example.com", permissions: { contexts: "WRITE" } });
    const [publicOne, grantedOne, ownOne] = visible;
    await createArticle(owner, publicOne ?? {});
    await createArticle(owner, { ...grantedOne, RBAC: { users: [{ id: reader.userId, rights: "read" }] } });
    await createArticle(reader, ownOne ?? {});
  });
  afterAll(() => platform.close());

  const hide = async () => {
    const ids: string[] = [];
    for (const input of hidden) ids.push(await createArticle(owner, input));
    return ids;
  };
  const remove = async (ids: readonly string[]) => {
    for (const id of ids) await owner.data(`mutation ($id: ID!) { articlesRemoveOneById(id: $id) { id } }`, { id });
  };

  const queries = [
    "herons eat frogs",
    "secret",
    `"fish and frogs"`,
    "frogs -herons",
    "dance clatter shallow water",
    "an unknown word",
  ];
  const requests = methods.flatMap((method) =>
    queries.flatMap((query) => [
      [articleSearch, { query, method }],
      [articleSearch, { query, method, expand: { before: 5, after: 5 } }],
      [articleSearch, { query, method, cutoffs: { cosineDistance: 0.9, tsvector: 0.5, hybrid: 0.1 } }],
      [articleSearch, { query, method, itemFilters: [{ title: { eq: "Herons" } }] }],
      [articleSearch, { query, method, itemFilters: [{ shelf: { eq: "SCIENCE" } }] }],
      [ranked, { query, method }],
      [ranked, { query, method, page: 2 }],
      [ranked, { query, method, cutoffs: { cosineDistance: 0.8, tsvector: 1, hybrid: 0.2 } }],
      [ranked, { query, method, filters: [{ title: { contains: "o" } }] }],
    ]),
  ) as readonly (readonly [string, Record<string, unknown>])[];

  /** Each is asked once: that compiled and interpreted requests give the same is shown elsewhere. */
  const answers = async ({ headers }: Caller) => {
    const given: string[] = [];
    for (const [query, variables] of requests) {
      const response = await fetch(`${platform.url}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ query, variables }),
      });
      given.push(comparable((await response.json()) as Answer));
    }
    return given;
  };

  test("for every method, with filters, cutoffs, neighbours, pages and explanations: hidden items change no answer", {
    timeout: 120_000,
  }, async () => {
    const before = await answers(reader);
    expect(before.filter((answer) => answer.includes("errors"))).toEqual([]);
    const ownersBefore = await answers(owner);

    const ids = await hide();

    expect(await answers(reader)).toEqual(before);
    // To whoever may read them they do make a difference, to every request that finds anything.
    const ownersAfter = await answers(owner);
    const changed = ownersAfter.filter((answer, index) => answer !== ownersBefore[index]);
    expect(changed.length).toBeGreaterThan(ownersAfter.length * 0.6);
    await remove(ids);
    expect(await answers(owner)).toEqual(ownersBefore);
  });

  test("a caller finds what is public, what they were granted and what is their own", async () => {
    const ids = await hide();

    for (const method of methods) {
      const found = await searchArticles(reader, { query: "herons storks cranes frogs dance", method });
      expect(new Set(found.map((chunk) => chunk.item_name)), method).toEqual(new Set(["Herons", "Storks", "Cranes"]));
      expect(new Set(places(found)).size, method).toBe(found.length);
    }
    await remove(ids);
  });

  test("rights that are given or taken away count at once", async () => {
    const id = await createArticle(owner, { title: "Ospreys", body: "Ospreys dive." });
    const grant = async (rights: object) =>
      owner.data(
        `mutation ($id: ID!, $input: articlesInput!) { articlesUpdateOneById(id: $id, input: $input) { item { id } } }`,
        { id, input: { title: "Ospreys", RBAC: rights } },
      );
    const found = async () => (await searchArticles(reader, { query: "ospreys", method: "tsvector" })).length;

    const counts = [await found()];
    await grant({ users: [{ id: reader.userId, rights: "read" }] });
    counts.push(await found());
    await grant({ type: "private", users: [] });
    counts.push(await found());

    expect(counts).toEqual([0, 1, 0]);
  });

  test("ChunkById of a hidden item and of no item give the same answer", async () => {
    const [id = ""] = await hide();
    const { articlesById } = await owner.data<{ articlesById: { chunks: readonly { chunk_id: string }[] } }>(
      `query ($id: ID!) { articlesById(id: $id) { chunks { chunk_id } } }`,
      { id },
    );
    const query = `query ($id: ID!) { articlesChunkById(id: $id) { chunk_content item_name } }`;

    const hiddenChunk = await reader.error(query, { id: articlesById.chunks[0]?.chunk_id });
    const missingChunk = await reader.error(query, { id: "00000000-0000-7000-8000-000000000000" });

    expect(told(hiddenChunk)).toEqual({ message: "Record not found", code: "NOT_FOUND" });
    expect(told(missingChunk)).toEqual(told(hiddenChunk));
  });

  test("whoever has no permission on contexts searches nothing", async () => {
    const stranger = await createCaller(platform, { email: "stranger@example.com" });

    for (const method of methods) {
      const error = await stranger.error(articleSearch, { query: "frogs", method });
      expect(told(error)).toEqual({ message: "Access control error", code: "ACCESS_CONTROL" });
    }
    const chunk = await stranger.error(
      `{ articlesChunkById(id: "00000000-0000-7000-8000-000000000000") { chunk_id } }`,
    );
    expect(told(chunk)).toEqual({ message: "Access control error", code: "ACCESS_CONTROL" });
  });

  test("in a context without rights everyone with the permission finds everything", async () => {
    await platform.data(
      `mutation { entriesCreateOne(input: { title: "Open", body: "For everyone." }) { item { id } } }`,
    );

    const { found } = await reader.data<{ found: { chunks: unknown } }>(
      `{ found: entriesVectorSearch(query: "everyone", method: hybridSearch) { chunks { item_name } } }`,
    );

    expect(found.chunks).toEqual([{ item_name: "Open" }]);
  });
});
