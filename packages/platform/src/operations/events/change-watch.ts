import type { JobChange } from "../../queues/queue-engine.ts";
import type { QueueRegistry } from "../../queues/queue-registry.ts";
import { type RecentEntry, readRecentAudit } from "../../storage/audit/audit-log.ts";
import type { Database } from "../../storage/database.ts";

export interface Changes {
  readonly items: readonly RecentEntry[];
  readonly jobs: readonly JobChange[];
}

export interface ChangeWatchOptions {
  readonly database: Database;
  readonly queues: QueueRegistry;
  report(error: unknown, what: string): void;
}

export interface Follower {
  /** Who it is: of one caller there may be several. */
  readonly caller: string;
  hear(changes: Changes): void;
  end(): void;
}

const betweenLooks = 1000;
/** An entry is seen when its transaction has committed, and its id is older: so what was read already is read again. */
const overlap = 10_000;
/** Of one look. Whoever follows wants to know that something happened, not all of it. */
const most = 2000;

/**
 * Sees what changes in the database and the queues, whichever process does it, as long as somebody follows. Writing costs
 * nothing more for it: the audit log has every change already.
 */
export class ChangeWatch {
  readonly #options: ChangeWatchOptions;
  readonly #followers = new Set<Follower>();
  #stopLooking: (() => Promise<void>) | undefined;
  #isClosed = false;

  constructor(options: ChangeWatchOptions) {
    this.#options = options;
  }

  get followers(): number {
    return this.#followers.size;
  }

  followersOf(caller: string): number {
    return [...this.#followers].filter((each) => each.caller === caller).length;
  }

  /** Returns how to stop following. */
  follow(follower: Follower): () => void {
    if (this.#isClosed) follower.end();
    else {
      this.#stopLooking ??= this.#look();
      this.#followers.add(follower);
    }
    return () => {
      this.#followers.delete(follower);
      if (this.#followers.size === 0) void this.#stop();
    };
  }

  /** Ends what is being followed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const follower of [...this.#followers]) follower.end();
    await this.#stop();
  }

  async #stop(): Promise<void> {
    const stop = this.#stopLooking;
    this.#stopLooking = undefined;
    await stop?.();
  }

  #look(): () => Promise<void> {
    const { database, queues, report } = this.#options;
    const jobs = new Map<string, JobChange>();
    const hear = (change: JobChange) => {
      const key = `${change.queue} ${change.id}`;
      if (jobs.size < most || jobs.has(key)) jobs.set(key, change);
    };
    const watched = queues.openNames.map((name) => queues.opened(name).engine.watch(name, hear));
    const seen = new Map<string, number>();
    let looking: Promise<void> = Promise.resolve();
    let since = Date.now();
    const look = async () => {
      const recent = await readRecentAudit(database, { since: since - overlap, limit: most });
      const began = Date.now();
      const items = recent.filter(({ id }) => !seen.has(id));
      for (const { id } of items) seen.set(id, began);
      for (const [id, at] of seen) if (at < began - 2 * overlap) seen.delete(id);
      since = began;
      const changes = { items, jobs: [...jobs.values()] };
      jobs.clear();
      if (changes.items.length + changes.jobs.length > 0) for (const each of this.#followers) each.hear(changes);
    };
    // What was there before anybody followed is no change.
    const begun = readRecentAudit(database, { since: since - overlap, limit: most }).then((recent) => {
      for (const { id } of recent) seen.set(id, since);
    });
    const failed = (error: unknown) => report(error, "changes could not be read");
    looking = begun.catch(failed);
    const timer = setInterval(() => {
      looking = looking.then(look).catch(failed);
    }, betweenLooks).unref();
    return async () => {
      clearInterval(timer);
      await Promise.all([looking, ...watched.map((stop) => stop().catch(() => undefined))]);
    };
  }
}
