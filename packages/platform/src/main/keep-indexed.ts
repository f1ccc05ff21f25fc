import type { Resource } from "../definitions/resource.ts";
import { indexStaleItems } from "../indexing/index-stale-items.ts";
import { claimInSeconds, staleChannel } from "../storage/chunks/stale-items.ts";
import type { Database } from "../storage/database.ts";

export interface KeepIndexedOptions {
  readonly database: Database;
  readonly resources: readonly Resource[];
  /** Nothing is indexed before: a start should not wait for the processors that a model takes. */
  readonly listening: Promise<void>;
  report(error: unknown, what: string): void;
}

export interface KeptIndexed {
  /** Settles when what was waiting at the start has been gone through. */
  readonly caughtUp: Promise<void>;
  close(): Promise<void>;
}

/** Whoever changed an item, in whatever process, has this long to index it before it counts as forgotten. */
const patienceInSeconds = 300;
/** Jobs wait in line; only what no job was added for is left after this long. */
const queuePatienceInSeconds = 24 * 60 * 60;

/**
 * Makes up for items that were written and not indexed: in a transaction, by the seed, by a process that was killed, or
 * because the model did not answer. Everything that waits at the start is done at once, beside the first requests; what
 * has a queue waits there.
 */
export async function keepIndexed(options: KeepIndexedOptions): Promise<KeptIndexed> {
  const { database, resources, listening, report } = options;
  const searched = resources.filter((resource) => resource.search);
  if (searched.length === 0) return { caughtUp: Promise.resolve(), close: async () => undefined };
  const stopping = new AbortController();
  const { signal } = stopping;
  const catchUp = async (patience: number, only?: string) => {
    for (const resource of searched.filter(({ id }) => only === undefined || id === only)) {
      const failed = (error: unknown, { id }: Resource, itemId: string) => {
        if (!signal.aborted) report(error, `${id} ${itemId} is not searchable yet`);
      };
      const olderThanInSeconds = resource.search?.queue ? queuePatienceInSeconds : patience;
      await indexStaleItems({ database, signal }, resource, { olderThanInSeconds, report: failed });
    }
  };
  const watched = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      if (!signal.aborted) report(error, "what waits to be indexed could not be read");
    });

  const caughtUp = watched(listening.then(() => catchUp(0)));
  let running = caughtUp;
  const next = (patience: number, only?: string) => {
    running = running.then(() => watched(catchUp(patience, only)));
  };
  const unlisten = await database.listen(staleChannel, (context) => next(0, context));
  // What a process had taken that was killed is free by then.
  const afterClaims = setTimeout(() => next(0), claimInSeconds * 1000).unref();
  const timer = setInterval(() => next(patienceInSeconds), patienceInSeconds * 1000).unref();
  return {
    caughtUp,
    close: async () => {
      clearTimeout(afterClaims);
      clearInterval(timer);
      stopping.abort();
      await unlisten().catch(() => undefined);
      await running;
    },
  };
}
