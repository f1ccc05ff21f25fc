import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { PlatformEmbedder } from "../../src/definitions/embedder.ts";
import type { QueueReference } from "../../src/definitions/queue.ts";
import type { Resource } from "../../src/definitions/resource.ts";
import { buildVectors } from "../../src/indexing/build-vectors.ts";
import { beginMove } from "../../src/indexing/move-vectors.ts";
import { addRebuildJob } from "../../src/jobs/rebuild-job.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import { countVectors } from "../../src/storage/chunks/missing-vectors.ts";
import { readVectorSets } from "../../src/storage/chunks/vector-sets.ts";
import { createArticle, searchArticles } from "../support/search-client.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { type WordModel, wordModel } from "../support/word-model.ts";

const small = wordModel({ id: "small", dimensions: 32 });
const large = wordModel({ id: "large", dimensions: 64 });
const fields = [
  { name: "title", type: "text", required: true },
  { name: "body", type: "longtext" },
] as const;

function embedder(queue?: QueueReference): PlatformEmbedder {
  return new PlatformEmbedder({
    ...{ id: "bodies", name: "Bodies", model: large, previousModel: small },
    ...(queue && { queue }),
    chunk: ({ body }) => String(body ?? "").split("\n\n"),
  });
}

const paragraphs = 100;
const batch = 64;
const about = (subject: string) =>
  Array.from({ length: paragraphs }, (_, number) => `${subject} paragraph ${number}`).join("\n\n");

