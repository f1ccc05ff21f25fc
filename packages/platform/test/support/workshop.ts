import { Redis } from "ioredis";
import { describe, expect, inject, vi } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { type JobRun, PlatformJob } from "../../src/definitions/job.ts";
import type { Json } from "../../src/definitions/json.ts";
import type { AddOptions, QueueHandle, QueueJob } from "../../src/definitions/queue.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import { sql } from "../../src/storage/sql.ts";
import { books, readers } from "./library.ts";
import { isMissing, isOnPostgres } from "./test-database.ts";
import { startTestPlatform, type TestPlatform } from "./test-platform.ts";

/** What a job of the workshop does, in this order. */
export interface Order {
  readonly logs?: readonly string[];
  readonly progress?: number | Readonly<Record<string, Json>>;
  /** Waits here until the test opens the gate. */
  readonly gate?: string;
  /** Fails with this message, on every attempt. */
  readonly failure?: string;
  /** Fails until the test has opened this gate. */
  readonly failsUntil?: string;
  readonly result?: Json;
}

/** Where a platform keeps its jobs. Redis is tested once, beside PostgreSQL. */
export type Place = "the database" | "Redis";

const redisUrl = inject("redisUrl");
const places: readonly Place[] = isOnPostgres && redisUrl ? ["the database", "Redis"] : ["the database"];

/** One chapter, wherever jobs can be kept here. */
export function describePlaces(chapter: string, tests: (place: Place) => void): void {
  const options = { timeout: 60_000 };
  for (const place of places) describe.skipIf(isMissing)(`${chapter}, jobs in ${place}`, options, () => tests(place));
}

/**
 * Queues with names that GraphQL would not take: a worker works on `e-mail`, and with one job per second on `slow`; nobody
 * works on `2nd`, so that what is added there stays as it is.
 */
export interface Workshop extends TestPlatform {
  readonly app: PlatformApp<readonly [typeof books, typeof readers]>;
  readonly queues: QueueRegistry;
  queue(name: string): QueueHandle;
  /** Adds a job that does what its data says. Default: to `e-mail`, to be tried once. */
  add(order: Order & Readonly<Record<string, Json>>, options?: AddOptions & { queue?: string }): Promise<string>;
  /** Adds one, and waits for its end. */
  run(order: Order & Readonly<Record<string, Json>>, options?: AddOptions & { queue?: string }): Promise<QueueJob>;
  /** Lets the jobs at this gate go on. */
  open(gate: string): void;
  /** Waits until no job is on its way any more that was added in a transaction, which Redis takes a moment for. */
  passedOn(): Promise<void>;
  /** Lets every job end, and removes all of them but those of schedules. */
  tidy(): Promise<void>;
  /** Waits until a job is in a state. */
  until(id: string, state: QueueJob["state"], queue?: string): Promise<QueueJob>;
}

export interface WorkshopOptions {
  readonly place?: Place;
  /** More jobs of the deployment, made for its queues. */
  jobs?(queues: QueueRegistry): readonly PlatformJob<never>[];
  readonly options?: Partial<Parameters<typeof startTestPlatform>[1]>;
}

export async function startWorkshop({ place, jobs, options }: WorkshopOptions = {}): Promise<Workshop> {
  const queues = new QueueRegistry();
  const mail = queues.register("e-mail", { worker: 3, queue: 3 }, 1000, 300);
  queues.register("2nd", { worker: 1, queue: 7 });
  queues.register("slow", { worker: 1, queue: 1 }, 0.2, 90);
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const opened = new Set<string>();
  let areAllOpen = false;
  const gate = (name: string) => {
    const known = gates.get(name) ?? Promise.withResolvers<void>();
    gates.set(name, known);
    return known;
  };
  const execute = async ({ data, log, progress, signal }: JobRun<Order>) => {
    for (const line of data.logs ?? []) await log(line);
    if (data.progress !== undefined) await progress(data.progress);
    if (data.gate && !areAllOpen) await Promise.race([gate(data.gate).promise, aborted(signal)]);
    if (data.failure) throw new Error(data.failure);
    if (data.failsUntil && !opened.has(data.failsUntil)) throw new Error("not yet");
    return data.result;
  };
  const app = new PlatformApp({
    contexts: [books, readers],
    jobs: [new PlatformJob<Order>({ id: "work", queue: mail, execute }), ...(jobs?.(queues) ?? [])],
  });
  const platform = await startTestPlatform(app, {
    queues,
    workers: ["e-mail", "slow"],
    graceInSeconds: 0,
    ...(place === "Redis" && { redisUrl: await emptyRedis() }),
    ...options,
  });

  const queue = (name: string) => {
    const handle = queues.queue(name)?.queue;
    if (!handle) throw new Error(`There is no queue ${name}.`);
    return handle;
  };
  const add: Workshop["add"] = async (order, { queue: name = "e-mail", ...options } = {}) =>
    (await queue(name).add("work", order, { attempts: 1, ...options })).id;
  const until: Workshop["until"] = (id, state, name = "e-mail") =>
    vi.waitFor(
      async () => {
        const job = await queue(name).getJob(id);
        expect(job?.state).toBe(state);
        return job as QueueJob;
      },
      { timeout: 30_000, interval: 20 },
    );
  const passedOn = () =>
    vi.waitFor(
      async () => expect(await platform.database.query(sql`select id from platform_outbox`)).toEqual([]),
      30_000,
    );
  return {
    ...platform,
    app,
    queues,
    queue,
    add,
    run: async (order, options) => {
      const isFailing = order.failure !== undefined || order.failsUntil !== undefined;
      return until(await add(order, options), isFailing ? "failed" : "completed", options?.queue);
    },
    open: (name) => {
      opened.add(name);
      gate(name).resolve();
    },
    until,
    passedOn,
    tidy: async () => {
      await passedOn();
      // Also for the jobs that have not come to their gate yet.
      areAllOpen = true;
      for (const each of gates.values()) each.resolve();
      for (const { queue } of queues.queues) {
        await queue.drain();
        await queue.resume();
        const isIdle = async () => expect(await queue.getJobCounts()).toMatchObject({ active: 0, waiting: 0 });
        await vi.waitFor(isIdle, 30_000);
        for (const state of ["delayed", "completed", "failed"] as const) await queue.clean(0, 0, state);
      }
      gates.clear();
      opened.clear();
      areAllOpen = false;
    },
  };
}

/** A Redis database that no test file uses which runs at the same time. */
export async function emptyRedis(): Promise<string> {
  const url = new URL(redisUrl ?? "");
  url.pathname = `/${1 + (Number(process.env.VITEST_POOL_ID ?? 0) % 15)}`;
  const redis = new Redis(url.href);
  await redis.flushdb();
  redis.disconnect();
  return url.href;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}
