import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { JobAttempt } from "../../src/definitions/job.ts";
import type { FinishedJob } from "../../src/queues/job-worker.ts";
import { runningJob } from "../../src/queues/running-job.ts";
import { describeQueues, eventually, untilAborted, untilCounts } from "../support/queue-engines.ts";

describeQueues("Running jobs", (lab) => {
  const once = { attempts: 1 };

  test("a handler is told which job it runs, and what it returns is kept", async () => {
    const { queue, work } = await lab.queue();
    const { id } = await queue.add("greet", { name: "Ada" });
    const runs: Partial<JobAttempt>[] = [];

    await work({
      greet: ({ signal, log, progress, inThread, ...run }) => {
        runs.push(run);
        return { greeting: "Hello Ada", isAborted: signal.aborted, job: runningJob()?.id };
      },
    });
    await untilCounts(queue, { completed: 1, active: 0, waiting: 0 });

    expect(runs).toEqual([{ id, queue: queue.name, name: "greet", data: { name: "Ada" }, attempt: 1, attempts: 4 }]);
    expect(await queue.getJob(id)).toMatchObject({
      state: "completed",
      attemptsMade: 1,
      failedReason: null,
      stacktrace: [],
      returnvalue: { greeting: "Hello Ada", isAborted: false, job: id },
      processedOn: expect.any(Number),
      finishedOn: expect.any(Number),
    });
  });

  test("a worker that sleeps hears of a new job at once", async () => {
    const { queue, work } = await lab.queue();
    await work({ job: () => "done" });
    await wait(100);

    const { timestamp, id } = await queue.add("job", {});
    await untilCounts(queue, { completed: 1 });

    // It would look by itself after five seconds.
    expect(((await queue.getJob(id))?.processedOn ?? 0) - timestamp).toBeLessThan(4500);
  });

  test.each<[string, unknown, unknown]>([
    ["nothing", undefined, null],
    ["null", null, null],
    ["zero", 0, 0],
    ["false", false, false],
    ["an empty text", "", ""],
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["what JSON leaves out", { a: undefined, f: () => 1, n: Number.NaN }, { n: null }],
    ["a function", () => 1, null],
  ])("a handler may return %s", async (_what, returned, kept) => {
    const { queue, work } = await lab.queue();
    const { id } = await queue.add("job", {});

    await work({ job: () => returned });
    await untilCounts(queue, { completed: 1 });

    expect((await queue.getJob(id))?.returnvalue).toEqual(kept);
  });

  test.each<[string, unknown, string]>([
    ["a number too large for JSON", 1n, "BigInt"],
    ["a null character", "\0", "What the job returned can't be kept: it must not hold a null character."],
  ])("a handler that returns %s has failed", async (_what, returned, reason) => {
    const { queue, work } = await lab.queue();
    const { id } = await queue.add("job", {}, once);

    await work({ job: () => returned });
    await untilCounts(queue, { failed: 1 });

    expect((await queue.getJob(id))?.failedReason).toContain(reason);
  });

  test.each<[string, () => unknown, string]>([
    ["an error", () => new Error("the printer is on fire"), "the printer is on fire"],
    ["a text", () => "a text", "a text"],
    ["a number", () => 42, "42"],
    ["nothing", () => undefined, "undefined"],
    ["null", () => null, "null"],
    ["an object", () => ({ a: 1 }), "[object Object]"],
    ["a null character", () => new Error("a\0b"), "a\uFFFDb"],
    [
      "an error with no text as its message",
      () => Object.assign(new Error(), { message: { a: 1 } }),
      "[object Object]",
    ],
    ["the library's own kind of error", () => Object.assign(new Error("later"), { name: "DelayedError" }), "later"],
    ["another of them", () => Object.assign(new Error("wait"), { name: "WaitingError" }), "wait"],
  ])("a handler that throws %s has failed, and says why", async (_what, thrown, reason) => {
    const { queue, work } = await lab.queue();
    const { id } = await queue.add("job", {}, once);

    await work({
      job: () => {
        throw thrown();
      },
    });
    await untilCounts(queue, { failed: 1 });

    const job = await queue.getJob(id);
    expect(job).toMatchObject({ state: "failed", failedReason: reason, attemptsMade: 1, returnvalue: null });
    expect(job?.stacktrace).toHaveLength(1);
    expect(job?.stacktrace[0]).toContain(".ts:");
  });

  test("a job that nothing here handles fails, and says so", async () => {
    const { queue, work } = await lab.queue();
    const { id } = await queue.add("unheard-of", {}, once);

    await work({ job: () => "done" });
    await untilCounts(queue, { failed: 1 });

    expect((await queue.getJob(id))?.failedReason).toBe('Nothing here handles jobs called "unheard-of".');
  });

  test("progress is seen while the job runs, thinned out, and the last report is kept", async () => {
    const { queue, work } = await lab.queue();
    const gate = Promise.withResolvers<void>();
    const { id } = await queue.add("count", {});
    await work({
      count: async ({ progress }) => {
        for (let done = 1; done <= 50; done++) await progress(done);
        await gate.promise;
        await progress({ step: "last", done: 100 });
      },
    });

    const seen = await eventually(async () => {
      const job = await queue.getJob(id);
      expect(job?.progress).not.toBe(0);
      return job;
    });
    gate.resolve();
    await untilCounts(queue, { completed: 1 });

    expect(seen).toMatchObject({ state: "active", progress: expect.any(Number) });
    expect((await queue.getJob(id))?.progress).toEqual({ step: "last", done: 100 });
  });

  test("a job that takes too long is aborted, frees its place even if it does not heed, and counts one attempt", async () => {
    const { queue, work } = await lab.queue({ timeoutInSeconds: 0.2 });
    const signals: AbortSignal[] = [];
    const stuck = Promise.withResolvers<string>();
    const { id } = await queue.add("stuck", {}, { attempts: 2, backoff: { type: "linear", delay: 1 } });
    await queue.add("next", {});

    await work({
      stuck: ({ signal }) => {
        signals.push(signal);
        return stuck.promise;
      },
      next: () => "done",
    });
    await untilCounts(queue, { completed: 1, failed: 1 });
    stuck.resolve("too late");
    await wait(50);

    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(await queue.getJob(id)).toMatchObject({
      state: "failed",
      attemptsMade: 2,
      failedReason: "It took longer than 0.2 seconds.",
      returnvalue: null,
    });
  });

  test("a handler may have less or more time than its queue gives", async () => {
    const { queue, work } = await lab.queue({ timeoutInSeconds: 0.3 });
    await queue.add("less", {}, once);
    await queue.add("more", {}, once);

    await work({
      less: { timeoutInSeconds: 0.05, run: ({ signal }) => untilAborted(signal) },
      more: { timeoutInSeconds: 30, run: () => wait(400, "done") },
    });
    await untilCounts(queue, { completed: 1, failed: 1 });

    expect((await queue.getFailed())[0]?.failedReason).toBe("It took longer than 0.05 seconds.");
    expect((await queue.getCompleted())[0]?.returnvalue).toBe("done");
  });

  test("whoever heeds the signal may still clean up; what it reports after that goes nowhere", async () => {
    const { queue, bull, work } = await lab.queue({ timeoutInSeconds: 0.1 });
    const { id } = await queue.add("careful", {}, once);
    const cleaned = Promise.withResolvers<void>();

    await work({
      careful: async ({ signal, log, progress }) => {
        await untilAborted(signal).catch(() => undefined);
        await log("after the end");
        await progress(99);
        cleaned.resolve();
      },
    });
    await cleaned.promise;
    await untilCounts(queue, { failed: 1 });

    expect((await bull.getJobLogs(id)).logs).toEqual([]);
    expect((await queue.getJob(id))?.progress).toBe(0);
  });

  test("every attempt is told of when it has ended, with how", async () => {
    const { queue, work } = await lab.queue();
    const finished: FinishedJob[] = [];
    await queue.add("good", {});
    await queue.add("bad", {}, { attempts: 2, backoff: { type: "linear", delay: 1 } });

    await work(
      { good: () => "done", bad: () => Promise.reject(new Error("no")) },
      { onFinished: (job) => finished.push(job) },
    );
    await eventually(() => expect(finished).toHaveLength(3));

    const duration = expect.any(Number);
    expect(finished).toEqual([
      { queue: queue.name, name: "good", state: "completed", durationInSeconds: duration },
      { queue: queue.name, name: "bad", state: "retried", durationInSeconds: duration },
      { queue: queue.name, name: "bad", state: "failed", durationInSeconds: duration },
    ]);
  });

  test("a job can add jobs, to its own queue too", async () => {
    const { queue, work } = await lab.queue();
    await queue.add("count-down", 3);

    await work({
      "count-down": async ({ data }) => {
        if (Number(data) > 0) await queue.add("count-down", Number(data) - 1);
      },
    });

    await untilCounts(queue, { completed: 4, waiting: 0 });
  });
});
