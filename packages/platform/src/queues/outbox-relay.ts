import type { Logger } from "pino";
import type { Database } from "../storage/database.ts";
import { deleteOutbox, lockOutbox, outboxChannel } from "./outbox.ts";
import { addNow, type BullQueue } from "./queue-engine.ts";

export interface RelayOptions {
  /** The queues that are open by now. */
  readonly queues: ReadonlyMap<string, BullQueue>;
  readonly logger: Logger;
}

export interface Relay {
  /** Looks at once. */
  wake(): void;
  stop(): Promise<void>;
}

/** A notification can be missed while a connection is lost; this is how long an entry then waits at most. */
const pollInMilliseconds = 1000;
const batch = 200;

/**
 * Passes jobs on from the outbox to Redis. Every process runs one. An entry is deleted only after Redis has it: a crash in
 * between passes it on twice, and the second time its id is already there.
 */
export async function startRelay(database: Database, { queues, logger }: RelayOptions): Promise<Relay> {
  let isStopped = false;
  let isTold = false;
  let asked = Promise.withResolvers<void>();
  const wake = () => asked.resolve();
  const unlisten = await database.listen(outboxChannel, wake);

  const run = async () => {
    while (!isStopped) {
      asked = Promise.withResolvers<void>();
      try {
        while (!isStopped && (await passOn(database, queues)) === batch);
        isTold = false;
      } catch (error) {
        if (!isTold) logger.error({ err: error }, "jobs can't be passed on to Redis; it is tried again");
        isTold = true;
      }
      const timer = setTimeout(wake, pollInMilliseconds);
      await asked.promise;
      clearTimeout(timer);
    }
  };
  const running = run();
  return {
    wake,
    stop: async () => {
      isStopped = true;
      wake();
      await running;
      await unlisten().catch(() => undefined);
    },
  };
}

/** How many were passed on. */
async function passOn(database: Database, queues: ReadonlyMap<string, BullQueue>): Promise<number> {
  if (queues.size === 0) return 0;
  return database.transaction(async () => {
    const entries = await lockOutbox(database, [...queues.keys()], batch);
    for (const [name, queue] of queues) {
      const jobs = entries.filter((entry) => entry.queue === name);
      if (jobs.length > 0) await addNow(queue, jobs);
    }
    if (entries.length > 0)
      await deleteOutbox(
        database,
        entries.map((entry) => entry.id),
      );
    return entries.length;
  });
}
