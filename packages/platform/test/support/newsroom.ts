import { expect, vi } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import type { QueueJob } from "../../src/definitions/queue.ts";
import type { SourceItems, SourceRun } from "../../src/definitions/source.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import type { TestDatabase } from "./test-database.ts";
import { startTestPlatform, type TestPlatform } from "./test-platform.ts";

/** What a source brings when it is run; a test may set anything, also what no compiler would let through. */
type Supply = (run: SourceRun) => unknown;

/** A deployment whose sources bring what the test says. */
export interface Newsroom extends TestPlatform {
  /** What each source brings, by its id. */
  readonly supplies: Map<string, Supply>;
  readonly queues: QueueRegistry;
  execute(source: string, inputs?: unknown): Promise<ExecutePayload>;
  /** All articles, by external id. */
  articles(): Promise<readonly Article[]>;
  /** Waits until a job is in a state. */
  until(id: string | undefined, state: QueueJob["state"]): Promise<QueueJob>;
}

interface ExecutePayload {
  readonly message: string;
  readonly jobs: readonly string[];
  readonly items: readonly string[];
}

interface Article {
  readonly id: string;
  readonly external_id: string | null;
  readonly title: string;
  readonly body: string | null;
  readonly pages: number | null;
  readonly updatedAt: string;
}

export const executeSource = `mutation ($source: ID!, $inputs: JSON!) {
  articlesExecuteSource(source: $source, inputs: $inputs) { message jobs items }
}`;

export interface NewsroomOptions {
  readonly on?: TestDatabase;
  /** Default: every source. */
  readonly sources?: readonly string[];
  readonly schedule?: string;
  readonly workers?: "all";
}

export async function startNewsroom(options: NewsroomOptions = {}): Promise<Newsroom> {
  const queues = new QueueRegistry();
  const imports = queues.register("imports", { worker: 2, queue: 2 }, 1000, 30);
  const supplies = new Map<string, Supply>();
  const supply = (id: string) => (run: SourceRun) =>
    (supplies.get(id) ?? (() => []))(run) as SourceItems<{ title: string }>;
  const { schedule = "0 0 1 1 *" } = options;
  const all = [
    { id: "at_once", description: "Brings articles while you wait.", execute: supply("at_once") },
    {
      id: "later",
      config: { queue: imports, retries: 2, backoff: { type: "linear", delay: 50 } },
      execute: supply("later"),
    },
    { id: "full", config: { onMissing: "delete" }, execute: supply("full") },
    { id: "full_too", config: { onMissing: "delete" }, execute: supply("full_too") },
    { id: "full_later", config: { onMissing: "delete", queue: imports, retries: 0 }, execute: supply("full_later") },
    { id: "hasty", config: { timeoutInSeconds: 0.5 }, execute: supply("hasty") },
    {
      id: "hasty_later",
      config: { queue: imports, timeoutInSeconds: 0.5, retries: 0 },
      execute: supply("hasty_later"),
    },
    {
      id: "asking",
      config: {
        params: [
          { name: "since", type: "string", required: true },
          { name: "limit", type: "number", default: 10 },
          { name: "deep", type: "boolean" },
          { name: "options", type: "json", default: { a: [1] } },
        ],
      },
      execute: supply("asking"),
    },
    { id: "nightly", config: { queue: imports, schedule, timezone: "Europe/Berlin" }, execute: supply("nightly") },
  ] as const;
  const articles = new PlatformContext({
    id: "articles",
    fields: [
      { name: "title", type: "text", required: true },
      { name: "body", type: "longtext" },
      { name: "slug", type: "string", unique: true },
      { name: "pages", type: "number" },
      { name: "lent", type: "boolean", default: false },
      { name: "published", type: "date" },
      { name: "details", type: "json" },
      { name: "state", type: "enum", enumValues: ["new", "in-repair"] },
      { name: "word_count", type: "number", calculated: true },
      { name: "external_id", type: "string", unique: true },
    ],
    sources: all.filter(({ id }) => options.sources?.includes(id) ?? true),
  });
  const platform = await startTestPlatform(new PlatformApp({ contexts: [articles] }), {
    queues,
    workers: options.workers,
    graceInSeconds: 0,
    ...(options.on && { on: options.on }),
  });
  return {
    ...platform,
    supplies,
    queues,
    execute: async (source, inputs = {}) => {
      const data = await platform.data<{ articlesExecuteSource: ExecutePayload }>(executeSource, { source, inputs });
      return data.articlesExecuteSource;
    },
    articles: async () => {
      const { articlesPagination } = await platform.data<{ articlesPagination: { items: Article[] } }>(`{
        articlesPagination(limit: 500, sort: { field: "external_id" }) {
          items { id external_id title body pages updatedAt }
        }
      }`);
      return articlesPagination.items;
    },
    until: (id = "", state) =>
      vi.waitFor(
        async () => {
          const job = await queues.queue("imports")?.queue.getJob(id);
          expect(job?.state, job?.failedReason ?? "").toBe(state);
          return job as QueueJob;
        },
        { timeout: 15_000, interval: 20 },
      ),
  };
}
