import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { told } from "../support/checksum.ts";
import { describePlaces, startWorkshop, type Workshop } from "../support/workshop.ts";

interface Job {
  readonly id: string;
  readonly state: string;
  readonly finishedOn: string | null;
  readonly data: unknown;
}

interface JobPage {
  readonly items: readonly Job[];
  readonly pageInfo: Readonly<Record<string, unknown>>;
}

const notFound = { message: "Record not found", code: "NOT_FOUND" };
const allFields =
  "id name state data failedReason attemptsMade attempts returnvalue stacktrace progress timestamp processedOn finishedOn";
const listed = `query ($queue: QueueEnum!, $statusses: [JobStateEnum!], $page: Int, $limit: Int) {
  jobs(queue: $queue, statusses: $statusses, page: $page, limit: $limit) {
    items { id state finishedOn data }
    pageInfo { currentPage pageCount itemCount hasPreviousPage hasNextPage }
  }
}`;
const states = ["active", "waiting", "delayed", "failed", "completed"] as const;

describePlaces("3 and 4.4 Background jobs", (place) => {
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
  const one = async (id: string, queue = "e_mail"): Promise<Record<string, unknown>> => {
    const { job } = await shop.data<{ job: Record<string, unknown> }>(
      `query ($queue: QueueEnum!, $id: ID!) { job(queue: $queue, id: $id) { ${allFields} } }`,
      { queue, id },
    );
    return job;
  };

  describe("The queue-name enum", () => {
    test("has one value per registered queue, the platform's own included", async () => {
      const { __type } = await shop.data<{ __type: { kind: string; enumValues: { name: string }[] } }>(
        `{ __type(name: "QueueEnum") { kind enumValues { name } } }`,
      );

      expect(__type.kind).toBe("ENUM");
      expect(__type.enumValues.map(({ name }) => name).toSorted()).toEqual([
        "e_mail",
        "eval_runs",
        "queue_2nd",
        "slow",
      ]);
    });

    test("leads to the queue also where its name is no identifier, as a variable and in the text", async () => {
      const first = await shop.add({ which: "second" }, { queue: "2nd" });
      const { id: other } = await shop.run({ which: "mail" });

      const inText = await shop.data(`{ jobs(queue: queue_2nd) { items { id data } } }`);
      const asVariable = await page({ queue: "e_mail" });

      expect(inText).toEqual({ jobs: { items: [{ id: first, data: { which: "second" } }] } });
      expect(asVariable.items.map(({ id, data }) => ({ id, data }))).toEqual([{ id: other, data: { which: "mail" } }]);
      expect(await shop.data(`{ jobs(queue: eval_runs) { items { id } } }`)).toEqual({ jobs: { items: [] } });
    });

    test.for([`"e-mail"`, "e-mail", `"e_mail"`, "nowhere", "E_MAIL", "null", "5"])("has no value %s", async (queue) => {
      const error = await shop.error(`{ jobs(queue: ${queue}) { items { id } } }`);

      expect(error.extensions?.code).toBe("BAD_USER_INPUT");
    });

    test("is needed", async () => {
      const errors = [
        await shop.error(`{ jobs { items { id } } }`),
        await shop.error(`mutation { pauseQueue { success } }`),
        await shop.error(`mutation { drainQueue(queue: null) { success } }`),
        await shop.error(listed, { queue: "e-mail" }),
      ];

      expect(errors.map(({ extensions }) => extensions?.code)).toEqual(errors.map(() => "BAD_USER_INPUT"));
    });
  });

  describe("A job entry", () => {
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const fresh = { name: "work", failedReason: null, returnvalue: null, stacktrace: [], progress: 0, timestamp: time };

    test("of a completed job exposes its state, its data, and what it gave back", async () => {
      const { id } = await shop.run({ logs: ["begun"], progress: { done: 7 }, result: { sent: [1, null] } });

      expect(await one(id)).toEqual({
        ...fresh,
        id,
        state: "completed",
        data: { logs: ["begun"], progress: { done: 7 }, result: { sent: [1, null] } },
        attemptsMade: 1,
        attempts: 1,
        returnvalue: { sent: [1, null] },
        progress: { done: 7 },
        processedOn: time,
        finishedOn: time,
      });
    });

    test("of a failed job exposes a failedReason, an attemptsMade count, and where each attempt failed", async () => {
      const { id } = await shop.run(
        { failure: "no such letter" },
        { attempts: 3, backoff: { type: "linear", delay: 1 } },
      );

      expect(await one(id)).toEqual({
        ...fresh,
        id,
        state: "failed",
        data: { failure: "no such letter" },
        failedReason: "no such letter",
        attemptsMade: 3,
        attempts: 3,
        stacktrace: Array.from({ length: 3 }, () => expect.stringMatching(/^Error: no such letter\n {4}at /)),
        processedOn: time,
        finishedOn: time,
      });
    });

    test("of an active job says how far it is", async () => {
      const id = await shop.add({ gate: "halfway", progress: 50 });
      await shop.until(id, "active");
      await expect.poll(() => one(id), { timeout: 15_000 }).toMatchObject({ progress: 50 });

      expect(await one(id)).toEqual({
        ...fresh,
        id,
        state: "active",
        data: { gate: "halfway", progress: 50 },
        attemptsMade: 0,
        attempts: 1,
        progress: 50,
        processedOn: time,
        finishedOn: null,
      });
    });

    test("of a waiting and of a delayed job has no times but that of its adding", async () => {
      const before = Date.now();
      const waiting = await shop.add({ number: 1 }, { queue: "2nd", attempts: 5 });
      const urgent = await shop.add({ number: 2 }, { queue: "2nd", priority: 1 });
      const delayed = await shop.add({ number: 3 }, { queue: "2nd", delay: 600_000 });

      const entries = [
        await one(waiting, "queue_2nd"),
        await one(urgent, "queue_2nd"),
        await one(delayed, "queue_2nd"),
      ];

      const untouched = { ...fresh, attemptsMade: 0, attempts: 1, processedOn: null, finishedOn: null };
      expect(entries).toEqual([
        { ...untouched, id: waiting, state: "waiting", data: { number: 1 }, attempts: 5 },
        { ...untouched, id: urgent, state: "waiting", data: { number: 2 } },
        { ...untouched, id: delayed, state: "delayed", data: { number: 3 } },
      ]);
      for (const { timestamp } of entries) {
        expect(Date.parse(String(timestamp))).toBeGreaterThanOrEqual(before);
        expect(Date.parse(String(timestamp))).toBeLessThanOrEqual(Date.now());
      }
    });

    test("between two attempts is delayed, with the reason of the last one", async () => {
      const id = await shop.add({ failure: "not today" }, { attempts: 2, backoff: { type: "linear", delay: 600_000 } });
      await shop.until(id, "delayed");

      expect(await one(id)).toMatchObject({
        state: "delayed",
        failedReason: "not today",
        attemptsMade: 1,
        attempts: 2,
        finishedOn: null,
      });
    });

    test("is tried three times more unless it says otherwise", async () => {
      const { id } = await shop.queue("2nd").add("work", {});

      expect(await one(id, "queue_2nd")).toMatchObject({ attempts: 4, attemptsMade: 0 });
    });

    test("that gave back nothing has null, and any JSON is shown as it is", async () => {
      const results = [undefined, null, false, 0, "", "text", [], [{ deep: { er: [1.5, "ü"] } }]];
      const shown = [];
      for (const result of results) {
        const { id } = await shop.run(result === undefined ? {} : { result });
        shown.push((await one(id)).returnvalue);
      }

      expect(shown).toEqual([null, null, false, 0, "", "text", [], [{ deep: { er: [1.5, "ü"] } }]]);
    });
  });

  describe("jobs", () => {
    /** Three active, four completed, three failed, five waiting, two of them urgent, and four delayed. */
    const addAll = async () => {
      for (let number = 0; number < 4; number++) await shop.run({ number });
      for (let number = 0; number < 3; number++) await shop.run({ number, failure: "no" });
      const active = [
        await shop.add({ gate: "all" }),
        await shop.add({ gate: "all" }),
        await shop.add({ gate: "all" }),
      ];
      for (const id of active) await shop.until(id, "active");
      for (let number = 0; number < 3; number++) await shop.add({ number });
      for (let number = 0; number < 2; number++) await shop.add({ number }, { priority: 1 + number });
      for (let number = 0; number < 4; number++) await shop.add({ number }, { delay: 600_000 + number });
    };
    const counts = { active: 3, waiting: 5, delayed: 4, failed: 3, completed: 4 };

    test("gives the jobs of all states without statusses, or with an empty list", async () => {
      await addAll();

      const pages = [
        await page({ limit: 500 }),
        await page({ limit: 500, statusses: null }),
        await page({ limit: 500, statusses: [] }),
      ];

      for (const { items, pageInfo } of pages) {
        expect(items.map(({ state }) => state)).toEqual(
          states.flatMap((state) => Array.from({ length: counts[state] }, () => state)),
        );
        expect(pageInfo).toEqual({
          currentPage: 1,
          pageCount: 1,
          itemCount: 19,
          hasPreviousPage: false,
          hasNextPage: false,
        });
      }
    });

    test("gives only jobs in the states that are asked for, in whatever order", async () => {
      await addAll();

      for (const state of states) {
        const { items } = await page({ statusses: [state], limit: 500 });
        expect(items.map((item) => item.state)).toEqual(Array.from({ length: counts[state] }, () => state));
      }
      const some = await page({ statusses: ["completed", "active", "completed"], limit: 500 });
      expect(some.items.map(({ state }) => state)).toEqual([
        ...Array.from({ length: 3 }, () => "active"),
        ...Array.from({ length: 4 }, () => "completed"),
      ]);
      expect(some.pageInfo).toMatchObject({ itemCount: 7 });
      const ended = await page({ statusses: ["failed"], limit: 500 });
      const times = ended.items.map(({ finishedOn }) => finishedOn);
      expect(times).toEqual(times.toSorted().toReversed());
    });

    test("gives every job exactly once over its pages, whatever their size", async () => {
      await addAll();
      const { items: all } = await page({ limit: 500 });

      for (const limit of [1, 3, 4, 7, 19, 20]) {
        const pageCount = Math.ceil(19 / limit);
        const found: Job[] = [];
        for (let number = 1; number <= pageCount; number++) {
          const { items, pageInfo } = await page({ limit, page: number });
          expect(items).toHaveLength(number < pageCount ? limit : 19 - limit * (pageCount - 1));
          expect(pageInfo).toEqual({
            currentPage: number,
            pageCount,
            itemCount: 19,
            hasPreviousPage: number > 1,
            hasNextPage: number < pageCount,
          });
          found.push(...items);
        }
        expect(found).toEqual(all);
      }
      expect(new Set(all.map(({ id }) => id)).size).toBe(19);
    });

    test("pages through any choice of states as exactly", async () => {
      await addAll();
      const choices = [["waiting"], ["waiting", "failed"], ["active", "delayed"], ["delayed", "failed", "completed"]];

      for (const statusses of choices) {
        const { items: all } = await page({ statusses, limit: 500 });
        const found: Job[] = [];
        for (let number = 1; found.length < all.length; number++) {
          const { items } = await page({ statusses, limit: 2, page: number });
          expect(items.length).toBeGreaterThan(0);
          found.push(...items);
        }
        expect(found).toEqual(all);
      }
    });

    test("gives ten jobs by default, and an empty page after the last", async () => {
      for (let number = 0; number < 11; number++) await shop.add({ number }, { queue: "2nd" });

      const pages = [
        await page({ queue: "queue_2nd" }),
        await page({ queue: "queue_2nd", page: 2 }),
        await page({ queue: "queue_2nd", page: 3 }),
        await page({ queue: "queue_2nd", page: 2_147_483_647, limit: 500 }),
      ];

      expect(pages.map(({ items }) => items.length)).toEqual([10, 1, 0, 0]);
      expect(pages.map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([true, false, false, false]);
      expect(pages.map(({ pageInfo }) => pageInfo.pageCount)).toEqual([2, 2, 2, 1]);
    });

    test("of a queue without jobs is an empty page", async () => {
      expect(await page({ queue: "slow" })).toEqual({
        items: [],
        pageInfo: { currentPage: 1, pageCount: 0, itemCount: 0, hasPreviousPage: false, hasNextPage: false },
      });
    });

    test.for([
      [{ limit: 0 }, "limit must be a whole number from 1 to 500, not 0."],
      [{ limit: -1 }, "limit must be a whole number from 1 to 500, not -1."],
      [{ limit: 501 }, "limit must be a whole number from 1 to 500, not 501."],
      [{ page: 0 }, "page must be a whole number from 1, not 0."],
      [{ page: -1 }, "page must be a whole number from 1, not -1."],
    ] as const)("refuses %o", async ([variables, message]) => {
      const error = await shop.error(listed, { queue: "e_mail", ...variables });

      expect(told(error)).toEqual({ message, code: "BAD_USER_INPUT" });
    });

    test.for([
      ...[{ limit: 2 ** 31 }, { limit: 1.5 }, { limit: "5" }, { page: 2 ** 31 }, { page: {} }],
      ...[{ statusses: ["stalled"] }, { statusses: [null] }, { statusses: ["WAITING"] }, { statusses: [5] }],
    ])("refuses %o", async (variables) => {
      const error = await shop.error(listed, { queue: "e_mail", ...variables });

      expect(error.extensions?.code).toBe("BAD_USER_INPUT");
    });

    test("takes one state without a list around it, as GraphQL does", async () => {
      const id = await shop.add({}, { queue: "2nd" });

      expect(await shop.data(`{ jobs(queue: queue_2nd, statusses: waiting) { items { id } } }`)).toEqual({
        jobs: { items: [{ id }] },
      });
    });
  });

  describe("jobLogs", () => {
    const logsOf = async (id: string, queue = "e_mail") =>
      (
        await shop.data<{ jobLogs: string[] }>(
          `query ($queue: QueueEnum!, $id: ID!) { jobLogs(queue: $queue, id: $id) }`,
          { queue, id },
        )
      ).jobLogs;

    test("gives the lines of a job, the oldest first", async () => {
      const { id } = await shop.run({ logs: ["first", "", "third: ü", "a\nb"] });

      expect(await logsOf(id)).toEqual(["first", "", "third: ü", "a\nb"]);
    });

    test("goes on over attempts, and is there while the job runs", async () => {
      const { id } = await shop.run(
        { logs: ["tried"], failure: "no" },
        { attempts: 2, backoff: { type: "linear", delay: 1 } },
      );
      const running = await shop.add({ logs: ["running"], gate: "logs" });
      await shop.until(running, "active");

      expect(await logsOf(id)).toEqual(["tried", "tried"]);
      await expect.poll(() => logsOf(running), { timeout: 15_000 }).toEqual(["running"]);
    });

    test("is empty for a job that wrote nothing", async () => {
      const id = await shop.add({}, { queue: "2nd" });

      expect(await logsOf(id, "queue_2nd")).toEqual([]);
    });

    test("keeps the last thousand lines, of ten thousand characters each", async () => {
      const logs = Array.from({ length: 1005 }, (_, number) => `line ${number}`);
      const { id } = await shop.run({ logs: [...logs, "x".repeat(20_000)] });

      const kept = await logsOf(id);

      expect(kept).toHaveLength(1000);
      expect(kept[0]).toBe("line 6");
      expect(kept.at(-2)).toBe("line 1004");
      expect(kept.at(-1)).toBe("x".repeat(10_000));
    });
  });

  describe("An id that is no job's", () => {
    const ids = [
      "0198f6ee-0000-7000-8000-000000000000",
      ...["", " ", "1", "0", "-1", "*", "%", "a:b", "repeat:x:1", "repeat:x"],
      ...["meta", "wait", "limiter", "../x", "'; drop table job; --"],
      ...["\u0000", "a\u0000b", "\ud800", "x".repeat(10_000)],
    ];

    test.for(ids)("like %j is answered with Record not found, whatever is asked of it", async (id) => {
      await shop.add({}, { queue: "2nd" });
      const errors = [
        await shop.error(`query ($id: ID!) { job(queue: queue_2nd, id: $id) { id } }`, { id }),
        await shop.error(`query ($id: ID!) { jobLogs(queue: queue_2nd, id: $id) }`, { id }),
        await shop.error(`mutation ($id: ID!) { deleteJob(queue: queue_2nd, id: $id) { success } }`, { id }),
        await shop.error(`mutation ($id: ID!) { retryJob(queue: queue_2nd, id: $id) { success } }`, { id }),
      ];

      expect(errors.map(told)).toEqual([notFound, notFound, notFound, notFound]);
      expect((await page({ queue: "queue_2nd" })).items).toHaveLength(1);
    });

    test("or is missing is refused", async () => {
      const errors = [
        await shop.error(`{ job(queue: e_mail) { id } }`),
        await shop.error(`mutation { deleteJob(queue: e_mail) { success } }`),
        await shop.error(`mutation { retryJob(queue: e_mail, id: null) { success } }`),
        await shop.error(`mutation { deleteJob(queue: e_mail, id: ["x"]) { success } }`),
      ];

      expect(errors.map(({ extensions }) => extensions?.code)).toEqual(errors.map(() => "BAD_USER_INPUT"));
    });
  });
});
