import type { QueueConcurrency, QueueConfiguration, QueueInUse, QueueRegistration } from "../definitions/queue.ts";
import type { QueueEngine } from "./queue-engine.ts";
import { type OpenQueue, PlatformQueueHandle } from "./queue-handle.ts";
import { registrationProblems } from "./registration-problems.ts";

interface QueueEntry {
  readonly registration: QueueRegistration;
  readonly configuration: QueueConfiguration;
  inUse: QueueInUse | undefined;
  open: OpenQueue | undefined;
}

/** The named queues of a deployment. */
export class QueueRegistry {
  readonly #entries = new Map<string, QueueEntry>();
  #engine: QueueEngine | undefined;

  /**
   * Records a queue; nothing is created yet.
   *
   * @param ratelimit Jobs per second, across all worker processes. Default 1; Infinity is no limit.
   * @param timeoutInSeconds Longest a job may run. Default 180.
   */
  register(name: string, concurrency: QueueConcurrency, ratelimit = 1, timeoutInSeconds = 180): QueueRegistration {
    const problems = registrationProblems(name, { concurrency, ratelimit, timeoutInSeconds }, [
      ...this.#entries.keys(),
    ]);
    if (problems.length > 0)
      throw new Error(`The queue ${JSON.stringify(name)} can't be registered: ${problems.join("; ")}.`);
    const settings = {
      concurrency: { worker: concurrency.worker, queue: concurrency.queue },
      ratelimit,
      timeoutInSeconds,
    };
    const entry: QueueEntry = {
      registration: { name, ...settings, use: () => this.#use(entry) },
      configuration: {
        queue: new PlatformQueueHandle(name, {
          configuration: () => entry.configuration,
          open: () => openOf(entry),
          close: () => closeEntry(entry),
        }),
        ...settings,
      },
      inUse: undefined,
      open: undefined,
    };
    this.#entries.set(name, entry);
    return entry.registration;
  }

  /** The queue's configuration, once it is in use. */
  queue(name: string): QueueConfiguration | undefined {
    const entry = this.#entries.get(name);
    return entry?.inUse && entry.configuration;
  }

  /** The configurations of the queues that are in use. */
  get queues(): readonly QueueConfiguration[] {
    return [...this.#entries.values()].filter((entry) => entry.inUse).map((entry) => entry.configuration);
  }

  /** Every registration, by name. */
  get list(): ReadonlyMap<string, QueueRegistration> {
    return new Map([...this.#entries].map(([name, entry]) => [name, entry.registration]));
  }

  /** Called by the platform when it starts: creates every queue that is registered. */
  async attach(engine: QueueEngine): Promise<void> {
    this.#engine = engine;
    await Promise.all([...this.#entries.values()].map((entry) => this.#open(entry)));
  }

  /** Called by the platform when it stops. */
  async detach(): Promise<void> {
    this.#engine = undefined;
    await Promise.all([...this.#entries.values()].map(closeEntry));
  }

  /** The names of those that are open now. */
  get openNames(): readonly string[] {
    return [...this.#entries].filter(([, { open }]) => open).map(([name]) => name);
  }

  /** The queue under a name, and where it is kept. Throws while the platform does not run. */
  opened(name: string): OpenQueue {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`There is no queue "${name}".`);
    return openOf(entry);
  }

  #use(entry: QueueEntry): QueueInUse {
    entry.inUse ??= Object.assign(this.#open(entry), { queueName: entry.registration.name });
    return entry.inUse;
  }

  async #open(entry: QueueEntry): Promise<QueueConfiguration> {
    const engine = this.#engine;
    entry.inUse ??= Object.assign(Promise.resolve(entry.configuration), { queueName: entry.registration.name });
    if (!engine || entry.open) return entry.configuration;
    const bull = await engine.openQueue(entry.registration.name);
    // Whoever asks is told, and the log once, by the connection. The library would print it for every queue and every try.
    bull.on("error", () => undefined);
    await bull.setGlobalConcurrency(entry.registration.concurrency.queue);
    entry.open = { bull, engine };
    return entry.configuration;
  }
}

/** The queues of this process. A deployment registers its queues here. */
export const PlatformQueues = new QueueRegistry();

function openOf({ registration, open }: QueueEntry): OpenQueue {
  if (open) return open;
  throw new Error(`The queue "${registration.name}" can't be used: the platform has not started, or it was closed.`);
}

async function closeEntry(entry: QueueEntry): Promise<void> {
  const { open } = entry;
  entry.open = undefined;
  entry.inUse = undefined;
  await open?.bull.close();
}
