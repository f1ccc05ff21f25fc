import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import type { Resource } from "../../src/definitions/resource.ts";
import { buildVectors } from "../../src/indexing/build-vectors.ts";
import { beginMove } from "../../src/indexing/move-vectors.ts";
import type { Exported } from "../../src/operations/archive/export-archive.ts";
import { sql } from "../../src/storage/sql.ts";
import { planChanges } from "../../src/storage/tables/plan-changes.ts";
import { createCaller } from "../support/callers.ts";
import { download, upload } from "../support/file-client.ts";
import { createHousehold, fullStore, type Household, large, small } from "../support/household.ts";
import { createArticle, methods, searchArticles } from "../support/search-client.ts";
import { tableShape, tableSums } from "../support/table-sums.ts";
import { isMissing, isOnPostgres, openTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { developmentKey, startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { emptyRedis } from "../support/workshop.ts";

const admin = { "x-api-key": developmentKey };
const odd = `Tabs\t, "quotes", \\ backslashes, ünïcödé 🐝, a \u2028 line separator,\nand a break`;
const bytes = Buffer.from("%PDF-1.7\n".padEnd(200_000, "words and words \n"));

describe.skipIf(isMissing)("Everything of a deployment, moved to an empty database with its archive", () => {
  let old: Household;
  let next: Household;
  let exported: Exported;
  let sums: Readonly<Record<string, string>>;
  let shape: unknown;
  let found: unknown;
  let file: string;
  let jobs: readonly unknown[];
  let moved: TestDatabase;
  let platform: TestPlatform;

  const everyAnswer = async (client: TestPlatform) =>
    Promise.all(methods.map((method) => searchArticles(client, { query: "honey", method })));
  const waitingJobs = async ({ queues }: Household) => {
    const queue = queues.queue("later")?.queue;
    const found = [...((await queue?.getWaiting()) ?? []), ...((await queue?.getDelayed()) ?? [])];
    return found
      .filter(({ id }) => !id.startsWith("repeat:"))
      .map(({ id, name, data, state, attempts, timestamp }) => ({ id, name, data, state, attempts, timestamp }));
  };

  beforeAll(async () => {
    old = await createHousehold();
    next = await createHousehold();
    const source = await startTestPlatform(old.app, { queues: old.queues, files: old.files });
    const { resources } = checkDefinitions(old.app, old.queues.list.keys());
    const articles = resources.find(({ id }) => id === "articles") as Resource;
    await beginMove(source.database, articles, small);
    await buildVectors({ database: source.database }, articles, {});
    const owner = await createCaller(source, { email: "owner@example.com", permissions: { contexts: "WRITE" } });
    const uploaded = await upload(source, admin, "articles.scan", { name: "words.pdf", bytes });
    file = uploaded.body.file;
    await createArticle(source, { title: odd, body: "honey bees\n\nand honey", kind: "ODD", price: 0.1 + 0.2 });
    await createArticle(source, { title: "Scanned", body: "paper honey", scan: file, facts: { deep: [1, null, "x"] } });
    await createArticle(owner, { title: "Private", body: "secret honey" });
    // Both sets of vectors are there now, and the second is searched.
    await beginMove(source.database, articles, large);
    await buildVectors({ database: source.database }, articles, {});
    await source.data(`mutation { variablesCreateOne(input: { name: "KEY", value: "sesame" }) { item { id } } }`);
    const later = old.queues.queue("later")?.queue;
    await later?.add("plain", { n: 1 });
    await later?.add("urgent", { n: 2 }, { priority: 3, attempts: 9 });
    await later?.add("patient", { n: 3 }, { delay: 3_600_000 });
    await later?.add("nightly", { n: 4 }, { repeat: { pattern: "0 3 * * *", tz: "Europe/Berlin" } });
    await later?.pause();
    jobs = await waitingJobs(old);
    // For two seconds after the move, the first set may still be searched.
    await vi.waitFor(
      async () => {
        found = await everyAnswer(source);
        expect(large.embedded).toContain("honey");
      },
      { timeout: 10_000, interval: 500 },
    );
    await source.platform.http.close();
    sums = await tableSums(source.database);
    shape = await tableShape(source.database);
    exported = await old.export(source.database, "archive.ndjson.gz");
    await source.close();

    await copyFile(join(old.folder, "archive.ndjson.gz"), join(next.folder, "archive.ndjson.gz"));
    moved = await openTestDatabase();
    // Not at once, so that it also has to go on where it was.
    const isFull = { files: fullStore(next.files) };
    await expect(next.import(moved.database, "archive.ndjson.gz", isFull)).rejects.toThrow("The disk is full.");
    await next.import(moved.database, "archive.ndjson.gz");
  }, 120_000);
  afterAll(async () => {
    await platform?.close();
    await old?.discard();
    await next?.discard();
  });

  test("has the same rows in every table, postings and both sets of vectors included, and tables as they should be", async () => {
    const { changes } = await planChanges(moved.database, next.models());

    expect(await tableSums(moved.database)).toEqual(sums);
    expect(await tableShape(moved.database)).toEqual(shape);
    expect(JSON.stringify(shape)).toMatch(/USING hnsw \(embedding vector_cosine_ops\).*USING hnsw \(embedding_b /);
    expect(sums.platform_chunks_articles).toMatch(/^4 /);
    expect(changes).toEqual([]);
    expect(exported).toMatchObject({ files: 1, missingFiles: [], jobs: 3, failedJobs: 0 });
  });

  test("answers as before: searches, files, secrets, and jobs in their order with what they wait for", async () => {
    platform = await startTestPlatform(next.app, { on: moved, queues: next.queues, files: next.files });

    const scanned = await download(platform, admin, file);
    const later = next.queues.queue("later")?.queue;
    const schedules = await next.queues.opened("later").bull.getJobSchedulers(0, -1, true);

    expect(await everyAnswer(platform)).toEqual(found);
    expect(Buffer.from(await scanned.arrayBuffer())).toEqual(bytes);
    expect(await waitingJobs(next)).toEqual(jobs);
    expect(await later?.isPaused()).toBe(true);
    expect(schedules.map(({ name, pattern, tz }) => ({ name, pattern, tz }))).toEqual([
      { name: "nightly", pattern: "0 3 * * *", tz: "Europe/Berlin" },
    ]);
  });

  test("goes on: what is written next has numbers, vectors and words of its own", async () => {
    await createArticle(platform, { title: "New", body: "fresh honey" });

    const again = await searchArticles(platform, { query: "fresh", method: "tsvector" });

    expect(again.map(({ item_name }) => item_name)).toEqual(["New"]);
    const numbers = await platform.database.query<{ number: number }>(
      sql`select number from platform_chunks_articles order by number`,
    );
    expect(numbers).toHaveLength(5);
  });

  test.skipIf(!isOnPostgres || inject("redisUrl") === undefined)(
    "has its jobs in Redis, where that is set",
    async () => {
      const redisUrl = await emptyRedis();
      const third = await createHousehold();
      await copyFile(join(old.folder, "archive.ndjson.gz"), join(third.folder, "archive.ndjson.gz"));
      const opened = await openTestDatabase();

      const { jobs: count } = await third.import(opened.database, "archive.ndjson.gz", { redisUrl });
      const onRedis = await startTestPlatform(third.app, { on: opened, queues: third.queues, redisUrl });

      // They pass through the outbox.
      await vi.waitFor(async () => expect(await waitingJobs(third)).toEqual(jobs), { timeout: 10_000 });
      expect(count).toBe(3);
      expect(await third.queues.queue("later")?.queue.isPaused()).toBe(true);
      await onRedis.close();
      await third.discard();
    },
  );
});
