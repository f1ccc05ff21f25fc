import { expect, test } from "vitest";
import type { AddOptions } from "../../src/definitions/queue.ts";
import { removeJob, retryFailedJobs, retryJob } from "../../src/queues/change-job.ts";
import { FinalFailure } from "../../src/queues/job-handler.ts";
import { pruneJobs } from "../../src/queues/prune-jobs.ts";
import { setSchedule } from "../../src/queues/schedules.ts";
import { describeQueues, eventually, type TestQueue, untilAborted, untilCounts } from "../support/queue-engines.ts";

describeQueues("Trying again", (lab) => {
  const fail = () => Promise.reject(new Error("no"));

  /** The waits that a failing job is given, which are not waited for. */
  const waitsOf = async ({ queue, bull, work }: TestQueue, options: AddOptions) => {
    const waits: number[] = [];
    const { id, attempts } = await queue.add("bad", {}, options);
    await work({ bad: fail });
    for (let attempt = 1; attempt < attempts; attempt++) {
      const job = await eventually(async () => {
        const found = await bull.getJob(id);
        expect(found).toMatchObject({ attemptsMade: attempt });
        expect(await found?.getState()).toBe("delayed");
        return found;
      });
      waits.push(job?.delay ?? -1);
      await job?.promote();
    }
    await untilCounts(queue, { failed: 1 });
    return waits;
  };

  test.each<[string, AddOptions["backoff"], number[]]>([
    ["exponential: each twice as long as the last", { type: "exponential", delay: 60_000 }, [60_000, 120_000, 240_000]],
    ["linear: each longer by the delay", { type: "linear", delay: 60_000 }, [60_000, 120_000, 180_000]],
    ["exponential from two seconds, unless told otherwise", undefined, [2000, 4000, 8000]],
  ])("the waits between attempts are %s", async (_what, backoff, expected) => {
    const tested = await lab.queue();

    expect(await waitsOf(tested, backoff ? { backoff } : {})).toEqual(expected);
  });

  test("attempts and backoff come from the queue, unless the job has its own", async () => {
    const tested = await lab.queue();
    tested.configuration.retries = 2;
    tested.configuration.backoff = { type: "linear", delay: 50_000 };

    expect(await waitsOf(tested, {})).toEqual([50_000, 100_000]);
    await tested.queue.clean(0, 0, "failed");
    expect(await waitsOf(tested, { attempts: 2, backoff: { type: "exponential", delay: 7000 } })).toEqual([7000]);
  });

  test.each(["exponential", "linear"] as const)("%s waits are really waited", async (type) => {
    const { queue, work } = await lab.queue();
    const starts: number[] = [];
    await queue.add("bad", {}, { attempts: 4, backoff: { type, delay: 100 } });

    await work({
      bad: () => {
        starts.push(Date.now());
        throw new Error("no");
      },
    });
    await untilCounts(queue, { failed: 1 });

    const gaps = starts.slice(1).map((start, at) => start - (starts[at] ?? 0));
    const least = type === "linear" ? [100, 200, 300] : [100, 200, 400];
    expect(gaps.map((gap, at) => gap >= (least[at] ?? 0))).toEqual([true, true, true]);
  });

  test("a failure that is final is not tried again, however many attempts are left", async () => {
    const { queue, work } = await lab.queue();
    const { id } = await queue.add("hopeless", {}, { attempts: 4, backoff: { type: "linear", delay: 0 } });

    await work({ hopeless: () => Promise.reject(new FinalFailure("There is no point.")) });
    await untilCounts(queue, { failed: 1 });

    expect(await queue.getJob(id)).toMatchObject({
      ...{ state: "failed", attemptsMade: 1, attempts: 4, failedReason: "There is no point." },
    });
  });

  test("without a wait it is tried again at once", async () => {
    const { queue, work } = await lab.queue();
    const attempts: number[] = [];
    const { id } = await queue.add("shaky", {}, { attempts: 3, backoff: { type: "exponential", delay: 0 } });

    await work({
      shaky: ({ attempt }) => {
        attempts.push(attempt);
        if (attempt < 3) throw new Error(`attempt ${attempt}`);
        return "done";
      },
    });
    await untilCounts(queue, { completed: 1 });

    expect(attempts).toEqual([1, 2, 3]);
    const job = await queue.getJob(id);
    expect(job).toMatchObject({ attemptsMade: 3, attempts: 3, returnvalue: "done", failedReason: "attempt 2" });
  });

  test("a job out of attempts stays failed, with the last reason, every stack and its attempts", async () => {
    const { queue, work } = await lab.queue();
    const { id } = await queue.add("bad", { a: 1 }, { attempts: 2, backoff: { type: "linear", delay: 1 } });

    await work({ bad: ({ attempt }) => Promise.reject(new Error(`attempt ${attempt}`)) });
    await untilCounts(queue, { failed: 1, delayed: 0, waiting: 0 });

    const job = await queue.getJob(id);
    expect(job).toMatchObject({ state: "failed", failedReason: "attempt 2", attemptsMade: 2, attempts: 2 });
    expect(job?.stacktrace.map((stack) => stack.split("\n")[0])).toEqual(["Error: attempt 1", "Error: attempt 2"]);
    expect(await queue.getFailed()).toEqual([job]);
  });

  test("a failed job can be brought back, with all its attempts before it again", async () => {
    const { queue, bull, work } = await lab.queue();
    const worker = await work({ bad: fail });
    const added = await queue.add("bad", { a: 1 }, { attempts: 2, backoff: { type: "linear", delay: 1 } });
    await untilCounts(queue, { failed: 1 });
    await worker.close(1000);

    await retryJob(bull, added.id);

    expect(await queue.getJob(added.id)).toEqual(added);
    const attempts: number[] = [];
    await work({
      bad: ({ attempt }) => {
        attempts.push(attempt);
        return fail();
      },
    });
    await untilCounts(queue, { failed: 1 });
    expect(attempts).toEqual([1, 2]);
    expect((await queue.getJob(added.id))?.stacktrace).toHaveLength(2);
  });

  test("only failed jobs can be brought back", async () => {
    const { queue, bull } = await lab.queue();
    const { id } = await queue.add("bad", {});

    await expect(retryJob(bull, id)).rejects.toMatchObject({ name: "ConflictError" });
    await expect(retryJob(bull, "unknown")).rejects.toMatchObject({ name: "RecordNotFoundError" });

    expect(await queue.getJobCounts()).toMatchObject({ waiting: 1 });
  });

  test("all failed jobs can be brought back at once, the oldest first, however many", async () => {
    const { queue, bull, work } = await lab.queue({ concurrency: { worker: 10 } });
    await queue.addBulk(Array.from({ length: 110 }, () => ({ name: "bad", data: {}, options: { attempts: 1 } })));
    const worker = await work({ bad: fail });
    await untilCounts(queue, { failed: 110 });
    await worker.close(1000);

    expect(await retryFailedJobs(bull)).toBe(110);
    expect(await retryFailedJobs(bull)).toBe(0);

    expect(await queue.getJobCounts()).toMatchObject({ waiting: 110, failed: 0 });
  });

  test("a job that does not run can be removed, whatever its state", async () => {
    const { queue, bull, work } = await lab.queue();
    await queue.add("good", {}, { jobId: "done" });
    await queue.add("bad", {}, { jobId: "bad", attempts: 1 });
    const worker = await work({ good: ({ log }) => log("line"), bad: fail });
    await untilCounts(queue, { completed: 1, failed: 1 });
    await worker.close(1000);
    await queue.add("good", {}, { jobId: "plain" });
    await queue.add("good", {}, { jobId: "urgent", priority: 1 });
    await queue.add("good", {}, { jobId: "later", delay: 60_000 });

    for (const id of ["done", "bad", "plain", "urgent", "later"]) await removeJob(bull, id);

    expect(await queue.getJobCounts()).toEqual({ waiting: 0, active: 0, delayed: 0, completed: 0, failed: 0 });
    await expect(removeJob(bull, "done")).rejects.toMatchObject({ name: "RecordNotFoundError" });
    expect((await bull.getJobLogs("done")).logs).toEqual([]);
    const again = await queue.add("good", {}, { jobId: "done" });
    expect((await queue.getJob(again.id))?.state).toBe("waiting");
  });

  test("a job that runs can't be removed, and goes on", async () => {
    const { queue, bull, work } = await lab.queue();
    const gate = Promise.withResolvers<string>();
    const { id } = await queue.add("slow", {});
    await work({ slow: () => gate.promise });
    await untilCounts(queue, { active: 1 });

    await expect(removeJob(bull, id)).rejects.toMatchObject({ name: "ConflictError" });
    gate.resolve("done");
    await untilCounts(queue, { completed: 1 });

    expect((await queue.getJob(id))?.returnvalue).toBe("done");
  });

  test("the next run of a schedule can't be removed, delayed or waiting; one that has ended can", async () => {
    const { queue, bull, work } = await lab.queue({ concurrency: { worker: 2 } });
    const job = { name: "tick", data: {}, options: { jobId: "ignored", attempts: 1 } };
    const next = await setSchedule(bull, { id: "ticks", pattern: "* * * * * *", job });
    await queue.pause();
    const refused = { name: "ConflictError", message: expect.stringContaining("belongs to a schedule") };

    await expect(removeJob(bull, next.id ?? "")).rejects.toMatchObject(refused);
    await work({ tick: () => "done", slow: ({ signal }) => untilAborted(signal) });
    await untilCounts(queue, { waiting: 1, delayed: 0 });
    await expect(removeJob(bull, next.id ?? "")).rejects.toMatchObject(refused);
    await queue.resume();
    await eventually(async () => expect((await queue.getJob(next.id ?? ""))?.state).toBe("completed"));
    await removeJob(bull, next.id ?? "");

    expect(await queue.getJob(next.id ?? "")).toBeUndefined();
    await eventually(async () => expect((await queue.getJobCounts()).completed).toBeGreaterThan(0));
    await bull.removeJobScheduler("ticks");
  });

  test("of the finished jobs the newest are kept, of the completed ones 1,000 unless told otherwise", async () => {
    const { queue, bull, work } = await lab.queue();
    const names = ["a", "b", "c", "d"];
    const add = (name: string) =>
      queue.addBulk(names.map((each) => ({ name, data: {}, options: { jobId: `${name}-${each}`, attempts: 1 } })));
    await add("good");
    await add("bad");
    await work({ good: () => "done", bad: fail });
    await untilCounts(queue, { completed: 4, failed: 4 });
    const completed = await queue.getCompleted();
    const failed = await queue.getFailed();

    await pruneJobs(bull, {});
    const counts = await queue.getJobCounts();
    await pruneJobs(bull, { completed: 3, failed: 1 });

    expect(counts).toMatchObject({ completed: 4, failed: 4 });
    expect(await queue.getCompleted()).toEqual(completed.slice(0, 3));
    expect(await queue.getFailed()).toEqual(failed.slice(0, 1));
    await pruneJobs(bull, { completed: 0, failed: 0 });
    expect(await queue.getJobCounts()).toMatchObject({ completed: 0, failed: 0 });
  });
});
