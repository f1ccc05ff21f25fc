import { expect, vi } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { PlatformEmbedder } from "../../src/definitions/embedder.ts";
import type { QueueHandle, QueueJob, QueueRegistration } from "../../src/definitions/queue.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import { sql } from "../../src/storage/sql.ts";
import { startTestPlatform, type TestPlatform } from "./test-platform.ts";
import { type WordModel, wordModel } from "./word-model.ts";
import { emptyRedis, type Place } from "./workshop.ts";

/** A deployment whose articles are made searchable on a queue, every paragraph as a chunk. */
export interface Archive extends TestPlatform {
  readonly app: ReturnType<typeof archiveApp>;
  readonly model: WordModel;
  readonly queue: QueueHandle;
  /** Waits until a job is in a state. */
  until(id: string | null | undefined, state: QueueJob["state"]): Promise<QueueJob>;
  /** Waits until no job is on its way, waiting or running. */
  isIdle(): Promise<void>;
  /** What the chunks of an article say, in the order of its text. */
  contents(id: string): Promise<readonly string[]>;
  /** How many rows each table of the search has. */
  stored(): Promise<unknown>;
}

export async function startArchive(place: Place): Promise<Archive> {
  const queues = new QueueRegistry();
  const embeddings = queues.register("embeddings", { worker: 3, queue: 3 }, 1000, 60);
  const model = wordModel();
  const app = archiveApp(model, embeddings);
  const platform = await startTestPlatform(app, {
    queues,
    workers: "all",
    graceInSeconds: 0,
    ...(place === "Redis" && { redisUrl: await emptyRedis() }),
  });
  const queue = queues.queue("embeddings")?.queue;
  if (!queue) throw new Error("The archive has no queue.");
  return {
    ...platform,
    app,
    model,
    queue,
    until: (id, state) =>
      vi.waitFor(
        async () => {
          const job = await queue.getJob(String(id));
          expect(job?.state, job?.failedReason ?? "").toBe(state);
          return job as QueueJob;
        },
        { timeout: 15_000, interval: 20 },
      ),
    isIdle: () =>
      vi.waitFor(
        async () => {
          expect(await platform.database.query(sql`select id from platform_outbox`)).toEqual([]);
          expect(await queue.getJobCounts()).toMatchObject({ active: 0, waiting: 0, delayed: 0 });
        },
        { timeout: 15_000, interval: 20 },
      ),
    contents: async (id) => {
      const rows = await platform.database.query<{ content: string }>(sql`
        select content from platform_chunks_articles where item_id = ${id}::uuid order by index`);
      return rows.map((row) => row.content);
    },
    stored: async () => {
      const [row] = await platform.database.query(sql`
        select (select count(*) from platform_indexed_articles) as indexed,
          (select count(*) from platform_chunks_articles) as chunks,
          (select count(*) from platform_postings_articles) as postings`);
      return row;
    },
  };
}

function archiveApp(model: WordModel, queue: QueueRegistration) {
  const embedder = new PlatformEmbedder({
    id: "paragraphs",
    name: "Paragraphs",
    model,
    queue,
    chunk: ({ body }) => String(body ?? "").split("\n\n"),
  });
  const fields = [
    { name: "title", type: "text", required: true },
    { name: "body", type: "longtext" },
    { name: "external_id", type: "string", unique: true },
  ] as const;
  return new PlatformApp({
    contexts: [
      new PlatformContext({ id: "articles", rbac: true, fields, embedder }),
      new PlatformContext({ id: "drafts", fields, embedder, configuration: { calculateVectors: "manual" } }),
    ],
  });
}
