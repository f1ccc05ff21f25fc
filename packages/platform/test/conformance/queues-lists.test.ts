import { expect, test } from "vitest";
import { jobStates, type QueueHandle, type QueueJob } from "../../src/definitions/queue.ts";
import { readJobLogs } from "../../src/queues/change-job.ts";
import { oldestWaiting, pageOfJobs } from "../../src/queues/list-jobs.ts";
import { describeQueues, untilAborted, untilCounts } from "../support/queue-engines.ts";

describeQueues("Looking at jobs", (lab) => {
  const ids = (jobs: readonly QueueJob[]) => jobs.map(({ id }) => id);
  const addNamed = (queue: QueueHandle, names: readonly string[]) =>
    queue.addBulk(names.map((jobId) => ({ name: "job", data: {}, options: { jobId, attempts: 1 } })));
  const letters = ["a", "b", "c", "d", "e"];

  /** Every range of a list of five, against the list itself. */
  const expectRanges = async (
    list: (start?: number, end?: number) => Promise<readonly QueueJob[]>,
    expected: readonly string[],
  ) => {
    expect(ids(await list())).toEqual(expected);
    for (const [start, end] of [
      [0, 0],
      [0, 1],
      [1, 3],
      [2, 2],
      [3, 9],
      [4, 4],
      [5, 9],
      [0, -1],
      [2, -1],
      [9, -1],
    ] as const) {
      const range = expected.slice(start, end === -1 ? undefined : end + 1);
      expect({ start, end, ids: ids(await list(start, end)) }).toEqual({ start, end, ids: range });
    }
  };

  test("an empty queue has nothing in any state", async () => {
    const { queue } = await lab.queue();

    expect(await queue.getJobCounts()).toEqual({ waiting: 0, active: 0, delayed: 0, completed: 0, failed: 0 });
    expect(await queue.getWaiting()).toEqual([]);
    expect(await queue.getActive()).toEqual([]);
    expect(await queue.getDelayed()).toEqual([]);
    expect(await queue.getCompleted()).toEqual([]);
    expect(await queue.getFailed()).toEqual([]);
    expect(await queue.getJob("unknown")).toBeUndefined();
  });

  test("waiting jobs are listed the next to run first, in any range", async () => {
    const { queue } = await lab.queue();
    await addNamed(queue, letters);

    await expectRanges((start, end) => queue.getWaiting(start, end), letters);
  });

  test("jobs with a priority wait, and are counted and listed behind the others, in any range", async () => {
    const { queue } = await lab.queue();
    await queue.add("job", {}, { jobId: "d", priority: 9 });
    await queue.add("job", {}, { jobId: "c", priority: 3 });
    await addNamed(queue, ["a", "b"]);
    await queue.add("job", {}, { jobId: "e", priority: 9 });

    await expectRanges((start, end) => queue.getWaiting(start, end), letters);
    expect(await queue.getJobCounts()).toMatchObject({ waiting: 5 });
    expect((await queue.getWaiting()).every(({ state }) => state === "waiting")).toBe(true);
    expect((await queue.getJob("c"))?.state).toBe("waiting");
  });

  test("the jobs of a paused queue wait like any others", async () => {
    const { queue } = await lab.queue();
    await addNamed(queue, letters.slice(0, 3));
    await queue.add("job", {}, { jobId: "d", priority: 2 });

    await queue.pause();
    await queue.add("job", {}, { jobId: "e", priority: 3 });

    await expectRanges((start, end) => queue.getWaiting(start, end), letters);
    expect(await queue.getJobCounts()).toEqual({ waiting: 5, active: 0, delayed: 0, completed: 0, failed: 0 });
    expect((await queue.getJob("a"))?.state).toBe("waiting");
  });

  test("delayed jobs are listed the next to become ready first, in any range", async () => {
    const { queue } = await lab.queue();
    for (const [jobId, delay] of Object.entries({ d: 400_000, b: 200_000, e: 500_000, a: 100_000, c: 300_000 })) {
      await queue.add("job", {}, { jobId, delay });
    }

    await expectRanges((start, end) => queue.getDelayed(start, end), letters);
    expect((await queue.getDelayed())[0]?.state).toBe("delayed");
  });

  test("active jobs are listed the longest running first, whatever their priority, in any range", async () => {
    const { queue, work } = await lab.queue({ concurrency: { worker: 5 } });
    await queue.add("job", {}, { jobId: "a", priority: 7 });
    await work({ job: ({ signal }) => untilAborted(signal) });
    for (const [count, jobId] of letters.entries()) {
      if (jobId !== "a") await queue.add("job", {}, { jobId, ...(jobId < "d" && { priority: 3 }) });
      await untilCounts(queue, { active: count + 1 });
    }

    await expectRanges((start, end) => queue.getActive(start, end), letters);
    expect(await queue.getJobCounts()).toMatchObject({ waiting: 0, active: 5 });
    expect((await queue.getActive())[0]).toMatchObject({ state: "active", processedOn: expect.any(Number) });
  });

  test.each(["completed", "failed"] as const)("%s jobs are listed the newest first, in any range", async (state) => {
    const { queue, work } = await lab.queue();
    await addNamed(queue, letters.toReversed());
    await work({
      job: () => {
        if (state === "failed") throw new Error("no");
      },
    });
    await untilCounts(queue, { [state]: 5 });

    const list = state === "failed" ? queue.getFailed : queue.getCompleted;
    const expected = (await queue.getJobCounts())[state] === 5 ? await sortedByEnd(list.call(queue)) : [];

    await expectRanges((start, end) => list.call(queue, start, end), expected);
    expect(expected.toSorted()).toEqual(letters);
    expect((await list.call(queue))[0]).toMatchObject({ state, finishedOn: expect.any(Number), attemptsMade: 1 });
  });

  /** The newest first; of those that ended in the same millisecond, the greatest id. */
  const sortedByEnd = async (list: Promise<readonly QueueJob[]>) =>
    ids(
      (await list).toSorted(
        (one, other) => (other.finishedOn ?? 0) - (one.finishedOn ?? 0) || (one.id < other.id ? 1 : -1),
      ),
    );

  test("pages across all states hold every job exactly once, in one order, whatever their size", async () => {
    const { queue, bull, work } = await lab.queue({ concurrency: { worker: 2 } });
    const names = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `${kind}-${at + 10}`);
    await queue.addBulk(
      [...names("done", 6), ...names("failed", 5)].map((jobId) => ({
        name: jobId.startsWith("done") ? "good" : "bad",
        data: {},
        options: { jobId, attempts: 1 },
      })),
    );
    const worker = await work({
      good: () => "done",
      bad: () => Promise.reject(new Error("no")),
      slow: ({ signal }) => untilAborted(signal),
    });
    await untilCounts(queue, { completed: 6, failed: 5 });
    await queue.addBulk(names("active", 2).map((jobId) => ({ name: "slow", data: {}, options: { jobId } })));
    await untilCounts(queue, { active: 2 });
    await addNamed(queue, names("waiting", 4));
    const options = names("urgent", 4).map((jobId, at) => ({ jobId, priority: 1 + (at % 2) }));
    await queue.addBulk(options.map((each) => ({ name: "job", data: {}, options: each })));
    await queue.addBulk(
      names("later", 3).map((jobId) => ({ name: "job", data: {}, options: { jobId, delay: 90_000 } })),
    );

    const whole = await pageOfJobs(bull, jobStates, { limit: 500, page: 1 });

    expect(whole.count).toBe(24);
    expect(new Set(ids(whole.jobs)).size).toBe(24);
    expect(ids(whole.jobs).slice(0, 10)).toEqual([
      ...["active-11", "active-10"],
      ...names("waiting", 4).toReversed(),
      ...["urgent-13", "urgent-11", "urgent-12", "urgent-10"],
    ]);
    expect(ids(whole.jobs).slice(10, 13)).toEqual(names("later", 3).toReversed());
    expect(whole.jobs.slice(13).map(({ state }) => state)).toEqual([
      ...Array(5).fill("failed"),
      ...Array(6).fill("completed"),
    ]);
    for (const limit of [1, 5, 23]) {
      const pages: string[] = [];
      for (let page = 1; page <= Math.ceil(24 / limit); page++) {
        const { jobs, count } = await pageOfJobs(bull, jobStates, { limit, page });
        expect(count).toBe(24);
        pages.push(...ids(jobs));
      }
      expect({ limit, pages }).toEqual({ limit, pages: ids(whole.jobs) });
    }
    expect(await pageOfJobs(bull, jobStates, { limit: 10, page: 4 })).toEqual({ jobs: [], count: 24 });
    const some = await pageOfJobs(bull, ["failed", "waiting"], { limit: 5, page: 2 });
    const expected = whole.jobs.filter(({ state }) => state === "failed" || state === "waiting").slice(5, 10);
    expect(some).toEqual({ jobs: expected, count: 13 });
    await worker.close(0);
  });

  test("pages of jobs that ended in the same millisecond are exact and stable", async () => {
    const { queue, bull, work } = await lab.queue({ concurrency: { worker: 20 } });
    await queue.addBulk(Array.from({ length: 30 }, () => ({ name: "job", data: {} })));
    await work({ job: () => "done" });
    await untilCounts(queue, { completed: 30 });
    const whole = ids((await pageOfJobs(bull, ["completed"], { limit: 30, page: 1 })).jobs);

    for (const limit of [4, 20]) {
      const pages: string[] = [];
      for (let page = 1; page <= Math.ceil(30 / limit); page++) {
        pages.push(...ids((await pageOfJobs(bull, ["completed"], { limit, page })).jobs));
      }
      expect(pages).toEqual(whole);
    }
    expect(new Set(whole).size).toBe(30);
  });

  test("the oldest waiting job is found, with a priority or without", async () => {
    const { queue, bull } = await lab.queue();
    const none = await oldestWaiting(bull);
    await queue.add("job", {}, { jobId: "oldest", priority: 5 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await addNamed(queue, ["second", "third"]);

    expect(none).toBeNull();
    expect((await oldestWaiting(bull))?.id).toBe("oldest");
    await queue.clean(0, 1, "waiting");
    expect((await oldestWaiting(bull))?.id).toBe("oldest");
  });

  test("a job keeps its log, the newest lines of it when asked for fewer", async () => {
    const { queue, bull, work } = await lab.queue();
    const { id } = await queue.add("talk", {});
    await work({
      talk: async ({ log }) => {
        for (const line of ["one", "two", "x\0y", "z".repeat(10_001)]) await log(line);
      },
    });
    await untilCounts(queue, { completed: 1 });

    expect(await readJobLogs(bull, id, 10)).toEqual(["one", "two", "x\uFFFDy", "z".repeat(10_000)]);
    expect(await readJobLogs(bull, id, 2)).toEqual(["x\uFFFDy", "z".repeat(10_000)]);
    expect(await readJobLogs(bull, "unknown", 2)).toEqual([]);
  });
});
