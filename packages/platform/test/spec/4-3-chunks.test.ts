import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { PlatformEmbedder } from "../../src/definitions/embedder.ts";
import { sql } from "../../src/storage/sql.ts";
import { createCaller } from "../support/callers.ts";
import { articles, encyclopediaModel } from "../support/encyclopedia.ts";
import { createArticle, searchArticles } from "../support/search-client.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { wordModel } from "../support/word-model.ts";

interface Chunk {
  readonly chunk_id: string;
  readonly chunk_index: number;
  readonly chunk_content: string;
}

interface Written {
  readonly job: string | null;
  readonly item: { readonly id: string; readonly chunks: readonly Chunk[] };
}

const triggers = ["manual", "onInsert", "onUpdate", "always"] as const;
const triggerModel = wordModel();

/** A context for each time at which vectors can be calculated. */
const triggered = triggers.map(
  (calculateVectors) =>
    new PlatformContext({
      id: `notes_${calculateVectors}`,
      fields: [
        { name: "title", type: "text" },
        { name: "external_id", type: "string", unique: true },
      ],
      embedder: new PlatformEmbedder({
        id: "titles",
        name: "Titles",
        model: triggerModel,
        chunk: ({ title }) => [`${title}`],
      }),
      configuration: { calculateVectors },
    }),
);