describe.skipIf(isMissing)("A context moves from one embedding model to another", { timeout: 60_000 }, () => {
  const queues = new QueueRegistry();
  const queue = queues.register("embeddings", { worker: 1, queue: 1 }, 1000, 60);
  const app = new PlatformApp({
    contexts: [
      new PlatformContext({ id: "articles", rbac: true, fields, embedder: embedder() }),
      new PlatformContext({ id: "memos", fields, embedder: embedder(queue) }),
    ],
  });
  let platform: TestPlatform;
  let articles: Resource;
  let memos: Resource;

  beforeAll(async () => {
    platform = await startTestPlatform(app, { queues, workers: "all", graceInSeconds: 0 });
    const { resources } = checkDefinitions(app, queues.list.keys());
    const resource = (id: string) => resources.find((each) => each.id === id) as Resource;
    articles = resource("articles");
    memos = resource("memos");
  });
  afterAll(() => platform.close());
  /** Everything has been embedded with the small model so far. */
  beforeEach(async () => {
    await platform.database.run("delete from articles");
    await beginMove(platform.database, articles, small);
    await build();
    await searchedWith(small);
    await createArticle(platform, { title: "Bees", body: about("honey") });
    for (const model of [small, large]) model.embedded.splice(0);
  });
  afterEach(() => {
    large.failure = undefined;
  });

  const build = (options: Parameters<typeof buildVectors>[2] = {}) =>
    buildVectors({ database: platform.database }, articles, options);
  const buildOneBatch = () => {
    let turns = 0;
    return build({ isEnough: () => turns++ > 0 });
  };
  const sets = () => readVectorSets(platform.database, articles);
  const find = (query: string) => searchArticles(platform, { query, method: "cosineDistance" });
  /** Waits until the platform embeds queries with this model: it notices a move within two seconds. */
  const searchedWith = (model: WordModel) =>
    vi.waitFor(
      async () => {
        model.embedded.splice(0);
        await find("anything");
        expect(model.embedded).toContain("anything");
      },
      { timeout: 10_000, interval: 100 },
    );

  test("search uses the old vectors until the new set is complete, then switches", async () => {
    const before = await find("honey paragraph 99");
    await beginMove(platform.database, articles, large);
    const half = await buildOneBatch();
    const between = await find("honey paragraph 99");
    const whole = await build();
    await searchedWith(large);

    const after = await find("honey paragraph 99");

    expect([half, whole]).toEqual(["unfinished", "finished"]);
    expect(between).toEqual(before);
    expect(after.map(({ chunk_id }) => chunk_id)[0]).toBe(before[0]?.chunk_id);
    expect(after[0]?.chunk_cosine_distance).not.toBe(before[0]?.chunk_cosine_distance);
    expect(await sets()).toMatchObject({ building: undefined });
  });

  test("what is written while vectors are made has both kinds by the end", async () => {
    await beginMove(platform.database, articles, large);
    await buildOneBatch();
    await createArticle(platform, { title: "Wasps", body: "They sting." });
    const found = await find("sting");
    await build();
    await searchedWith(large);

    expect(found[0]?.item_name).toBe("Wasps");
    expect((await find("sting"))[0]?.item_name).toBe("Wasps");
    const total = paragraphs + 1;
    for (const column of ["embedding", "embedding_b"] as const) {
      expect(await countVectors(platform.database, articles, column)).toEqual({ made: total, total });
    }
  });

  test("after a crash in the middle, what was made is kept and the rest is made", async () => {
    await beginMove(platform.database, articles, large);
    await buildOneBatch();
    large.failure = new Error("the process ended");
    await expect(build()).rejects.toThrow("the process ended");
    const stillFound = await find("honey");
    large.failure = undefined;
    large.embedded.splice(0);

    const outcome = await build();

    expect(stillFound).not.toEqual([]);
    expect(outcome).toBe("finished");
    expect(large.embedded).toHaveLength(paragraphs - batch);
  });

  test("rollback calls off what has been begun; begun again, it goes on from there", async () => {
    await beginMove(platform.database, articles, large);
    await buildOneBatch();

    const back = await beginMove(platform.database, articles, small);
    const outcome = await build();
    const { building } = await sets();
    large.embedded.splice(0);
    await beginMove(platform.database, articles, large);
    await build();

    expect([back, outcome, building]).toEqual(["current", "idle", undefined]);
    expect(large.embedded).toHaveLength(paragraphs - batch);
  });

  test("rollback after the switch makes only the old vectors that are missing", async () => {
    await beginMove(platform.database, articles, large);
    await build();
    await searchedWith(large);
    await createArticle(platform, { title: "Wasps", body: "They sting." });
    small.embedded.splice(0);

    await beginMove(platform.database, articles, small);
    await build();

    expect(small.embedded).toEqual(["Wasps\nThey sting."]);
    await searchedWith(small);
    expect((await find("sting"))[0]?.item_name).toBe("Wasps");
  });

  test("a process that has not noticed the switch yet writes no chunk without a vector", async () => {
    await find("anything");
    await beginMove(platform.database, articles, large);
    await build();
    large.embedded.splice(0);

    await createArticle(platform, { title: "Wasps", body: "They sting." });

    expect(large.embedded).toEqual(["Wasps\nThey sting."]);
    const { active } = await sets();
    const total = paragraphs + 1;
    expect(await countVectors(platform.database, articles, active)).toEqual({ made: total, total });
  });

  test("unchanged chunks keep their vectors across the move", async () => {
    await beginMove(platform.database, articles, large);
    await build();
    await searchedWith(large);
    const { id } = (await find("honey")).map(({ item_id: id }) => ({ id }))[0] ?? {};
    large.embedded.splice(0);

    await platform.data(
      `mutation ($id: ID!, $body: String) { articlesUpdateOneById(id: $id, input: { title: "Bees", body: $body }) { item { id } } }`,
      { id, body: `${about("honey")}\n\nOne more.` },
    );

    expect(large.embedded).toEqual(["Bees\nOne more."]);
  });

  test("with a queue a job makes the vectors, and says how far it is", async () => {
    const handle = queues.queue("embeddings")?.queue;
    const done = (id: string | null | undefined) =>
      vi.waitFor(async () => expect((await handle?.getJob(String(id)))?.state).toBe("completed"), 15_000);
    await beginMove(platform.database, memos, small);
    await done(await addRebuildJob(queues, memos));
    const { made } = await platform.data<{ made: { job: string } }>(
      `mutation ($body: String) { made: memosCreateOne(input: { title: "Bees", body: $body }) { job } }`,
      { body: about("honey") },
    );
    await done(made.job);

    await beginMove(platform.database, memos, large);
    const job = await addRebuildJob(queues, memos);
    await done(job);

    expect(await handle?.getJob(String(job))).toMatchObject({
      name: "memos.rebuild",
      data: { context: "memos" },
      progress: 100,
      returnvalue: { outcome: "finished" },
    });
    const { active, models } = await readVectorSets(platform.database, memos);
    expect(models.get(active)).toBe("large");
  });
});
