import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformJob } from "../../src/definitions/job.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import { told } from "../support/checksum.ts";
import { postBody } from "../support/post-body.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { describePlaces, startWorkshop, type Workshop } from "../support/workshop.ts";

interface Schedule {
  readonly id: string;
  readonly name: string;
  readonly pattern: string;
  readonly timezone: string;
  readonly next: string;
}

const described = `name isPaused counts { waiting active delayed completed failed } concurrency { worker queue }
  ratelimit timeoutInSeconds retries workers rateLimitedUntil oldestWaitingInSeconds
  schedules { id name pattern timezone next }`;
const none = { waiting: 0, active: 0, delayed: 0, completed: 0, failed: 0 };

describePlaces("4.5 The queue registry, as the API shows it", (place) => {
  let shop: Workshop;

  beforeAll(async () => {
    shop = await startWorkshop({
      place,
      jobs: (queues) => {
        const free = queues.register("free", { worker: 1, queue: 1 }, Number.POSITIVE_INFINITY);
        const execute = () => undefined;
        return [
          new PlatformJob({ id: "new_year", queue: free, schedule: "0 0 1 1 *", execute }),
          new PlatformJob({ id: "at_night", queue: free, schedule: "30 3 * * *", timezone: "Europe/Berlin", execute }),
          new PlatformJob({ id: "on_demand", queue: free, execute }),
        ];
      },
    });
  });
  afterEach(() => shop.tidy());
  afterAll(() => shop.close());

  /** Asks once: some of it is another a moment later. */
  const now = async <Data>(query: string): Promise<Data> => {
    const { answer } = await postBody(shop, JSON.stringify({ query }));
    expect(answer.errors).toBeUndefined();
    return answer.data as Data;
  };
  const queueNow = async (queue: string) =>
    (await now<{ queue: Record<string, unknown> }>(`{ queue(queue: ${queue}) { ${described} } }`)).queue;
  const schedulesOf = async (queue: string) => (await queueNow(queue)).schedules as readonly Schedule[];

  test("queues gives every registered queue, and queue one of them, with the values of its registration", async () => {
    const idle = { isPaused: false, counts: none, retries: null, rateLimitedUntil: null, oldestWaitingInSeconds: null };

    const { queues } = await now<{ queues: { name: string; schedules: unknown }[] }>(`{ queues { ${described} } }`);

    const withoutSchedules = queues.map(({ schedules: _, ...queue }) => queue);
    expect(withoutSchedules.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
      // Its ratelimit and its timeout are the defaults: one job per second, 180 seconds.
      { ...idle, name: "2nd", concurrency: { worker: 1, queue: 7 }, ratelimit: 1, timeoutInSeconds: 180, workers: 0 },
      {
        ...idle,
        name: "e-mail",
        concurrency: { worker: 3, queue: 3 },
        ratelimit: 1000,
        timeoutInSeconds: 300,
        workers: 1,
      },
      {
        ...idle,
        name: "eval_runs",
        concurrency: { worker: 2, queue: 4 },
        ratelimit: 10,
        timeoutInSeconds: 600,
        workers: 0,
      },
      {
        ...idle,
        name: "free",
        counts: { ...none, delayed: 2 },
        concurrency: { worker: 1, queue: 1 },
        ratelimit: null,
        timeoutInSeconds: 180,
        workers: 0,
      },
      { ...idle, name: "slow", concurrency: { worker: 1, queue: 1 }, ratelimit: 0.2, timeoutInSeconds: 90, workers: 1 },
    ]);
    for (const queue of queues) {
      const value = queue.name.replace("-", "_").replace("2nd", "queue_2nd");
      expect(await queueNow(value)).toEqual(queue);
    }
  });

  test("job counts report waiting, active, completed, failed, and delayed", async () => {
    await shop.run({});
    await shop.run({});
    await shop.run({ failure: "no" });
    const active = await Promise.all([1, 2, 3].map(() => shop.add({ gate: "counts" })));
    for (const id of active) await shop.until(id, "active");
    await shop.add({});
    await shop.add({}, { priority: 1 });
    await shop.add({}, { delay: 600_000 });

    const counts = { waiting: 2, active: 3, delayed: 1, completed: 2, failed: 1 };
    expect(await queueNow("e_mail")).toMatchObject({ counts, isPaused: false });
    await shop.data(`mutation { pauseQueue(queue: e_mail) { success } }`);
    expect(await queueNow("e_mail")).toMatchObject({ counts, isPaused: true });
  });

  test("a limit across workers that a program has changed is the one that is shown, and that holds", async () => {
    await shop.queue("e-mail").setGlobalConcurrency(1);
    const ids = [await shop.add({ gate: "one at a time" }), await shop.add({ gate: "one at a time" })];
    await expect
      .poll(() => queueNow("e_mail"), { timeout: 15_000 })
      .toMatchObject({ counts: { active: 1, waiting: 1 } });

    expect(await queueNow("e_mail")).toMatchObject({ concurrency: { worker: 3, queue: 1 } });

    await shop.queue("e-mail").setGlobalConcurrency(3);
    shop.open("one at a time");
    for (const id of ids) await shop.until(id, "completed");
  });

  test("retries are those that the configuration says", async () => {
    const configuration = shop.queues.queue("2nd");
    if (!configuration) throw new Error("The queue is not in use.");

    configuration.retries = 5;
    const { id } = await shop.queue("2nd").add("work", {});

    expect(await queueNow("queue_2nd")).toMatchObject({ retries: 5 });
    expect(await shop.data(`query ($id: ID!) { job(queue: queue_2nd, id: $id) { attempts } }`, { id })).toEqual({
      job: { attempts: 6 },
    });
    delete configuration.retries;
  });

  test("the oldest waiting job says how long it has been waiting", async () => {
    const before = Date.now();
    await shop.add({}, { queue: "2nd" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await shop.add({}, { queue: "2nd", priority: 1 });

    const { oldestWaitingInSeconds } = await queueNow("queue_2nd");

    expect(oldestWaitingInSeconds).toBeGreaterThanOrEqual(0.29);
    expect(oldestWaitingInSeconds).toBeLessThanOrEqual((Date.now() - before) / 1000);
  });

  test("a rate-limited queue says when it goes on, and one that is not says nothing", async () => {
    expect(await queueNow("slow")).toMatchObject({ rateLimitedUntil: null });
    await shop.run({}, { queue: "slow" });
    await shop.add({}, { queue: "slow" });
    const asked = Date.now();

    const { rateLimitedUntil, counts } = await queueNow("slow");

    expect(counts).toMatchObject({ waiting: 1, completed: 1 });
    const wait = Date.parse(String(rateLimitedUntil)) - asked;
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(6000);
    expect(await queueNow("e_mail")).toMatchObject({ rateLimitedUntil: null });
    expect(await queueNow("free")).toMatchObject({ rateLimitedUntil: null, ratelimit: null });
  });

  test("workers are the processes that work on a queue, as long as they do", async () => {
    const queues = new QueueRegistry();
    queues.register("2nd", { worker: 1, queue: 7 });
    queues.register("e-mail", { worker: 3, queue: 3 }, 1000);
    const app = new PlatformApp({ contexts: shop.app.contexts });
    const on = { database: shop.database, url: undefined, discard: async () => undefined };
    const other = await startTestPlatform(app, { on, queues, workers: ["2nd", "e-mail"], graceInSeconds: 0 });

    const both = await shop.data(
      `{ mail: queue(queue: e_mail) { workers } second: queue(queue: queue_2nd) { workers } }`,
    );
    await other.platform.http.close();
    const one = await shop.data(
      `{ mail: queue(queue: e_mail) { workers } second: queue(queue: queue_2nd) { workers } }`,
    );

    expect(both).toEqual({ mail: { workers: 2 }, second: { workers: 1 } });
    expect(one).toEqual({ mail: { workers: 1 }, second: { workers: 0 } });
  });

  test("a queue that does not exist is refused", async () => {
    expect((await shop.error(`{ queue(queue: nowhere) { name } }`)).extensions?.code).toBe("BAD_USER_INPUT");
    expect((await shop.error(`{ queue { name } }`)).extensions?.code).toBe("BAD_USER_INPUT");
  });

  describe("Schedules", () => {
    test("of the definitions are shown with their time zone and their next run", async () => {
      const schedules = await schedulesOf("free");

      const nextNewYear = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 1)).toISOString();
      expect(schedules.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
        {
          id: "declared-at_night",
          name: "at_night",
          pattern: "30 3 * * *",
          timezone: "Europe/Berlin",
          next: expect.any(String),
        },
        { id: "declared-new_year", name: "new_year", pattern: "0 0 1 1 *", timezone: "UTC", next: nextNewYear },
      ]);
      const atNight = new Date(schedules.find(({ name }) => name === "at_night")?.next ?? "");
      const inBerlin = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", timeStyle: "short" });
      expect(inBerlin.format(atNight)).toBe("03:30");
      expect(atNight.getTime() - Date.now()).toBeGreaterThan(0);
      expect(atNight.getTime() - Date.now()).toBeLessThanOrEqual(25 * 60 * 60 * 1000);
    });

    test("that a program has set with repeat are shown too; setting one again changes nothing", async () => {
      const repeat = { pattern: "0 12 * * 1", tz: "America/New_York" };

      await shop.queue("2nd").add("work", { weekly: true }, { repeat });
      await shop.queue("2nd").add("work", { weekly: true }, { repeat });

      const schedules = await schedulesOf("queue_2nd");
      expect(schedules).toEqual([
        {
          id: expect.any(String),
          name: "work",
          pattern: "0 12 * * 1",
          timezone: "America/New_York",
          next: expect.any(String),
        },
      ]);
      const { jobs } = await shop.data<{ jobs: { items: object[] } }>(
        `{ jobs(queue: queue_2nd, statusses: [delayed]) { items { name state data } } }`,
      );
      expect(jobs.items).toEqual([{ name: "work", state: "delayed", data: { weekly: true } }]);
    });

    test("have their next run among the delayed jobs, which can be looked at and not be deleted", async () => {
      const { jobs } = await shop.data<{ jobs: { items: { id: string; name: string }[] } }>(
        `{ jobs(queue: free, statusses: [delayed]) { items { id name } } }`,
      );
      const before = await schedulesOf("free");

      expect(jobs.items.map(({ name }) => name).toSorted()).toEqual(["at_night", "new_year"]);
      for (const { id, name } of jobs.items) {
        expect(await shop.data(`query ($id: ID!) { job(queue: free, id: $id) { name state data } }`, { id })).toEqual({
          job: { name, state: "delayed", data: {} },
        });
        const error = await shop.error(`mutation ($id: ID!) { deleteJob(queue: free, id: $id) { success } }`, { id });
        expect(told(error)).toEqual({
          message: "The job belongs to a schedule: change the schedule where it is declared.",
          code: "CONFLICT",
        });
      }
      expect(await schedulesOf("free")).toEqual(before);
    });

    test("are not drained away, nor is what they have next", async () => {
      const before = await schedulesOf("free");

      await shop.data(`mutation { drainQueue(queue: free) { success } }`);

      expect(await schedulesOf("free")).toEqual(before);
      expect(await queueNow("free")).toMatchObject({ counts: { delayed: 2 } });
    });

    test("go on after a run that had to wait was drained or deleted", async () => {
      const untilDue = () =>
        expect.poll(() => queueNow("e_mail"), { timeout: 15_000 }).toMatchObject({ counts: { waiting: 3 } });
      const waitingIds = async () => {
        const { jobs } = await shop.data<{ jobs: { items: { id: string }[] } }>(
          `{ jobs(queue: e_mail, statusses: [waiting]) { items { id } } }`,
        );
        return jobs.items.map(({ id }) => id);
      };
      await shop.data(`mutation { pauseQueue(queue: e_mail) { success } }`);
      const first = await shop.add({});
      await shop.queue("e-mail").add("work", { result: "tick" }, { repeat: { pattern: "* * * * * *" } });
      await expect.poll(() => queueNow("e_mail"), { timeout: 15_000 }).toMatchObject({ counts: { waiting: 2 } });
      const last = await shop.add({});
      await untilDue();
      const [due = ""] = (await waitingIds()).filter((id) => id !== first && id !== last);

      const refused = await shop.error(`mutation ($id: ID!) { deleteJob(queue: e_mail, id: $id) { success } }`, {
        id: due,
      });
      await shop.data(`mutation { drainQueue(queue: e_mail) { success } }`);
      const left = await waitingIds();
      await shop.data(`mutation { resumeQueue(queue: e_mail) { success } }`);

      expect(told(refused).code).toBe("CONFLICT");
      expect(left).toEqual([due]);
      await expect
        .poll(async () => ((await queueNow("e_mail")).counts as { completed: number }).completed, { timeout: 20_000 })
        .toBeGreaterThan(2);
    });
  });
});