describe.skipIf(isMissing)("4.3 Mutations of a context with an embedder", () => {
  let platform: TestPlatform;
  const app = new PlatformApp({ contexts: [articles, ...triggered] });

  beforeAll(async () => {
    platform = await startTestPlatform(app);
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    await platform.database.run("delete from articles");
    encyclopediaModel.embedded.splice(0);
  });
  afterEach(() => {
    encyclopediaModel.failure = undefined;
  });

  const written = "{ job item { id chunks { chunk_id chunk_index chunk_content } } }";
  const create = async (input: object) =>
    (
      await platform.data<{ made: Written }>(
        `mutation ($input: articlesInput!) { made: articlesCreateOne(input: $input) ${written} }`,
        { input },
      )
    ).made;
  const update = async (id: string, input: object) =>
    (
      await platform.data<{ made: Written }>(
        `mutation ($id: ID!, $input: articlesInput!) { made: articlesUpdateOneById(id: $id, input: $input) ${written} }`,
        { id, input },
      )
    ).made;
  const contents = ({ item }: Written) => item.chunks.map((chunk) => chunk.chunk_content);
  const generate = async (where?: unknown, limit?: number) =>
    (
      await platform.data<{ made: Record<string, unknown> }>(
        `mutation ($where: [FilterArticles], $limit: Int) { made: articlesGenerateChunks(where: $where, limit: $limit) { message items jobs } }`,
        { where, limit },
      )
    ).made;
  const erase = async (where?: unknown, limit?: number) =>
    (
      await platform.data<{ made: Record<string, unknown> }>(
        `mutation ($where: [FilterArticles], $limit: Int) { made: articlesDeleteChunks(where: $where, limit: $limit) { message items jobs } }`,
        { where, limit },
      )
    ).made;
  /** How many rows each table of the search has. */
  const stored = async () => {
    const [row] = await platform.database.query<Record<string, number>>(sql`
      select (select count(*) from platform_indexed_articles) as indexed,
        (select count(*) from platform_chunks_articles) as chunks,
        (select count(*) from platform_postings_articles) as postings`);
    return row;
  };

  test("CreateOne makes the item searchable at once; without a queue, job is null", async () => {
    const made = await create({ title: "Bees", body: "Bees dance.\n\nThey make honey." });

    expect(made.job).toBeNull();
    expect(contents(made)).toEqual(["Bees dance.", "They make honey."]);
    expect(await searchArticles(platform, { query: "honey", method: "tsvector" })).toHaveLength(1);
    expect(encyclopediaModel.embedded.slice(0, 2)).toEqual(["Bees dance.", "Bees\nThey make honey."]);
  });

  test("UpdateOneById regenerates embeddings: unchanged chunks keep their ids and vectors, others are replaced", async () => {
    const before = await create({ title: "Bees", body: "One.\n\nTwo.\n\nThree." });
    encyclopediaModel.embedded.splice(0);

    const after = await update(before.item.id, { title: "Bees", body: "Three.\n\nOne.\n\nFour." });

    expect(after.job).toBeNull();
    expect(contents(after)).toEqual(["Three.", "One.", "Four."]);
    expect(encyclopediaModel.embedded).toEqual(["Bees\nFour."]);
    const id = ({ item }: Written, content: string) =>
      item.chunks.find((each) => each.chunk_content === content)?.chunk_id;
    expect(id(after, "One.")).toBe(id(before, "One."));
    expect(id(after, "Three.")).toBe(id(before, "Three."));
    expect(await searchArticles(platform, { query: "two", method: "tsvector" })).toEqual([]);
  });

  test("a changed title changes every chunk, because it is part of them", async () => {
    const { item } = await create({ title: "Bees", body: "One.\n\nTwo." });
    encyclopediaModel.embedded.splice(0);

    await update(item.id, { title: "Wasps" });

    expect(encyclopediaModel.embedded).toEqual(["Wasps\nOne.", "Wasps\nTwo."]);
    expect(await searchArticles(platform, { query: "bees", method: "tsvector" })).toEqual([]);
  });

  test("the same text twice in an item is embedded once, and is two chunks", async () => {
    const made = await create({ title: "Echo", body: "Hello.\n\nHello.\n\nHello." });
    const again = await update(made.item.id, { title: "Echo", body: "Hello.\n\nHello." });

    expect(encyclopediaModel.embedded).toEqual(["Echo\nHello."]);
    expect(made.item.chunks.map((chunk) => chunk.chunk_index)).toEqual([0, 1, 2]);
    expect(again.item.chunks).toEqual(made.item.chunks.slice(0, 2));
  });

  test("UpdateOne, upsert and CopyOneById keep chunks in line with their items", async () => {
    await create({ title: "Bees", body: "Buzz.", external_id: "B" });
    const updated = await platform.data<{ made: Written }>(
      `mutation { made: articlesUpdateOne(where: [{ external_id: { eq: "B" } }], input: { title: "Bees", body: "Hum." }) ${written} }`,
    );
    const upserted = await platform.data<{ made: Written }>(
      `mutation { made: articlesCreateOne(upsert: true, input: { title: "Bees", body: "Whirr.", external_id: "B" }) ${written} }`,
    );
    const restricted = await platform.data<{ made: Written }>(
      `mutation { made: articlesCreateOne(upsert: true, input: { title: "Bees", body: "Drone.", external_id: "B", RBAC: { type: "public" } }) ${written} }`,
    );
    const copied = await platform.data<{ made: Written }>(
      `mutation ($id: ID!) { made: articlesCopyOneById(id: $id) ${written} }`,
      { id: upserted.made.item.id },
    );

    expect([updated, upserted, restricted, copied].map(({ made }) => contents(made))).toEqual([
      ["Hum."],
      ["Whirr."],
      ["Drone."],
      ["Drone."],
    ]);
    const found = await searchArticles(platform, { query: "drone", method: "tsvector" });
    expect(found.map((chunk) => chunk.item_name).sort()).toEqual(["Bees", "Bees (Copy)"]);
  });

  test("a change of rights alone embeds nothing", async () => {
    const { item } = await create({ title: "Bees", body: "Buzz." });
    encyclopediaModel.embedded.splice(0);

    await platform.data(
      `mutation ($id: ID!) { articlesUpdateOneById(id: $id, input: { title: "Bees", RBAC: { type: "public" } }) { item { id } } }`,
      { id: item.id },
    );

    expect(encyclopediaModel.embedded).toEqual([]);
  });

  test("RemoveOne and RemoveOneById delete the chunks with the item, and give it back as it was", async () => {
    const first = await createArticle(platform, { title: "Bees", body: "Buzz.\n\nHum." });
    await createArticle(platform, { title: "Wasps", body: "Sting." });

    const removed = await platform.data<Record<string, Record<string, unknown>>>(
      `mutation ($id: ID!) {
        one: articlesRemoveOneById(id: $id) { title chunks { chunk_content } }
        other: articlesRemoveOne(where: { title: { eq: "Wasps" } }) { title chunks { chunk_content } }
      }`,
      { id: first },
    );

    expect(removed).toEqual({
      one: { title: "Bees", chunks: [{ chunk_content: "Buzz." }, { chunk_content: "Hum." }] },
      other: { title: "Wasps", chunks: [{ chunk_content: "Sting." }] },
    });
    expect(await stored()).toEqual({ indexed: 0, chunks: 0, postings: 0 });
  });

  test("a removed item leaves no trace in the scores of others", async () => {
    const kept = { title: "Bees", body: "Bees buzz.\n\nBees hum." };
    await createArticle(platform, kept);
    const alone = await searchArticles(platform, { query: "bees buzz hum sting", method: "tsvector" });
    const other = await createArticle(platform, { title: "Wasps", body: "Wasps sting and buzz, unlike bees." });
    const together = await searchArticles(platform, { query: "bees buzz hum sting", method: "tsvector" });
    await platform.database.query(sql`delete from articles where id = ${other}::uuid`);

    const again = await searchArticles(platform, { query: "bees buzz hum sting", method: "tsvector" });

    expect(together).toHaveLength(3);
    expect(again).toEqual(alone);
  });

  test("GenerateChunks and DeleteChunks act on matching items, up to a limit, and say on how many", async () => {
    for (const title of ["Ants", "Bees", "Cats"]) await createArticle(platform, { title, body: `${title}.` });

    const deleted = await erase([{ title: { in: ["Ants", "Bees"] } }]);
    const afterDelete = await searchArticles(platform, { query: "ants bees cats", method: "tsvector" });
    const limited = await generate([{ title: { ne: null } }], 1);
    const all = await generate();

    expect(deleted).toEqual({ message: "The chunks of 2 items were deleted.", items: 2, jobs: [] });
    expect(afterDelete.map((chunk) => chunk.item_name)).toEqual(["Cats"]);
    expect(limited).toEqual({ message: "The chunks of 1 item are up to date.", items: 1, jobs: [] });
    expect(all).toEqual({ message: "The chunks of 3 items are up to date.", items: 3, jobs: [] });
    expect(await searchArticles(platform, { query: "ants bees cats", method: "tsvector" })).toHaveLength(3);
    expect(await erase(undefined, 2)).toMatchObject({ items: 2 });
    expect(await stored()).toMatchObject({ indexed: 1, chunks: 1 });
  });

  test("GenerateChunks embeds only what is not embedded yet", async () => {
    await createArticle(platform, { title: "Ants", body: "One.\n\nTwo." });
    encyclopediaModel.embedded.splice(0);

    await generate();

    expect(encyclopediaModel.embedded).toEqual([]);
  });

  test("GenerateChunks and DeleteChunks are in the audit log when they did something", async () => {
    await createArticle(platform, { title: "Ants", body: "One." });
    const entries = async () => {
      const { auditLog } = await platform.data<{ auditLog: { items: readonly { action: string }[] } }>(
        `{ auditLog(resource: "articles", limit: 4) { items { action } } }`,
      );
      return auditLog.items.map((entry) => entry.action);
    };

    await generate([{ title: { eq: "Ants" } }]);
    await erase([{ title: { eq: "Ants" } }]);
    await erase([{ title: { eq: "Ants" } }]);

    expect((await entries()).slice(0, 3)).toEqual(["deleteChunks", "generateChunks", "create"]);
  });

  test.each([undefined, null, [], [{}], [null], {}])(
    "GenerateChunks and DeleteChunks without a filter are for super admins: %o",
    async (where) => {
      const writer = await createCaller(platform, {
        email: `writer-${JSON.stringify(where)}@example.com`,
        permissions: { contexts: "WRITE" },
      });
      await createArticle(platform, { title: "Ants", body: "One.", RBAC: { type: "public" } });
      const before = await stored();

      for (const name of ["GenerateChunks", "DeleteChunks"]) {
        const query = `mutation ($where: [FilterArticles]) { articles${name}(where: $where) { items } }`;
        expect((await writer.error(query, { where })).message).toBe("You are not authorized");
      }
      expect(await stored()).toEqual(before);
    },
  );

  test("GenerateChunks and DeleteChunks with a filter act on what the caller may write, and on nothing else", async () => {
    const writer = await createCaller(platform, { email: "filters@example.com", permissions: { contexts: "WRITE" } });
    await createArticle(platform, { title: "Shared", body: "One.", RBAC: { type: "public" } });
    await createArticle(platform, { title: "Hidden", body: "Two." });
    await createArticle(writer, { title: "Own", body: "Three." });
    const query = `mutation { deleted: articlesDeleteChunks(where: [{ title: { ne: null } }]) { items } }`;

    const { deleted } = await writer.data<{ deleted: unknown }>(query);

    const left = await searchArticles(platform, { query: "one two three", method: "tsvector" });
    expect(deleted).toEqual({ items: 1 });
    expect(left.map((chunk) => chunk.item_name).sort()).toEqual(["Hidden", "Shared"]);
  });

  test.each([-1, 0, 1.5])("Threat 23: a limit of %d is refused", async (limit) => {
    const answer = await platform.ask(
      `mutation ($limit: Int) { articlesDeleteChunks(where: [{ title: { eq: "x" } }], limit: $limit) { items } }`,
      { limit },
    );

    expect(answer.errors).toHaveLength(1);
  });

  test.each([
    ["manual", [], []],
    ["onInsert", ["first"], ["first"]],
    ["onUpdate", [], ["second"]],
    ["always", ["first"], ["second"]],
  ] as const)("calculateVectors %s decides when items become searchable", async (trigger, created, changed) => {
    const context = `notes_${trigger}`;
    const chunks = async (operation: string) => {
      const { made } = await platform.data<{ made: Written }>(`mutation { made: ${operation} ${written} }`);
      return { id: made.item.id, contents: contents(made) };
    };

    const first = await chunks(`${context}CreateOne(input: { title: "first" })`);
    const second = await chunks(`${context}UpdateOneById(id: "${first.id}", input: { title: "second" })`);
    const inserted = await chunks(`${context}CreateOne(upsert: true, input: { title: "first", external_id: "X" })`);
    const replaced = await chunks(`${context}CreateOne(upsert: true, input: { title: "second", external_id: "X" })`);

    expect(first.contents).toEqual(created);
    expect(second.contents).toEqual(changed);
    expect(inserted.contents).toEqual(created);
    expect(replaced.contents).toEqual(changed);
  });

  test("an item whose model does not answer is saved, and made searchable later", async () => {
    encyclopediaModel.failure = new Error("the model is down");

    const made = await create({ title: "Bees", body: "Buzz." });
    const whileDown = await searchArticles(platform, { query: "buzz", method: "tsvector" });
    encyclopediaModel.failure = undefined;
    await generate();

    expect(made.item.chunks).toEqual([]);
    expect(whileDown).toEqual([]);
    expect(await searchArticles(platform, { query: "buzz", method: "tsvector" })).toHaveLength(1);
  });

  test("GenerateChunks goes on past what fails, and says so", async () => {
    await createArticle(platform, { title: "Ants", body: "One." });
    await createArticle(platform, { title: "Bees", body: "Two." });
    await erase();
    encyclopediaModel.failure = new Error("the model is down");

    expect(await generate()).toEqual({
      message: "The chunks of 0 items are up to date. 2 could not be indexed; the log says why.",
      items: 0,
      jobs: [],
    });
  });

  test("Programs search, generate and delete too", async () => {
    await createArticle(platform, { title: "Bees", body: "Buzz.\n\nHum." });
    const handle = app.context("articles");

    const found = await handle.search({ query: "buzz", itemFilters: [{ title: { eq: "Bees" } }], limit: 1 });

    expect(found.map((chunk) => chunk.chunk_content)).toEqual(["Buzz."]);
    expect(await handle.deleteChunks()).toBe(1);
    expect(await handle.generateChunks({ where: [{ title: { eq: "Bees" } }] })).toBe(1);
    await expect(handle.search({ query: "buzz", limit: 101 })).rejects.toThrow(
      "limit must be a whole number from 1 to 100.",
    );
  });
});
