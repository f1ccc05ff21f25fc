import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, inject, vi } from "vitest";
import type { QueueConcurrency, QueueConfiguration, QueueHandle } from "../../src/definitions/queue.ts";
import { openDatabaseEngine } from "../../src/queues/database-engine.ts";
import type { JobHandler } from "../../src/queues/job-handler.ts";
import { JobWorker, type WorkerSettings } from "../../src/queues/job-worker.ts";
import type { BullQueue, QueueEngine } from "../../src/queues/queue-engine.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import { migrateQueues } from "../../src/queues/queue-schema.ts";
import { openRedisEngine } from "../../src/queues/redis-engine.ts";
import type { Database } from "../../src/storage/database.ts";
import { openPostgres } from "../../src/storage/postgres/open-postgres.ts";
import { internalTables } from "../../src/storage/tables/internal-tables.ts";
import { migrate } from "../../src/storage/tables/migrate.ts";
import { isMissing, isOnPostgres, openTestDatabase, type TestDatabase } from "./test-database.ts";

const redisUrl = inject("redisUrl");

interface Backend {
  readonly kind: QueueEngine["kind"];
  readonly name: string;
  readonly isMissing: boolean;
}

/** Redis is tested once, beside PostgreSQL, which holds its outbox. */
const backends: readonly Backend[] = [
  { kind: "database", name: isOnPostgres ? "PostgreSQL" : "the embedded database", isMissing },
  ...(isOnPostgres
    ? [{ kind: "redis", name: "Redis", isMissing: isMissing || redisUrl === undefined } satisfies Backend]
    : []),
];

/** One chapter of the conformance suite, on every place where this project's tests can keep jobs. */
export function describeQueues(chapter: string, tests: (lab: QueueLab) => void): void {
  for (const backend of backends) {
    describe.skipIf(backend.isMissing)(`${chapter}, on ${backend.name}`, { timeout: 60_000 }, () => {
      const lab = new QueueLab(backend.kind);
      beforeAll(() => lab.open());
      afterEach(() => lab.tidy());
      afterAll(() => lab.discard());
      tests(lab);
    });
  }
}

export interface QueueSettings {
  readonly concurrency?: Partial<QueueConcurrency>;
  /** Default: none. Given as undefined: the queue's own default. */
  readonly ratelimit?: number | undefined;
  readonly timeoutInSeconds?: number;
  /** Default: a new one. */
  readonly name?: string;
}

export type Handlers = Readonly<Record<string, JobHandler["run"] | JobHandler>>;

export interface TestQueue {
  readonly queue: QueueHandle;
  readonly configuration: QueueConfiguration;
  readonly bull: BullQueue;
  /** Starts a worker, which stops when the test ends. */
  work(handlers: Handlers, settings?: Partial<WorkerSettings>): Promise<JobWorker>;
}

/** What one process of a deployment has. */
interface QueueProcess {
  readonly registry: QueueRegistry;
  readonly engine: QueueEngine;
  /** A queue in use. */
  open(settings?: QueueSettings): Promise<TestQueue>;
}

/** Everything that a chapter works with. The queues of its tests differ in their names and share nothing. */
class QueueLab {
  readonly kind: QueueEngine["kind"];
  /** What the workers and relays complained about in this test. Whatever a test leaves here fails it. */
  readonly complaints: string[] = [];
  readonly #prefix = `q${randomUUID().slice(0, 8)}`;
  readonly #closing: (() => Promise<unknown>)[] = [];
  #count = 0;
  #database: TestDatabase | undefined;
  #process: (QueueProcess & { close(): Promise<void> }) | undefined;

  constructor(kind: QueueEngine["kind"]) {
    this.kind = kind;
  }

  async open(): Promise<void> {
    this.#database = await openTestDatabase();
    await migrate(this.database, internalTables);
    if (this.kind === "database") await migrateQueues(this.database);
    this.#process = await this.#start(this.database);
  }

