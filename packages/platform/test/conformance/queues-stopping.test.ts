import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { describeQueues, eventually, untilAborted, untilCounts } from "../support/queue-engines.ts";
import { isOnPostgres } from "../support/test-database.ts";

describeQueues("Stopping and losing workers", (lab) => {
  test("a worker that stops takes no more jobs and finishes those that it has", async () => {
    const { queue, work } = await lab.queue({ concurrency: { worker: 2 } });
    const gate = Promise.withResolvers<string>();
    await queue.addBulk([1, 2, 3].map((data) => ({ name: "slow", data })));
    const worker = await work({ slow: () => gate.promise });
    await untilCounts(queue, { active: 2 });

    const closed = worker.close(10_000);
    await wait(100);
    gate.resolve("done");
    await closed;

    expect(await queue.getJobCounts()).toMatchObject({ completed: 2, waiting: 1, active: 0, failed: 0 });
    expect((await queue.getCompleted()).map(({ returnvalue, attemptsMade }) => [returnvalue, attemptsMade])).toEqual([
      ["done", 1],
      ["done", 1],
    ]);
  });

  test("what is not done in time goes back to the queue, first in line, and the attempt does not count", async () => {
    const { queue, work } = await lab.queue({ concurrency: { worker: 2 } });
    const signals: AbortSignal[] = [];
    const stuck = Promise.withResolvers<string>();
    await queue.add("heedless", {}, { jobId: "heedless", attempts: 1 });
    await queue.add("heedful", {}, { jobId: "heedful", attempts: 1 });
    const worker = await work({
      heedless: ({ signal }) => {
        signals.push(signal);
        return stuck.promise;
      },
      heedful: ({ signal }) => {
        signals.push(signal);
        return untilAborted(signal);
      },
    });
    await untilCounts(queue, { active: 2 });
    await queue.add("heedful", {}, { jobId: "later" });

    await worker.close(100);

    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(await queue.getJobCounts()).toMatchObject({ waiting: 3, active: 0, failed: 0, completed: 0 });
    const waiting = await queue.getWaiting();
    expect(waiting.map(({ id }) => id).at(-1)).toBe("later");
    expect(waiting.map(({ attemptsMade, failedReason }) => [attemptsMade, failedReason])).toEqual(
      Array(3).fill([0, null]),
    );
    const attempts: number[] = [];
    const run = ({ attempt }: { attempt: number }) => attempts.push(attempt);
    await work({ heedless: run, heedful: run });
    await untilCounts(queue, { completed: 3 });
    stuck.resolve("too late");
    await wait(50);
    expect(attempts).toEqual([1, 1, 1]);
    expect((await queue.getJob("heedless"))?.returnvalue).not.toBe("too late");
  });

  test("a worker that fails while it stops has failed, and one whose time is up has, too", async () => {
    const { queue, work } = await lab.queue({ concurrency: { worker: 2 } });
    const gate = Promise.withResolvers<void>();
    await queue.add("bad", {}, { attempts: 1 });
    await queue.add("slow", {}, { attempts: 1 });
    const worker = await work({
      bad: () => gate.promise.then(() => Promise.reject(new Error("no"))),
      slow: { timeoutInSeconds: 1.5, run: ({ signal }) => untilAborted(signal) },
    });
    await untilCounts(queue, { active: 2 });

    const closed = worker.close(15_000);
    gate.resolve();
    await closed;

    expect((await queue.getFailed()).map(({ failedReason }) => failedReason).toSorted()).toEqual([
      "It took longer than 1.5 seconds.",
      "no",
    ]);
  });

  test("an idle worker stops at once, and stopping twice is harmless", async () => {
    const { work } = await lab.queue();
    const worker = await work({ job: () => "done" });
    const before = Date.now();

    await worker.close(60_000);
    await worker.close(60_000);

    expect(Date.now() - before).toBeLessThan(4000);
  });

  test("the worker of a queue at its limit stops in time, also with jobs waiting", async () => {
    const { queue, work } = await lab.queue({ concurrency: { worker: 3, queue: 1 } });
    await queue.addBulk([1, 2, 3].map((data) => ({ name: "slow", data })));
    const worker = await work({ slow: ({ signal }) => untilAborted(signal) });
    await untilCounts(queue, { active: 1 });
    await wait(200);

    await worker.close(50);

    expect(await queue.getJobCounts()).toMatchObject({ waiting: 3, active: 0, failed: 0 });
  });

  // Of the embedded database there is one process, and so one worker for each queue.
  test.skipIf(!isOnPostgres)("another worker goes on when the one at the limit stops", async () => {
    const one = await lab.queue({ concurrency: { worker: 1, queue: 1 } });
    const other = await (await lab.process()).open({ name: one.queue.name, concurrency: { worker: 1, queue: 1 } });
    const gate = Promise.withResolvers<void>();
    await one.queue.addBulk([1, 2].map((data) => ({ name: "job", data })));
    const worker = await one.work({ job: () => gate.promise });
    await untilCounts(one.queue, { active: 1 });
    await other.work({ job: () => "other" });
    await wait(200);

    const closed = worker.close(5000);
    await wait(100);
    gate.resolve();
    await closed;

    await untilCounts(one.queue, { completed: 2 });
  });

  test("a worker that has lost its job can't overwrite the second run's result", async () => {
    const one = await lab.queue();
    const other = await (await lab.process()).open({ name: one.queue.name });
    const { queue, bull } = one;
    const first = Promise.withResolvers<string>();
    const signals: AbortSignal[] = [];
    const { id } = await queue.add("job", {}, { attempts: 1 });
    await one.work({
      job: ({ signal }) => {
        signals.push(signal);
        return first.promise;
      },
    });
    await untilCounts(queue, { active: 1 });

    // As if it had been frozen beyond its lease. A zero stands for every worker's token.
    await (await bull.getJob(id))?.moveToWait("0");
    await other.work({ job: () => "second" });
    await untilCounts(queue, { completed: 1 });
    const completed = await queue.getJob(id);
    first.resolve("first");
    await eventually(() => expect(lab.complaints.length).toBeGreaterThan(0));

    expect(completed).toMatchObject({ returnvalue: "second", attemptsMade: 1 });
    expect(await queue.getJob(id)).toEqual(completed);
    expect(signals).toHaveLength(1);
    expect(lab.complaints.splice(0).join()).toMatch(/Missing lock|not in the active state|lock mismatch|renew lock/);
  });

  test("a worker that has lost its job is told so, and its failure does not count", async () => {
    const one = await lab.queue();
    const other = await (await lab.process()).open({ name: one.queue.name });
    const { queue, bull } = one;
    const second = Promise.withResolvers<string>();
    const reasons: unknown[] = [];
    const { id } = await queue.add("job", {}, { attempts: 1 });
    await one.work({
      job: ({ signal }) =>
        untilAborted(signal).catch((reason: unknown) => {
          reasons.push(reason);
          throw new Error("the first run's failure");
        }),
    });
    await untilCounts(queue, { active: 1 });

    await (await bull.getJob(id))?.moveToWait("0");
    await other.work({ job: () => second.promise });
    await eventually(() => expect(reasons).toHaveLength(1));
    await wait(100);
    const running = await queue.getJob(id);
    second.resolve("second");
    await untilCounts(queue, { completed: 1 });

    expect(reasons).toEqual([new Error("another worker has taken the job over")]);
    expect(running).toMatchObject({ state: "active", failedReason: null, attemptsMade: 0 });
    expect(await queue.getJob(id)).toMatchObject({ returnvalue: "second", attemptsMade: 1, failedReason: null });
    expect(lab.complaints.splice(0).join()).toContain(id);
  });

  test("the jobs of a worker that is gone go on elsewhere, within ten seconds", async () => {
    const { queue, work } = await lab.queue();
    const { id } = await queue.add("job", {}, { attempts: 1 });
    // It takes a job, and is never heard of again.
    const gone = await lab.engine.openWorker(queue.name, async () => null, {
      lockDuration: 500,
      skipStalledCheck: true,
      skipLockRenewal: true,
    });
    lab.atEnd(() => gone.close(true));
    const taken = await gone.getNextJob("token");
    const before = Date.now();

    await work({ job: ({ attempt }) => attempt });
    await untilCounts(queue, { completed: 1 });

    expect(taken?.id).toBe(id);
    expect(Date.now() - before).toBeLessThan(10_000);
    expect(await queue.getJob(id)).toMatchObject({ attemptsMade: 1, returnvalue: 1 });
  });
});
