import type { Call } from "../operations/call.ts";
import { endLostRuns } from "../operations/workflows/end-lost-runs.ts";
import { followSchedules } from "../operations/workflows/follow-schedules.ts";
import { pruneRuns } from "../storage/workflows/runs.ts";
import { nextDue, schedulesChannel } from "../storage/workflows/schedules.ts";

/** A schedule that changes is heard of; should that be missed, this is how long it may take. */
const longestSleep = 60_000;
const shortestSleep = 50;
const afterTrouble = 5000;
const lostInMilliseconds = 10_000;
const pruneInMilliseconds = 60 * 60 * 1000;
/** How long runs that have ended are kept. */
const retentionInDays = 90;

/** Starts the runs that schedules bring, ends those that were left behind, and removes the oldest, as long as this process runs. */
export async function keepWorkflows(call: Call): Promise<{ close(): Promise<void> }> {
  const { database, report } = call;
  let isStopped = false;
  let isTold = false;
  let asked = Promise.withResolvers<void>();
  const wake = () => asked.resolve();
  const unlisten = await database.listen(schedulesChannel, wake);

  const follow = async (): Promise<number> => {
    try {
      await followSchedules(call);
      const due = await nextDue(database);
      isTold = false;
      return due === undefined ? longestSleep : Math.min(Math.max(due, shortestSleep), longestSleep);
    } catch (error) {
      if (!isTold && !isStopped) report(error, "the schedules of workflows can't be read; it is tried again");
      isTold = true;
      return afterTrouble;
    }
  };
  const run = async () => {
    while (!isStopped) {
      asked = Promise.withResolvers<void>();
      const timer = setTimeout(wake, await follow()).unref();
      await asked.promise;
      clearTimeout(timer);
    }
  };
  const running = run();

  let tidying = Promise.resolve();
  const tidily = (tidy: () => Promise<void>) => () => {
    // While the database is away, everything says so.
    tidying = tidying.then(tidy).catch(() => undefined);
  };
  const timers = [
    setInterval(
      tidily(() => endLostRuns(call)),
      lostInMilliseconds,
    ).unref(),
    setInterval(
      tidily(() => pruneRuns(database, retentionInDays)),
      pruneInMilliseconds,
    ).unref(),
  ];
  return {
    close: async () => {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      wake();
      await running;
      await tidying;
      await unlisten().catch(() => undefined);
    },
  };
}
