import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertPostings, searchVector, textLength } from "../../src/storage/chunks/full-text-sql.ts";
import { literal, name, sql } from "../../src/storage/sql.ts";
import { chunkTableNames } from "../../src/storage/tables/chunk-tables.ts";
import { type Caller, createCaller } from "../support/callers.ts";
import { encyclopedia, encyclopediaModel } from "../support/encyclopedia.ts";
import { articleSearch, type Found, methods, type SearchArguments } from "../support/search-client.ts";
import { isMissing, isOnPostgres } from "../support/test-database.ts";
import { type Client, startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const rows = 12_000;
const topics = ["river", "desert", "glacier", "forest", "harbour", "meadow", "canyon", "island"];

/** To fill the embedded database takes too long; the statements are the same. */
describe.skipIf(isMissing || !isOnPostgres)(
  `Among ${rows.toLocaleString("en")} chunks the index of vectors is asked`,
  () => {
    let platform: TestPlatform;
    let reader: Caller;

    beforeAll(async () => {
      platform = await startTestPlatform(encyclopedia());
      reader = await createCaller(platform, { email: "reader@example.com", permissions: { contexts: "READ" } });
      await insertArticles(platform, reader.userId);
    }, 300_000);
    afterAll(() => platform.close());

    const search = async (client: Client, args: SearchArguments) => {
      const { found } = await client.data<{ found: { chunks: readonly Found[]; explain: Record<string, unknown> } }>(
        articleSearch,
        { ...args },
      );
      return found;
    };
    /** The ten nearest, by comparing with every chunk. */
    const nearest = async (text: string, condition = "true") => {
      const chunks = await platform.database.query<{ id: string }>(sql`
      select chunk.id from platform_chunks_articles as chunk join articles on articles.id = chunk.item_id
      where ${literal(condition)}
      order by (chunk.embedding <=> (select embedding from platform_chunks_articles where content = ${text} limit 1)) + 0, chunk.id
      limit 10`);
      return new Set(chunks.map((chunk) => chunk.id));
    };

    test.each(["cosineDistance", "hybridSearch"])(
      "%s: by the index, and exactly where few items are left",
      async (method) => {
        const whole = await search(platform, { query: "river stones", method });
        const some = await search(platform, { query: "river stones", method, itemFilters: [{ pages: { eq: 7 } }] });
        const many = await search(platform, { query: "river stones", method, itemFilters: [{ pages: { gte: 20 } }] });
        const readable = await search(reader, { query: "river stones", method });

        expect(whole.explain).toMatchObject({ plan: "index", near: 400 });
        expect(some.explain).toMatchObject({ plan: "exact", near: null });
        expect(many.explain).toMatchObject({ plan: "index", near: 400 });
        expect(readable.explain).toMatchObject({ plan: "index", near: 400 });
        for (const { chunks } of [whole, some, many, readable]) expect(chunks).toHaveLength(10);
      },
    );

    test("the ten best are found, with filters and rights too", async () => {
      let [found, wanted] = [0, 0];
      for (const [index, topic] of topics.entries()) {
        const text = `${topic} number ${index + topics.length * 40}`;
        const cases = [
          [platform, {}, "true"],
          [platform, { itemFilters: [{ pages: { gte: 20 } }] }, "pages >= 20"],
          [reader, {}, "rbac_mode = 'users'"],
        ] as const;
        for (const [client, filters, condition] of cases) {
          const { chunks } = await search(client, { query: `Place ${text}`, method: "cosineDistance", ...filters });
          const exact = await nearest(text, condition);
          found += chunks.filter((chunk) => exact.has(chunk.chunk_id)).length;
          wanted += exact.size;
        }
      }

      expect(found / wanted).toBeGreaterThanOrEqual(0.97);
    });

    test("in a hybrid search every candidate has both scores, whichever arm came up with it", async () => {
      const query = "glacier number 4242";
      const { chunks } = await search(platform, { query, method: "hybridSearch" });
      const words = await search(platform, { query, method: "tsvector" });

      const ranks = new Map(words.chunks.map((chunk) => [chunk.chunk_id, chunk.chunk_fts_rank]));
      expect(chunks[0]?.chunk_content).toContain("4242");
      for (const chunk of chunks) {
        const [rank, distance] = [chunk.chunk_fts_rank ?? Number.NaN, chunk.chunk_cosine_distance ?? Number.NaN];
        expect(chunk.chunk_hybrid_score).toBeCloseTo((0.5 * rank) / (rank + 10) + 0.5 * Math.max(0, 1 - distance), 8);
        if (ranks.has(chunk.chunk_id)) expect(rank).toBe(ranks.get(chunk.chunk_id));
      }
    });

    test("nobody finds what they can't read", async () => {
      for (const method of methods) {
        const { chunks } = await search(reader, { query: "river desert glacier number", method });

        expect(chunks.filter((chunk) => Number(chunk.chunk_content.split(" ").at(-1)) % 2 === 0)).toEqual([]);
      }
    });

    test("pages of a ranked list never overlap", async () => {
      const list = async (page: number) => {
        const { articlesPagination } = await platform.data<{
          articlesPagination: { items: readonly { id: string }[]; pageInfo: unknown };
        }>(
          `query ($page: Int) { articlesPagination(limit: 100, page: $page, search: { query: "desert number", method: hybridSearch }) { items { id } pageInfo { itemCount hasNextPage } } }`,
          { page },
        );
        return articlesPagination;
      };

      const pages = await Promise.all([1, 2, 3, 4, 5, 6].map(list));

      const ids = pages.flatMap((page) => page.items.map((item) => item.id));
      expect(ids).toHaveLength(500);
      expect(new Set(ids).size).toBe(500);
      expect(pages[5]).toEqual({ items: [], pageInfo: { itemCount: 500, hasNextPage: false } });
    });
  },
);

/** Past the platform, which would take a minute: odd ones are the reader's to read. */
async function insertArticles({ database }: TestPlatform, readerId: string): Promise<void> {
  const tables = chunkTableNames("articles");
  const names = literal(`array[${topics.map((topic) => `'${topic}'`).join(", ")}]`);
  await database.query(sql`
    insert into articles (id, title, body, pages, rbac_mode, rbac_readers)
    select md5('item ' || n)::uuid, 'Place', (${names})[n % 8 + 1] || ' number ' || n, n % 40,
      case n % 2 when 0 then 'private' else 'users' end, case n % 2 when 0 then '{}' else array[${`user:${readerId}`}] end
    from generate_series(1, ${rows}) as n`);
  await database.query(sql`insert into ${name(tables.indexed)} (id) select id from articles`);
  const items = await database.query<{ id: string; body: string }>(sql`select id, body from articles`);
  const vectors = await encyclopediaModel.embed(
    items.map(({ body }) => `Place\n${body}`),
    { purpose: "passage" },
  );
  const given = items.map(({ id, body }, index) => ({ id, body, vector: `[${vectors[index]?.join(",")}]` }));
  const words = searchVector(literal("'english'"), literal("'Place'"), literal("body"));
  for (let first = 0; first < given.length; first += 1000) {
    await database.query(sql`
      insert into ${name(tables.chunks)}
        (id, item_id, index, title, content, metadata, source, content_hash, embedding, search, length)
      select gen_random_uuid(), id, 0, 'Place', body, '{}', 'paragraphs', '', vector::vector, words,
        ${textLength(literal("words"))}
      from jsonb_to_recordset(${JSON.stringify(given.slice(first, first + 1000))}::jsonb)
        as given (id uuid, body text, vector text), lateral (select ${words} as words) as worded`);
  }
  await database.query(insertPostings(tables, tables.chunks));
  await database.run("vacuum analyze articles");
  await database.run(`vacuum analyze ${tables.chunks}`);
  await database.run(`vacuum analyze ${tables.postings}`);
}
