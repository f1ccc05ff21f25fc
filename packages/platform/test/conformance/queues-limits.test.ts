import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { rateLimitLeft } from "../../src/queues/list-jobs.ts";
import {
  describeQueues,
  type Handlers,
  type QueueSettings,
  untilAborted,
  untilCounts,
} from "../support/queue-engines.ts";
import { countQueueTraffic } from "../support/queue-traffic.ts";

describeQueues("Limits of queues", (lab) => {
  /** Two workers, in processes of their own. */
  const twoWorkers = async (settings: QueueSettings, handlers: (worker: 0 | 1) => Handlers) => {
    const one = await lab.queue(settings);
    const other = await (await lab.process()).open({ ...settings, name: one.queue.name });
    const start = () => Promise.all([one.work(handlers(0)), other.work(handlers(1))]);
    return { queue: one.queue, start };
  };

  test("a worker runs as many jobs at a time as it may, and not one more", async () => {
    const { queue, work } = await lab.queue({ concurrency: { worker: 3 } });
    let running = 0;
    let most = 0;
    await queue.addBulk(Array.from({ length: 12 }, (_, data) => ({ name: "job", data })));

    await work({
      job: async () => {
        most = Math.max(most, ++running);
        await wait(30);
        running -= 1;
      },
    });
    await untilCounts(queue, { completed: 12 });

    expect(most).toBe(3);
  });

  test("two workers together run as many jobs at a time as the queue allows, and not one more", async () => {
    const newCount = () => ({ running: 0, most: 0 });
    const workers = [newCount(), newCount()] as const;
    let mostTogether = 0;
    const { queue, start } = await twoWorkers({ concurrency: { worker: 2, queue: 3 } }, (worker) => ({
      job: async () => {
        const own = workers[worker];
        own.running += 1;
        own.most = Math.max(own.most, own.running);
        mostTogether = Math.max(mostTogether, workers[0].running + workers[1].running);
        await wait(80);
        own.running -= 1;
      },
    }));
    await queue.addBulk(Array.from({ length: 24 }, (_, data) => ({ name: "job", data })));

    await start();
    await untilCounts(queue, { completed: 24 });

    expect(mostTogether).toBe(3);
    expect(Math.max(...workers.map(({ most }) => most))).toBe(2);
  });

  test("every job is run by one worker, once", async () => {
    const ran: number[] = [];
    const { queue, start } = await twoWorkers({ concurrency: { worker: 4 } }, () => ({
      job: ({ data }) => ran.push(Number(data)),
    }));
    await queue.addBulk(Array.from({ length: 120 }, (_, data) => ({ name: "job", data })));

    await start();
    await untilCounts(queue, { completed: 120 });

    expect(ran.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 120 }, (_, at) => at));
  });

  test("two workers together start no more jobs in a second than the rate limit allows", async () => {
    const { queue, start } = await twoWorkers({ concurrency: { worker: 5 }, ratelimit: 10 }, () => ({
      job: () => "done",
    }));
    await queue.addBulk(Array.from({ length: 25 }, (_, data) => ({ name: "job", data })));

    await start();
    await untilCounts(queue, { completed: 25 });

    const starts = (await queue.getCompleted()).map(({ processedOn }) => processedOn ?? 0).toSorted();
    const inSecondAfter = (first: number) => starts.filter((start) => start >= first && start < first + 1000).length;
    // The times are those of the workers, the limit is counted on the server: they may be apart a little.
    expect(Math.max(...starts.map(inSecondAfter))).toBeLessThanOrEqual(13);
    expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(2000);
  });

  test("the default limit is one job per second", async () => {
    const { queue, work } = await lab.queue({ concurrency: { worker: 5 }, ratelimit: undefined });
    await queue.addBulk([1, 2].map((data) => ({ name: "job", data })));

    await work({ job: () => "done" });
    await untilCounts(queue, { completed: 2 });

    const [second, first] = await queue.getCompleted();
    expect((second?.processedOn ?? 0) - (first?.processedOn ?? 0)).toBeGreaterThan(800);
  });

  test("a queue that its limit holds back says how long", async () => {
    const { queue, bull, work } = await lab.queue({ ratelimit: 0.05 });
    const before = await rateLimitLeft(bull, 0.05);
    await queue.addBulk([1, 2].map((data) => ({ name: "job", data })));
    await work({ job: () => "done" });
    await untilCounts(queue, { completed: 1 });

    const after = await rateLimitLeft(bull, 0.05);

    expect(before).toBe(0);
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThanOrEqual(20_000);
  });

  test("workers with nothing to start ask little of their backend", async () => {
    const traffic = await countQueueTraffic(lab);
    const process = await lab.process(traffic.database);
    const start = async (settings: QueueSettings, jobs: number) => {
      const opened = await process.open(settings);
      await opened.queue.addBulk(Array.from({ length: jobs }, (_, data) => ({ name: "job", data })));
      await opened.work({ job: ({ signal }) => (settings.concurrency ? untilAborted(signal) : "done") });
      return opened.queue;
    };
    const idle = await start({}, 0);
    const full = await start({ concurrency: { worker: 3, queue: 1 } }, 5);
    const limited = await start({ ratelimit: 0.05 }, 5);
    const paused = await start({}, 0);
    await paused.pause();
    await paused.addBulk([1, 2].map((data) => ({ name: "job", data })));
    await wait(1000);

    const perSecond = await traffic.perSecond([idle, full, limited, paused], 3000);

    const counts = await Promise.all([idle, full, limited, paused].map((queue) => queue.getJobCounts()));
    expect(counts).toMatchObject([
      { waiting: 0, active: 0 },
      { waiting: 4, active: 1 },
      { waiting: 4, completed: 1 },
      { waiting: 2, active: 0 },
    ]);
    expect(perSecond.map((count, at) => count < (at === 0 ? 3 : 10))).toEqual([true, true, true, true]);
  });
});
