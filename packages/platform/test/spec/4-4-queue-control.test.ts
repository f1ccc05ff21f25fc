import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { told } from "../support/checksum.ts";
import { describePlaces, startWorkshop, type Workshop } from "../support/workshop.ts";

interface JobPage {
  readonly items: readonly { readonly id: string; readonly state: string }[];
  readonly pageInfo: Readonly<Record<string, unknown>>;
}

const notFound = { message: "Record not found", code: "NOT_FOUND" };
const listed = `query ($queue: QueueEnum!, $statusses: [JobStateEnum!], $limit: Int) {
  jobs(queue: $queue, statusses: $statusses, limit: $limit) { items { id state } pageInfo { itemCount } }
}`;

describePlaces("3 and 4.4 Steering queues and jobs", (place) => {
  let shop: Workshop;

  beforeAll(async () => {
    shop = await startWorkshop({ place });
  });
  afterEach(() => shop.tidy());
  afterAll(() => shop.close());

  const page = async (variables: Record<string, unknown> = {}): Promise<JobPage> => {
    const { jobs } = await shop.data<{ jobs: JobPage }>(listed, { queue: "e_mail", ...variables });
    return jobs;
  };
  const idsOf = async (...statusses: readonly string[]) =>
    (await page({ statusses, limit: 500 })).items.map(({ id }) => id);
  const one = async (id: string): Promise<Record<string, unknown>> => {
    const { job } = await shop.data<{ job: Record<string, unknown> }>(
      `query ($id: ID!) { job(queue: e_mail, id: $id) {
        state attemptsMade attempts returnvalue failedReason processedOn
      } }`,
      { id },
    );
    return job;
  };
  const steerJob = (name: string, id: string) =>
    shop.data(`mutation ($id: ID!) { ${name}(queue: e_mail, id: $id) { success } }`, { id });
  const allFailed = (count: number) =>
    expect
      .poll(() => shop.queue("e-mail").getJobCounts(), { timeout: 30_000 })
      .toMatchObject({ failed: count, waiting: 0, active: 0 });

  describe("pauseQueue and resumeQueue", () => {
    const pause = `mutation { pauseQueue(queue: e_mail) { success } }`;
    const resume = `mutation { resumeQueue(queue: e_mail) { success } }`;
    const isPaused = async () =>
      (await shop.data<{ queue: { isPaused: boolean } }>(`{ queue(queue: e_mail) { isPaused } }`)).queue.isPaused;

    test("a queue can be running or paused: while it is paused no job is picked up, and none is lost", async () => {
      expect(await isPaused()).toBe(false);

      expect(await shop.data(pause)).toEqual({ pauseQueue: { success: true } });
      const id = await shop.add({ result: "later" });
      await new Promise((resolve) => setTimeout(resolve, 500));
      const whilePaused = await one(id);

      expect(await isPaused()).toBe(true);
      expect(whilePaused).toMatchObject({ state: "waiting", processedOn: null });
      expect(await shop.data(resume)).toEqual({ resumeQueue: { success: true } });
      expect(await isPaused()).toBe(false);
      expect(await shop.until(id, "completed")).toMatchObject({ returnvalue: "later" });
    });

    test("those that run go on to their end", async () => {
      const id = await shop.add({ gate: "paused", result: "done" });
      await shop.until(id, "active");

      await shop.data(pause);
      expect((await one(id)).state).toBe("active");
      shop.open("paused");

      expect(await shop.until(id, "completed")).toMatchObject({ returnvalue: "done" });
      expect(await isPaused()).toBe(true);
    });

    test("twice is as good as once", async () => {
      const answers = [await shop.data(pause), await shop.data(pause)];
      const id = await shop.add({});
      answers.push(await shop.data(resume), await shop.data(resume));

      expect(answers).toEqual([
        { pauseQueue: { success: true } },
        { pauseQueue: { success: true } },
        { resumeQueue: { success: true } },
        { resumeQueue: { success: true } },
      ]);
      await shop.until(id, "completed");
    });

    test("other queues are not concerned", async () => {
      await shop.data(`mutation { pauseQueue(queue: queue_2nd) { success } }`);

      await shop.run({ result: 1 });

      expect(await isPaused()).toBe(false);
    });

    test("`paused` finds the waiting jobs of a paused queue, and none of one that runs", async () => {
      await shop.data(pause);
      const ids = [await shop.add({}), await shop.add({}, { priority: 2 })];
      const delayed = await shop.add({}, { delay: 600_000 });

      expect(new Set(await idsOf("paused"))).toEqual(new Set(ids));
      expect(new Set(await idsOf("waiting"))).toEqual(new Set(ids));
      expect((await idsOf("paused", "waiting")).toSorted()).toEqual(ids.toSorted());
      expect(new Set(await idsOf("paused", "delayed"))).toEqual(new Set([...ids, delayed]));
      expect((await page({ statusses: ["paused"] })).items.map(({ state }) => state)).toEqual(["waiting", "waiting"]);

      const still = await shop.add({}, { queue: "2nd" });
      expect(await page({ queue: "queue_2nd", statusses: ["paused"] })).toMatchObject({
        items: [],
        pageInfo: { itemCount: 0 },
      });
      expect((await page({ queue: "queue_2nd", statusses: ["paused", "waiting"] })).items).toMatchObject([
        { id: still },
      ]);
    });
  });

  describe("drainQueue", () => {
    test("removes waiting jobs, urgent ones too, and no others", async () => {
      const { id: completed } = await shop.run({});
      const { id: failed } = await shop.run({ failure: "no" });
      const active = await Promise.all([0, 1, 2].map(() => shop.add({ gate: "drain" })));
      for (const id of active) await shop.until(id, "active");
      await shop.add({});
      await shop.add({}, { priority: 5 });
      const delayed = await shop.add({}, { delay: 600_000 });
      const elsewhere = await shop.add({}, { queue: "2nd" });

      const answer = await shop.data(`mutation { drainQueue(queue: e_mail) { success } }`);

      expect(answer).toEqual({ drainQueue: { success: true } });
      expect(await idsOf("waiting")).toEqual([]);
      expect(new Set(await idsOf("active"))).toEqual(new Set(active));
      expect(await idsOf("delayed", "failed", "completed")).toEqual([delayed, failed, completed]);
      expect((await page({ queue: "queue_2nd" })).items.map(({ id }) => id)).toEqual([elsewhere]);
    });

    test("of a paused queue removes what waits there, and leaves it paused", async () => {
      await shop.data(`mutation { pauseQueue(queue: e_mail) { success } }`);
      await shop.add({});

      await shop.data(`mutation { drainQueue(queue: e_mail) { success } }`);

      expect(await shop.data(`{ queue(queue: e_mail) { isPaused counts { waiting } } }`)).toEqual({
        queue: { isPaused: true, counts: { waiting: 0 } },
      });
    });

    test("of an empty queue is a success", async () => {
      expect(await shop.data(`mutation { drainQueue(queue: slow) { success } }`)).toEqual({
        drainQueue: { success: true },
      });
    });
  });

  describe("deleteJob", () => {
    test("removes a job that waits, is delayed, completed or failed, and only that one", async () => {
      const { id: completed } = await shop.run({});
      const { id: failed } = await shop.run({ failure: "no" });
      await shop.data(`mutation { pauseQueue(queue: e_mail) { success } }`);
      const waiting = await shop.add({});
      const urgent = await shop.add({}, { priority: 3 });
      const delayed = await shop.add({}, { delay: 600_000 });
      const kept = await shop.add({ kept: true });

      for (const id of [completed, failed, waiting, urgent, delayed]) {
        expect(await steerJob("deleteJob", id)).toEqual({ deleteJob: { success: true } });
        expect(told(await shop.error(`query ($id: ID!) { job(queue: e_mail, id: $id) { id } }`, { id }))).toEqual(
          notFound,
        );
      }

      expect((await page()).items.map(({ id }) => id)).toEqual([kept]);
    });

    test("refuses a running job, which goes on", async () => {
      const id = await shop.add({ gate: "delete", result: "done" });
      await shop.until(id, "active");

      const error = await shop.error(`mutation ($id: ID!) { deleteJob(queue: e_mail, id: $id) { success } }`, { id });
      shop.open("delete");

      expect(told(error)).toEqual({
        message: "The job is running; it can be deleted when it has ended.",
        code: "CONFLICT",
      });
      expect(await shop.until(id, "completed")).toMatchObject({ returnvalue: "done" });
    });

    test("of a job that is on another queue finds nothing", async () => {
      const id = await shop.add({}, { queue: "2nd" });

      const error = await shop.error(`mutation ($id: ID!) { deleteJob(queue: e_mail, id: $id) { success } }`, { id });

      expect(told(error)).toEqual(notFound);
      expect((await page({ queue: "queue_2nd" })).items).toHaveLength(1);
    });

    test("takes ids that a program has chosen", async () => {
      await shop.add({}, { queue: "2nd", jobId: "monthly report — ü/'\"" });

      const answer = await shop.data(`mutation ($id: ID!) { deleteJob(queue: queue_2nd, id: $id) { success } }`, {
        id: "monthly report — ü/'\"",
      });

      expect(answer).toEqual({ deleteJob: { success: true } });
    });
  });

  describe("retryJob and retryFailed", () => {
    test("a failed job is brought back with all its attempts before it, and can succeed", async () => {
      const { id } = await shop.run(
        { failsUntil: "retry", result: "at last" },
        { attempts: 2, backoff: { type: "linear", delay: 1 } },
      );
      expect(await one(id)).toMatchObject({ state: "failed", attemptsMade: 2, failedReason: "not yet" });
      shop.open("retry");

      expect(await steerJob("retryJob", id)).toEqual({ retryJob: { success: true } });

      await shop.until(id, "completed");
      expect(await one(id)).toMatchObject({
        state: "completed",
        attemptsMade: 1,
        attempts: 2,
        returnvalue: "at last",
        failedReason: null,
      });
    });

    test("one that fails again has used all its attempts again", async () => {
      const { id } = await shop.run({ failure: "never" }, { attempts: 2, backoff: { type: "linear", delay: 1 } });

      await steerJob("retryJob", id);

      await expect.poll(() => one(id), { timeout: 15_000 }).toMatchObject({ state: "failed", attemptsMade: 2 });
    });

    test("a job that has not failed can't be retried", async () => {
      const { id: completed } = await shop.run({});
      const waiting = await shop.add({}, { delay: 600_000 });

      for (const id of [completed, waiting]) {
        const error = await shop.error(`mutation ($id: ID!) { retryJob(queue: e_mail, id: $id) { success } }`, { id });
        expect(told(error)).toEqual({ message: "Only a failed job can be retried.", code: "CONFLICT" });
      }
      expect(await one(completed)).toMatchObject({ state: "completed", attemptsMade: 1 });
    });

    test("retryFailed brings all of them back and says how many", async () => {
      const ids = [];
      for (let number = 0; number < 5; number++) ids.push((await shop.run({ number, failsUntil: "all" })).id);
      const { id: completed } = await shop.run({});
      shop.open("all");

      const answer = await shop.data(`mutation { retryFailed(queue: e_mail) { success count } }`);

      expect(answer).toEqual({ retryFailed: { success: true, count: 5 } });
      for (const id of ids) await shop.until(id, "completed");
      expect(new Set(await idsOf("completed"))).toEqual(new Set([...ids, completed]));
    });

    test("retryFailed takes each job once, also when they fail again at once", async () => {
      const jobs = Array.from({ length: 120 }, (_, number) => ({
        name: "work",
        data: { number, failure: "never" },
        options: { attempts: 1 },
      }));
      await shop.queue("e-mail").addBulk(jobs);
      await allFailed(120);

      const answer = await shop.data(`mutation { retryFailed(queue: e_mail) { count } }`);

      expect(answer).toEqual({ retryFailed: { count: 120 } });
      await allFailed(120);
    });

    test("retryFailed of a queue without failed jobs brings none back", async () => {
      await shop.run({});

      expect(await shop.data(`mutation { retryFailed(queue: e_mail) { success count } }`)).toEqual({
        retryFailed: { success: true, count: 0 },
      });
    });
  });

  test("Several operations of one request each have their own outcome", async () => {
    const id = await shop.add({}, { queue: "2nd" });

    const { data, errors } = await shop.ask(
      `mutation ($id: ID!) {
        pauseQueue(queue: queue_2nd) { success }
        deleted: deleteJob(queue: queue_2nd, id: $id) { success }
        resumeQueue(queue: queue_2nd) { success }
      }`,
      { id },
    );

    expect(errors).toBeUndefined();
    expect(data).toEqual({
      pauseQueue: { success: true },
      deleted: { success: true },
      resumeQueue: { success: true },
    });
  });
});
