import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Archive, startArchive } from "../support/archive.ts";
import { createCaller } from "../support/callers.ts";
import { searchArticles } from "../support/search-client.ts";
import type { Client } from "../support/test-platform.ts";
import { describePlaces } from "../support/workshop.ts";

interface Written {
  readonly job: string | null;
  readonly item: { readonly id: string; readonly chunks: readonly unknown[] };
}

const written = "{ job item { id chunks { chunk_id } } }";

describePlaces("4.3 Embeddings are generated in the background", (place) => {
  let archive: Archive;

  beforeAll(async () => {
    archive = await startArchive(place);
  });
  afterAll(() => archive.close());
  beforeEach(async () => {
    await archive.database.run("delete from articles");
    archive.model.embedded.splice(0);
  });
  afterEach(async () => {
    archive.model.gate = undefined;
    archive.model.failure = undefined;
    await archive.queue.resume();
    await archive.isIdle();
    for (const state of ["completed", "failed"] as const) await archive.queue.clean(0, 0, state);
  });

  const mutate = async (operation: string, variables: Record<string, unknown> = {}, client: Client = archive) => {
    const parameters = { id: "$id: ID!", input: "$input: articlesInput!" };
    const declared = Object.entries(parameters).flatMap(([name, text]) => (name in variables ? [text] : []));
    const head = declared.length > 0 ? `mutation (${declared.join(", ")})` : "mutation";
    return (await client.data<{ made: Written }>(`${head} { made: ${operation} ${written} }`, variables)).made;
  };
  const create = (input: object, client?: Client) => mutate("articlesCreateOne(input: $input)", { input }, client);
  const update = (id: string, input: object) => mutate("articlesUpdateOneById(id: $id, input: $input)", { id, input });
  const generate = async (client: Client, argument = "") =>
    (
      await client.data<{ made: { message: string; items: number; jobs: readonly string[] } }>(
        `mutation { made: articlesGenerateChunks${argument} { message items jobs } }`,
      )
    ).made;
  const jobOf = async (id: string | null) => {
    const { job } = await archive.data<{ job: Record<string, unknown> }>(
      `query ($id: ID!) { job(queue: embeddings, id: $id) { name state data progress returnvalue } }`,
      { id },
    );
    return job;
  };

  test("CreateOne sets job: it carries ids only, and the item is searchable once it is done", async () => {
    await archive.queue.pause();
    const made = await create({ title: "Bees", body: "Bees dance.\n\nThey make honey." });
    const before = await searchArticles(archive, { query: "honey", method: "tsvector" });
    await archive.queue.resume();
    await archive.until(made.job, "completed");

    expect(made.item.chunks).toEqual([]);
    expect(before).toEqual([]);
    expect(await jobOf(made.job)).toMatchObject({
      name: "articles.index",
      state: "completed",
      data: { context: "articles", item: made.item.id },
      returnvalue: { outcome: "indexed" },
    });
    expect(await archive.contents(made.item.id)).toEqual(["Bees dance.", "They make honey."]);
    expect(await searchArticles(archive, { query: "honey", method: "hybridSearch" })).toHaveLength(2);
  });

  test("UpdateOneById, UpdateOne, upsert and CopyOneById set job when embeddings are regenerated", async () => {
    const { item } = await create({ title: "Bees", body: "Buzz.", external_id: "B" });
    const writes = [
      () => update(item.id, { title: "Bees", body: "Hum." }),
      () =>
        mutate(`articlesUpdateOne(where: [{ external_id: { eq: "B" } }], input: $input)`, {
          input: { title: "Bees", body: "Whirr." },
        }),
      () =>
        mutate("articlesCreateOne(upsert: true, input: $input)", {
          input: { title: "Bees", body: "Drone.", external_id: "B" },
        }),
      () => mutate("articlesCopyOneById(id: $id)", { id: item.id }),
    ];

    const contents: unknown[] = [];
    for (const write of writes) {
      const made = await write();
      await archive.until(made.job, "completed");
      contents.push(await archive.contents(made.item.id));
    }

    expect(contents).toEqual([["Hum."], ["Whirr."], ["Drone."], ["Drone."]]);
  });

  test("unchanged chunks keep their vectors: only the new paragraph is embedded", async () => {
    const { item, job } = await create({ title: "Bees", body: "One.\n\nTwo." });
    await archive.until(job, "completed");
    archive.model.embedded.splice(0);

    const { job: next } = await update(item.id, { title: "Bees", body: "One.\n\nThree." });
    await archive.until(next, "completed");

    expect(archive.model.embedded).toEqual(["Bees\nThree."]);
  });

  test("job is null when no embeddings are generated", async () => {
    const { draft } = await archive.data<{ draft: Written }>(
      `mutation { draft: draftsCreateOne(input: { title: "Bees", body: "Buzz." }) ${written} }`,
    );

    expect(draft.job).toBeNull();
    expect(await archive.queue.getCompleted()).toEqual([]);
  });

  test("a write that is rolled back adds no job, one that is committed adds one", async () => {
    const write = (failure?: Error) =>
      archive.app.transaction(async () => {
        await archive.app.context("articles").create({ title: "Bees", body: "Buzz." });
        if (failure) throw failure;
      });

    await expect(write(new Error("no"))).rejects.toThrow("no");
    await archive.isIdle();
    const afterFailure = await archive.queue.getCompleted();
    await write();

    expect(afterFailure).toEqual([]);
    await vi.waitFor(async () => expect(await archive.queue.getCompleted()).toHaveLength(1), 10_000);
  });

  test("GenerateChunks queues jobs of 50 items at most, whose progress is visible", async () => {
    const titles = Array.from({ length: 60 }, (_, index) => `Note ${index}`);
    await Promise.all(titles.map((title) => create({ title, body: `About ${title}.` })));
    await archive.isIdle();
    await archive.data(`mutation { articlesDeleteChunks { items } }`);
    const opened = Promise.withResolvers<void>();
    archive.model.gate = opened.promise;

    const made = await generate(archive);
    await vi.waitFor(() => expect(archive.model.waiting).toBe(8), { timeout: 10_000 });
    const first = await jobOf(made.jobs[0] ?? null);
    archive.model.gate = undefined;
    opened.resolve();
    const [done] = [await archive.until(made.jobs[0], "completed"), await archive.until(made.jobs[1], "completed")];

    expect(made).toEqual({
      message: "The chunks of 60 items are made in the background.",
      items: 60,
      jobs: [expect.any(String), expect.any(String)],
    });
    expect(first).toMatchObject({ state: "active", progress: 0 });
    expect(done).toMatchObject({ progress: 100, returnvalue: { indexed: 50 } });
    expect(await archive.stored()).toMatchObject({ indexed: 60, chunks: 60 });
  });

  test("a job that comes late never overwrites a newer version", async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    archive.model.gate = gate;
    const first = await create({ title: "Bees", body: "Old.\n\nBoth." });
    await vi.waitFor(() => expect(archive.model.waiting).toBe(1), { timeout: 10_000 });
    archive.model.gate = undefined;
    const second = await update(first.item.id, { title: "Bees", body: "Both.\n\nNew." });
    await archive.until(second.job, "completed");

    open();
    await archive.until(first.job, "completed");

    expect(await archive.contents(first.item.id)).toEqual(["Both.", "New."]);
    expect(await searchArticles(archive, { query: "old", method: "tsvector" })).toEqual([]);
  });

  test("a job whose item was deleted does nothing, before it runs or while the model works", async () => {
    await archive.queue.pause();
    const before = await create({ title: "Bees", body: "Buzz." });
    await archive.data(`mutation ($id: ID!) { articlesRemoveOneById(id: $id) { id } }`, { id: before.item.id });
    await archive.queue.resume();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    archive.model.gate = gate;
    const during = await create({ title: "Wasps", body: "Sting." });
    await vi.waitFor(() => expect(archive.model.waiting).toBe(1), { timeout: 10_000 });
    await archive.database.run("delete from articles");
    open();

    const ends = [await archive.until(before.job, "completed"), await archive.until(during.job, "completed")];

    expect(ends.map((job) => job.returnvalue)).toEqual([{ outcome: "gone" }, { outcome: "gone" }]);
    expect(await archive.stored()).toEqual({ indexed: 0, chunks: 0, postings: 0 });
  });

  test("a job whose model does not answer is tried again", async () => {
    archive.model.failure = new Error("the model is down");
    const { item, job } = await create({ title: "Bees", body: "Buzz." });
    await archive.until(job, "delayed");
    archive.model.failure = undefined;

    const done = await archive.until(job, "completed");

    expect(done.attemptsMade).toBe(2);
    expect(await archive.contents(item.id)).toEqual(["Buzz."]);
  });

  test("GenerateChunks queues what the caller may write, and a refused call queues nothing", async () => {
    const writer = await createCaller(archive, { email: "writer@example.com", permissions: { contexts: "WRITE" } });
    const reader = await createCaller(archive, { email: "reader@example.com", permissions: { contexts: "READ" } });
    const shared = await create({ title: "Shared", body: "One.", RBAC: { type: "public" } });
    const own = await create({ title: "Own", body: "Two." }, writer);
    for (const { job } of [shared, own]) await archive.until(job, "completed");
    await archive.queue.pause();

    const made = await generate(writer, `(where: [{ title: { ne: null } }])`);
    const refusals = [
      await writer.error(`mutation { articlesGenerateChunks { jobs } }`),
      await reader.error(`mutation { articlesGenerateChunks(where: [{ title: { ne: null } }]) { jobs } }`),
      await reader.error(`mutation ($id: ID!) { articlesUpdateOneById(id: $id, input: { title: "x" }) { job } }`, {
        id: shared.item.id,
      }),
    ];

    const waiting = await archive.queue.getWaiting();
    expect(waiting.map((job) => job.data)).toEqual([{ context: "articles", items: [own.item.id] }]);
    expect(made).toMatchObject({ items: 1, jobs: waiting.map((job) => job.id) });
    expect(refusals.map((refusal) => refusal.message)).toEqual([
      "You are not authorized",
      "Access control error",
      "Access control error",
    ]);
  });

  test("what a job has indexed is found under the rights of its item", async () => {
    const writer = await createCaller(archive, { email: "other@example.com", permissions: { contexts: "WRITE" } });
    const hidden = await create({ title: "Hidden", body: "Secret honey." });
    const own = await create({ title: "Own", body: "Sweet honey." }, writer);
    for (const { job } of [hidden, own]) await archive.until(job, "completed");

    const found = await searchArticles(writer, { query: "honey", method: "hybridSearch" });

    expect(found.map((chunk) => chunk.item_name)).toEqual(["Own"]);
  });
});