  get database(): Database {
    if (!this.#database) throw new Error("The lab is not open.");
    return this.#database.database;
  }

  /** Only on PostgreSQL. */
  get url(): string | undefined {
    return this.#database?.url;
  }

  get engine(): QueueEngine {
    if (!this.#process) throw new Error("The lab is not open.");
    return this.#process.engine;
  }

  /** Where a whole platform would keep its jobs. */
  queueOptions(): { readonly database: Database; readonly redisUrl: string | undefined } {
    return { database: this.database, redisUrl: this.kind === "redis" ? redisUrl : undefined };
  }

  newName(): string {
    return `${this.#prefix}-${String(++this.#count).padStart(3, "0")}`;
  }

  /** A queue in use, in the process that all tests of a chapter share. */
  queue(settings?: QueueSettings): Promise<TestQueue> {
    if (!this.#process) throw new Error("The lab is not open.");
    return this.#process.open(settings);
  }

  /** Another process, with connections of its own where there can be any. It ends with the test. */
  async process(database?: Database): Promise<QueueProcess> {
    const started = await this.#start(database ?? (await this.connect()));
    this.atEnd(() => started.close());
    return started;
  }

  /** Connections of one's own, where there can be any. They end with the test. */
  async connect(): Promise<Database> {
    if (!this.url) return this.database;
    const database = await openPostgres({ url: this.url, connections: 3 });
    this.atEnd(() => database.close());
    return database;
  }

  /** Called when the test ends, the last first. */
  atEnd(work: () => Promise<unknown>): void {
    this.#closing.push(work);
  }

  async tidy(): Promise<void> {
    for (const close of this.#closing.splice(0).toReversed()) await close();
    expect(this.complaints.splice(0)).toEqual([]);
  }

  async discard(): Promise<void> {
    await this.#process?.close();
    if (this.kind === "redis") await this.#forgetKeys();
    await this.#database?.discard();
  }

  async #start(database: Database): Promise<QueueProcess & { close(): Promise<void> }> {
    const registry = new QueueRegistry();
    const logger = pino({ level: "warn" }, { write: (line: string) => void this.complaints.push(line) });
    const engine =
      this.kind === "redis"
        ? await openRedisEngine({ url: redisUrl ?? "", database, logger })
        : await openDatabaseEngine(database);
    await registry.attach(engine);

    const open = async (settings: QueueSettings = {}): Promise<TestQueue> => {
      const name = settings.name ?? this.newName();
      const concurrency = { worker: 1, queue: 100, ...settings.concurrency };
      const { ratelimit, timeoutInSeconds } = { ratelimit: Number.POSITIVE_INFINITY, ...settings };
      const configuration = await registry.register(name, concurrency, ratelimit, timeoutInSeconds).use();
      const work = async (handlers: Handlers, workerSettings: Partial<WorkerSettings> = {}) => {
        const worker = new JobWorker(configuration, { handlers: handlerMap(handlers), logger, ...workerSettings });
        await worker.start(engine);
        this.atEnd(() => worker.close(0));
        return worker;
      };
      return { queue: configuration.queue, configuration, bull: registry.opened(name).bull, work };
    };
    const close = async () => {
      await registry.detach();
      await engine.close();
    };
    return { registry, engine, open, close };
  }

  async #forgetKeys(): Promise<void> {
    const redis = new Redis(redisUrl ?? "");
    for await (const keys of redis.scanStream({ match: `platform:${this.#prefix}-*`, count: 1000 })) {
      if (keys.length > 0) await redis.unlink(keys);
    }
    redis.disconnect();
  }
}

export type { QueueLab };

function handlerMap(handlers: Handlers): ReadonlyMap<string, JobHandler> {
  return new Map(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      typeof handler === "function" ? { run: handler } : handler,
    ]),
  );
}

/** Far more than is ever needed, but on a machine that is busy with other things. */
const deadlineInMilliseconds = 45_000;

/** Waits until a check no longer throws. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: deadlineInMilliseconds, interval: 20 });
}

/** Waits until a queue holds exactly so many jobs in these states. States that are not named don't matter. */
export async function untilCounts(queue: QueueHandle, counts: Partial<Record<string, number>>): Promise<void> {
  await eventually(async () => expect(await queue.getJobCounts()).toMatchObject(counts));
}

/** Waits for the rest of a test's life, unless the signal says otherwise: a handler that never ends by itself. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}
