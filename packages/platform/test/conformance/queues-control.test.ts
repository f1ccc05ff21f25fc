import { expect, test } from "vitest";
import type { JobState } from "../../src/definitions/queue.ts";
import { setSchedule } from "../../src/queues/schedules.ts";
import { describeQueues, eventually, type TestQueue, untilAborted, untilCounts } from "../support/queue-engines.ts";

describeQueues("Steering queues", (lab) => {
  const waitingIds = async ({ queue }: TestQueue) => (await queue.getWaiting()).map(({ id }) => id);
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  test("a paused queue starts no more jobs, on any worker; those that run go on, those that wait stay", async () => {
    const one = await lab.queue({ concurrency: { worker: 1 } });
    const other = await (await lab.process()).open({ name: one.queue.name });
    const { queue } = one;
    const gate = Promise.withResolvers<void>();
    const handlers = { slow: () => gate.promise, quick: () => "done" };
    await queue.addBulk(["slow", "slow"].map((name) => ({ name, data: {} })));
    for (const each of [one, other]) await each.work(handlers);
    await untilCounts(queue, { active: 2 });

    await queue.pause();
    await queue.add("quick", {}, { jobId: "first" });
    await queue.add("quick", {}, { jobId: "second", priority: 1 });
    await queue.add("quick", {}, { delay: 1, jobId: "later" });
    gate.resolve();
    await untilCounts(queue, { completed: 2, active: 0 });
    await pause(300);

    expect([await queue.isPaused(), await other.queue.isPaused()]).toEqual([true, true]);
    const { waiting, delayed, ...others } = await queue.getJobCounts();
    expect({ notStarted: waiting + delayed, ...others }).toEqual({ notStarted: 3, active: 0, completed: 2, failed: 0 });
    expect((await waitingIds(one)).slice(0, 1)).toEqual(["first"]);

    await other.queue.resume();
    await untilCounts(queue, { completed: 5, waiting: 0, delayed: 0 });
    expect(await queue.isPaused()).toBe(false);
  });

  test("pausing and resuming twice is harmless", async () => {
    const { queue, work } = await lab.queue();
    await work({ job: () => "done" });

    await queue.pause();
    await queue.pause();
    await queue.add("job", {});
    await queue.resume();
    await queue.resume();

    await untilCounts(queue, { completed: 1 });
  });

  test("the limit across workers is the registered one, can be changed, and takes effect on all workers", async () => {
    const one = await lab.queue({ concurrency: { worker: 3, queue: 1 } });
    const other = await (await lab.process()).open({ name: one.queue.name, concurrency: { worker: 3, queue: 1 } });
    const { queue } = one;
    const gates = Array.from({ length: 8 }, () => Promise.withResolvers<void>());
    await queue.addBulk(gates.map((_, at) => ({ name: "slow", data: at })));
    for (const each of [one, other]) await each.work({ slow: ({ data }) => gates[Number(data)]?.promise });
    await untilCounts(queue, { active: 1 });
    const registered = await other.queue.getGlobalConcurrency();

    await queue.setGlobalConcurrency(4);
    gates[0]?.resolve();
    await untilCounts(queue, { completed: 1, active: 4 });

    expect(registered).toBe(1);
    expect(await other.queue.getGlobalConcurrency()).toBe(4);
    await queue.setGlobalConcurrency(2);
    for (const at of [1, 2, 3, 4]) gates[at]?.resolve();
    await untilCounts(queue, { completed: 5, active: 2, waiting: 1 });
    for (const gate of gates) gate.resolve();
    await untilCounts(queue, { completed: 8 });
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("a limit of %d is refused", async (limit) => {
    const { queue } = await lab.queue({ concurrency: { queue: 3 } });

    await expect(queue.setGlobalConcurrency(limit)).rejects.toThrow("The concurrency must be a whole number from 1");

    expect(await queue.getGlobalConcurrency()).toBe(3);
  });

  /** A queue with jobs in every state but active, three each, whose ids say the state and the order. */
  const fullQueue = async () => {
    const tested = await lab.queue();
    const { queue, work } = tested;
    const add = (kind: string, options: object) =>
      queue.addBulk(
        [1, 2, 3].map((at) => ({ name: kind, data: {}, options: { jobId: `${kind}-${at}`, attempts: 1, ...options } })),
      );
    await add("completed", {});
    await add("failed", {});
    const worker = await work({ completed: () => "done", failed: () => Promise.reject(new Error("no")) });
    await untilCounts(queue, { completed: 3, failed: 3 });
    await worker.close(1000);
    await add("plain", {});
    await add("urgent", { priority: 2 });
    await add("delayed", { delay: 60_000 });
    return tested;
  };
  const full = { waiting: 6, active: 0, delayed: 3, completed: 3, failed: 3 };
  const three = (kind: string) => [`${kind}-1`, `${kind}-2`, `${kind}-3`];

  test.each<[JobState, readonly string[]]>([
    ["completed", three("completed")],
    ["failed", three("failed")],
    ["delayed", three("delayed")],
    ["waiting", [...three("plain"), ...three("urgent")]],
    ["active", []],
  ])("clean removes %s jobs, all of them when the limit is 0, and no others", async (state, expected) => {
    const { queue } = await fullQueue();

    const removed = await queue.clean(0, 0, state);

    expect(removed.toSorted()).toEqual(expected);
    expect(await queue.getJobCounts()).toEqual({ ...full, [state]: 0 });
    for (const id of removed) expect(await queue.getJob(id)).toBeUndefined();
  });

  test("clean removes completed jobs unless it is told otherwise", async () => {
    const { queue } = await fullQueue();

    expect((await queue.clean(0, 0)).toSorted()).toEqual(three("completed"));
  });

  test.each<[JobState, number, readonly string[]]>([
    ["completed", 2, ["completed-1", "completed-2"]],
    ["failed", 1, ["failed-1"]],
    ["delayed", 2, ["delayed-1", "delayed-2"]],
    ["waiting", 2, ["plain-1", "plain-2"]],
    ["waiting", 4, ["plain-1", "plain-2", "plain-3", "urgent-1"]],
    ["waiting", 10, [...three("plain"), ...three("urgent")]],
  ])("clean removes of the %s jobs at most %d, the oldest", async (state, limit, expected) => {
    const { queue } = await fullQueue();

    const removed = await queue.clean(0, limit, state);

    expect(removed.toSorted()).toEqual(expected);
    expect(await queue.getJobCounts()).toEqual({ ...full, [state]: full[state] - expected.length });
  });

  test.each<JobState>(["completed", "failed", "delayed", "waiting"])(
    "clean leaves %s jobs alone that are not old enough",
    async (state) => {
      const { queue } = await fullQueue();

      expect(await queue.clean(60_000, 0, state)).toEqual([]);

      expect(await queue.getJobCounts()).toEqual(full);
    },
  );

  test("clean removes the finished jobs that ended first, in whatever order they were added", async () => {
    const { queue, work } = await lab.queue({ concurrency: { worker: 3 } });
    const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    await queue.addBulk(gates.map((_, at) => ({ name: "slow", data: at, options: { jobId: `job-${at}` } })));
    await work({ slow: ({ data }) => gates[Number(data)]?.promise });
    await untilCounts(queue, { active: 3 });
    for (const [count, at] of [2, 0, 1].entries()) {
      gates[at]?.resolve();
      await untilCounts(queue, { completed: count + 1 });
      await pause(3);
    }

    expect(await queue.clean(0, 2)).toEqual(["job-2", "job-0"]);
  });

  test("clean never removes a job that runs", async () => {
    const { queue, work } = await lab.queue();
    const gate = Promise.withResolvers<string>();
    const { id } = await queue.add("slow", {});
    await work({ slow: () => gate.promise });
    await untilCounts(queue, { active: 1 });

    const removed = await queue.clean(0, 0, "active");
    gate.resolve("done");
    await untilCounts(queue, { completed: 1 });

    expect(removed).toEqual([]);
    expect(await queue.getJob(id)).toMatchObject({ state: "completed", returnvalue: "done" });
  });

  test("drain removes all waiting jobs, those with a priority and those of a paused queue too, and no others", async () => {
    const { queue } = await fullQueue();
    await queue.pause();

    await queue.drain();
    await queue.drain();

    expect(await queue.getJobCounts()).toEqual({ ...full, waiting: 0 });
    expect(await queue.isPaused()).toBe(true);
    expect(await queue.getJob("plain-1")).toBeUndefined();
  });

  test("drain leaves running jobs alone", async () => {
    const { queue, work } = await lab.queue();
    const gate = Promise.withResolvers<void>();
    await queue.addBulk([1, 2, 3].map((data) => ({ name: "slow", data })));
    await work({ slow: () => gate.promise });
    await untilCounts(queue, { active: 1 });

    await queue.drain();
    gate.resolve();

    await untilCounts(queue, { completed: 1, waiting: 0, active: 0 });
  });

  test("drain and clean leave schedules alone, also one whose run waits already", async () => {
    const { queue, bull, work } = await lab.queue();
    const ran: string[] = [];
    await setSchedule(bull, {
      id: "every-second",
      pattern: "* * * * * *",
      job: { name: "scheduled", data: {}, options: { jobId: "ignored", attempts: 1 } },
    });
    await queue.pause();
    await queue.add("plain", {}, { jobId: "before" });
    // A worker makes the run ready when it falls due, and starts nothing while the queue is paused.
    await work({ scheduled: () => ran.push("scheduled"), plain: () => ran.push("plain") });
    await eventually(async () => expect((await queue.getWaiting()).map(({ name }) => name)).toContain("scheduled"));
    await queue.add("plain", {}, { jobId: "after" });

    await queue.drain();
    const waiting = (await queue.getWaiting()).map(({ name }) => name);
    await queue.add("plain", {}, { jobId: "again" });
    await queue.clean(0, 0, "waiting");

    expect(waiting).toEqual(["scheduled"]);
    expect((await queue.getWaiting()).map(({ name }) => name)).toEqual(["scheduled"]);
    await queue.resume();
    await eventually(() => expect(ran.length).toBeGreaterThanOrEqual(2));
    expect(ran).not.toContain("plain");
    await bull.removeJobScheduler("every-second");
  });

  test("a closed queue lets go, while its jobs stay and its workers go on", async () => {
    const process = await lab.process();
    const { queue, work } = await process.open();
    const other = await lab.queue({ name: queue.name });
    await work({ job: ({ signal, data }) => (data ? "done" : untilAborted(signal)) });
    await queue.add("job", 1);

    await queue.close();
    await other.queue.add("job", 2);

    await untilCounts(other.queue, { completed: 2 });
    await expect(queue.getJobCounts()).rejects.toThrow("can't be used");
  });
});
