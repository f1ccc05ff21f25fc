import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { type ItemEventData, PlatformJob } from "../../src/definitions/job.ts";
import { sql } from "../../src/storage/sql.ts";
import { createCaller } from "../support/callers.ts";
import { told } from "../support/checksum.ts";
import { readers } from "../support/library.ts";
import { startRedisProxy } from "../support/redis-proxy.ts";
import { isMissing, isOnPostgres } from "../support/test-database.ts";
import { describePlaces, startWorkshop, type Workshop } from "../support/workshop.ts";

interface Payload {
  readonly item: { readonly id: string };
  readonly job: string | null;
}

interface Job {
  readonly id: string;
  readonly name: string;
  readonly data: ItemEventData;
  readonly attempts: number;
}

const create = `mutation ($input: booksInput!, $upsert: Boolean) {
  payload: booksCreateOne(input: $input, upsert: $upsert) { item { id } job }
}`;
const update = `mutation ($id: ID!, $input: booksInput!) {
  payload: booksUpdateOneById(id: $id, input: $input) { item { id } job }
}`;

describePlaces("2.7 The job of a mutation", (place) => {
  let shop: Workshop;
  /** What the handlers did, by the name of their job. */
  const runs: { name: string; data: ItemEventData; title?: string | undefined }[] = [];

  beforeAll(async () => {
    shop = await startWorkshop({
      place,
      jobs: (queues) => {
        const mail = queues.list.get("e-mail");
        const still = queues.list.get("2nd");
        if (!mail || !still) throw new Error("The workshop has other queues.");
        return [
          new PlatformJob<ItemEventData>({
            id: "index_book",
            queue: still,
            trigger: { context: "books" },
            retries: 1,
            execute: () => undefined,
          }),
          new PlatformJob<ItemEventData>({
            id: "announce_book",
            queue: still,
            trigger: { context: "books", on: ["create"] },
            execute: () => undefined,
          }),
          new PlatformJob<ItemEventData>({
            id: "forget_book",
            queue: still,
            trigger: { context: "books", on: ["remove"] },
            execute: () => undefined,
          }),
          new PlatformJob<ItemEventData>({
            id: "tidy_reader",
            queue: mail,
            trigger: { context: "readers", on: ["update"] },
            async execute({ name, data, items }) {
              const reader = await items(readers).find(data.item);
              runs.push({ name, data, title: reader?.name });
              if (!reader) return;
              await items(readers).update(reader.id, { name: reader.name.trim() });
              await items(readers).update(reader.id.toUpperCase(), { name: reader.name.trim() });
              // Somebody else's is another matter.
              const other = await items(readers).findOne({ filters: [{ name: { eq: " next " } }] });
              if (other && other.id !== reader.id) await items(readers).update(other.id, { card: reader.id });
            },
          }),
          new PlatformJob<ItemEventData>({
            id: "follow_reader",
            queue: mail,
            trigger: { context: "readers", on: ["update"] },
            execute: ({ name, data }) => void runs.push({ name, data }),
          }),
        ];
      },
    });
  });
  afterEach(async () => {
    await shop.tidy();
    runs.length = 0;
  });
  afterAll(() => shop.close());

  const mutate = async (mutation: string, variables: Record<string, unknown>): Promise<Payload> =>
    (await shop.data<{ payload: Payload }>(mutation, variables)).payload;
  /** The jobs that no worker takes, the oldest first, once there are so many. */
  const waiting = async (count: number): Promise<readonly Job[]> => {
    const ask = async () => {
      const { jobs } = await shop.data<{ jobs: { items: Job[] } }>(
        `{ jobs(queue: queue_2nd, limit: 100) { items { id name data attempts } } }`,
      );
      return jobs.items.toReversed();
    };
    // On Redis a committed job is passed on a moment later.
    await expect.poll(ask, { timeout: 15_000 }).toHaveLength(count);
    return ask();
  };
  const noJobs = async () => {
    await shop.passedOn();
    return waiting(0);
  };
  const stored = (title: string) => shop.app.context("books").count([{ title: { eq: title } }]);

  describe("job is the id of the job that was triggered", () => {
    test("by a create: the first of several, all of which carry ids and no copies of the item", async () => {
      const { item, job } = await mutate(create, { input: { title: "Emma", summary: "private" } });

      const data = { context: "books", item: item.id, event: "create" };
      const jobs = await waiting(2);
      expect(jobs).toEqual([
        { id: job, name: "index_book", data, attempts: 2 },
        { id: expect.any(String), name: "announce_book", data, attempts: 4 },
      ]);
      expect(
        await shop.data(`query ($id: ID!) { job(queue: queue_2nd, id: $id) { state data } }`, { id: job }),
      ).toEqual({
        job: { state: "waiting", data },
      });
    });

    test("by an update, by id and by filter", async () => {
      const { item } = await mutate(create, { input: { title: "Emma", isbn: "job-1" } });
      await shop.tidy();

      const byId = await mutate(update, { id: item.id, input: { title: "Emma II" } });
      const byFilter = await mutate(
        `mutation ($input: booksInput!) {
          payload: booksUpdateOne(where: [{ isbn: { eq: "job-1" } }], input: $input) { item { id } job }
        }`,
        { input: { title: "Emma III" } },
      );

      const data = { context: "books", item: item.id, event: "update" };
      expect(await waiting(2)).toEqual([
        { id: byId.job, name: "index_book", data, attempts: 2 },
        { id: byFilter.job, name: "index_book", data, attempts: 2 },
      ]);
    });

    test("by an upsert: a create when there was none, an update when there was", async () => {
      const input = { title: "Emma", external_id: "job-2" };

      const created = await mutate(create, { input, upsert: true });
      const updated = await mutate(create, { input: { ...input, title: "Emma II" }, upsert: true });

      expect(updated.item).toEqual(created.item);
      const jobs = await waiting(3);
      expect(jobs.map(({ name, data }) => [name, data.event])).toEqual([
        ["index_book", "create"],
        ["announce_book", "create"],
        ["index_book", "update"],
      ]);
      expect(jobs.map(({ id }) => id)).toEqual([created.job, expect.any(String), updated.job]);
      expect(new Set(jobs.map(({ data }) => data.item))).toEqual(new Set([created.item.id]));
    });

    test("by a copy: a create of the copy", async () => {
      const { item } = await mutate(create, { input: { title: "Emma" } });
      await shop.tidy();

      const copy = await mutate(`mutation ($id: ID!) { payload: booksCopyOneById(id: $id) { item { id } job } }`, {
        id: item.id,
      });

      expect(copy.item.id).not.toBe(item.id);
      const data = { context: "books", item: copy.item.id, event: "create" };
      expect(await waiting(2)).toMatchObject([
        { id: copy.job, name: "index_book", data },
        { name: "announce_book", data },
      ]);
    });

    test("also where the caller wrote the item's id in capital letters", async () => {
      const { item } = await mutate(create, { input: { title: "Emma" } });
      await shop.tidy();

      await mutate(update, { id: item.id.toUpperCase(), input: { title: "EMMA" } });

      expect((await waiting(1)).map(({ data }) => data.item)).toEqual([item.id]);
    });

    test("by what a program does, as by what the API does", async () => {
      const book = await shop.app.context("books").create({ title: "Emma" });
      await shop.app.context("books").update(book.id, { pages: 5 });
      await shop.app.context("books").remove(book.id);

      expect((await waiting(4)).map(({ name, data }) => [name, data.event])).toEqual([
        ["index_book", "create"],
        ["announce_book", "create"],
        ["index_book", "update"],
        ["forget_book", "remove"],
      ]);
    });
  });

  test("a removal triggers a job as well, by id and by filter; it names an item that is gone", async () => {
    const ids = [];
    for (const isbn of ["job-3", "job-4"]) ids.push((await mutate(create, { input: { title: "Emma", isbn } })).item.id);
    await shop.tidy();

    await shop.data(`mutation ($id: ID!) { booksRemoveOneById(id: $id) { id } }`, { id: ids[0] });
    await shop.data(`mutation { booksRemoveOne(where: { isbn: { eq: "job-4" } }) { id } }`);

    expect((await waiting(2)).map(({ name, data }) => ({ name, data }))).toEqual(
      ids.map((item) => ({ name: "forget_book", data: { context: "books", item, event: "remove" } })),
    );
  });

  test("job is null where nothing was triggered", async () => {
    const payloads = [
      await mutate(
        `mutation { payload: readersCreateOne(input: { name: "Ann", level: ADULT }) { item { id } job } }`,
        {},
      ),
      await mutate(`mutation { payload: agentsCreateOne(input: { name: "a" }) { item { id } job } }`, {}),
      await mutate(`mutation { payload: projectsCreateOne(input: { name: "p" }) { item { id } job } }`, {}),
    ];

    expect(payloads.map(({ job }) => job)).toEqual([null, null, null]);
    await noJobs();
  });

  test("the job is added although job is not asked for", async () => {
    await shop.data(`mutation { booksCreateOne(input: { title: "Emma" }) { item { id } } }`);

    await waiting(2);
  });

  describe("A mutation that fails adds no job", () => {
    test("when its transaction is rolled back at the very end (threat 42)", async () => {
      await shop.database.run(`
        create function refuse_books() returns trigger language plpgsql as $$ begin
          if new.title = 'refused' then raise exception 'not at the end'; end if; return null; end $$;
        create constraint trigger refused after insert or update on books
          deferrable initially deferred for each row execute function refuse_books()`);
      try {
        const { item } = await mutate(create, { input: { title: "kept", isbn: "job-5" } });
        await shop.tidy();

        const errors = [
          await shop.error(create, { input: { title: "refused" } }),
          await shop.error(create, { input: { title: "refused", isbn: "job-6" }, upsert: true }),
          await shop.error(create, { input: { title: "refused", isbn: "job-5" }, upsert: true }),
          await shop.error(update, { id: item.id, input: { title: "refused" } }),
          await shop.error(
            `mutation { booksUpdateOne(where: [{ isbn: { eq: "job-5" } }], input: { title: "refused" }) { job } }`,
          ),
        ];

        expect(errors.map((error) => told(error).code)).toEqual(errors.map(() => "INTERNAL"));
        expect(await stored("refused")).toBe(0);
        await noJobs();
      } finally {
        await shop.database.run("drop trigger refused on books; drop function refuse_books()");
      }
    });

    test("when it clashes, is malformed, or matches nothing or several", async () => {
      await mutate(create, { input: { title: "twin", isbn: "job-7" } });
      await mutate(create, { input: { title: "twin" } });
      await shop.tidy();
      const missing = "00000000-0000-7000-8000-0000000000ff";

      const errors = [
        await shop.error(create, { input: { title: "other", isbn: "job-7" } }),
        await shop.error(create, { input: { title: "other", scan: "x.exe" } }),
        await shop.error(update, { id: missing, input: { title: "other" } }),
        await shop.error(update, { id: "no id", input: { title: "other" } }),
        await shop.error(
          `mutation { booksUpdateOne(where: [{ title: { eq: "twin" } }], input: { title: "other" }) { job } }`,
        ),
        await shop.error(`mutation ($id: ID!) { booksCopyOneById(id: $id) { job } }`, { id: missing }),
        await shop.error(`mutation ($id: ID!) { booksRemoveOneById(id: $id) { id } }`, { id: missing }),
      ];

      expect(errors.map((error) => told(error).code)).toEqual([
        "CONFLICT",
        "BAD_USER_INPUT",
        "NOT_FOUND",
        "NOT_FOUND",
        "BAD_USER_INPUT",
        "NOT_FOUND",
        "NOT_FOUND",
      ]);
      expect(await stored("other")).toBe(0);
      await noJobs();
    });

    test("when it is denied: no role, only reading, and somebody else's item", async () => {
      const { item } = await mutate(create, { input: { title: "mine" } });
      await shop.tidy();
      const suffix = `${place === "Redis" ? "redis" : "database"}.example.com`;
      const nobody = await createCaller(shop, { email: `nobody@${suffix}` });
      const reader = await createCaller(shop, { email: `reader@${suffix}`, permissions: { contexts: "READ" } });
      const writer = await createCaller(shop, { email: `writer@${suffix}`, permissions: { contexts: "WRITE" } });

      const errors = [
        await nobody.error(create, { input: { title: "theirs" } }),
        await reader.error(create, { input: { title: "theirs" } }),
        await writer.error(update, { id: item.id, input: { title: "theirs" } }),
        await writer.error(`mutation ($id: ID!) { booksCopyOneById(id: $id) { job } }`, { id: item.id }),
        await writer.error(`mutation ($id: ID!) { booksRemoveOneById(id: $id) { id } }`, { id: item.id }),
      ];

      expect(errors.map((error) => told(error).code)).toEqual([
        "ACCESS_CONTROL",
        "ACCESS_CONTROL",
        "NOT_FOUND",
        "NOT_FOUND",
        "NOT_FOUND",
      ]);
      await noJobs();
    });

    test("and takes no other mutation of the request with it, nor its job", async () => {
      const { data } = await shop.ask(`mutation {
        first: booksCreateOne(input: { title: "one", isbn: "job-8" }) { item { id } job }
        second: booksCreateOne(input: { title: "two", isbn: "job-8" }) { item { id } job }
        third: booksCreateOne(input: { title: "three" }) { item { id } job }
      }`);

      const { first, second, third } = data as unknown as Record<string, Payload | null>;
      expect(second).toBeNull();
      const jobs = await waiting(4);
      expect(jobs.filter(({ name }) => name === "index_book").map(({ id }) => id)).toEqual([first?.job, third?.job]);
      expect(new Set(jobs.map(({ data: { item } }) => item))).toEqual(new Set([first?.item.id, third?.item.id]));
    });
  });

  describe("What a program does in a transaction", () => {
    test("is all there, with its jobs, when that ends well", async () => {
      const ids = await shop.app.transaction(async () => {
        const one = await shop.app.context("books").create({ title: "together" });
        const two = await shop.app.context("books").create({ title: "together" });
        await shop.queue("2nd").add("work", { after: [one.id, two.id] }, { jobId: "after-both" });
        return [one.id, two.id];
      });

      const jobs = await waiting(5);
      expect(new Set(jobs.map(({ data }) => data.item).filter(Boolean))).toEqual(new Set(ids));
      expect(jobs.at(-1)).toMatchObject({ id: "after-both", name: "work" });
    });

    test("is all gone, with its jobs, when it throws", async () => {
      const failed = shop.app.transaction(async () => {
        await shop.app.context("books").create({ title: "never there" });
        await shop.queue("2nd").add("work", {});
        throw new Error("changed my mind");
      });

      await expect(failed).rejects.toThrow("changed my mind");
      expect(await stored("never there")).toBe(0);
      await noJobs();
    });
  });

  describe("A job that changes items", () => {
    const reader = async (name: string) => (await shop.app.context("readers").create({ name, level: "adult" })).id;
    const settled = () =>
      expect
        .poll(() => shop.queue("e-mail").getJobCounts(), { timeout: 15_000 })
        .toMatchObject({ waiting: 0, active: 0 });

    test("does not trigger itself by changing its own, but others", async () => {
      const item = await reader(" Ann ");

      await shop.app.context("readers").update(item, { level: "child" });
      await expect.poll(() => runs.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(4);
      await settled();

      expect(runs.filter(({ name }) => name === "tidy_reader")).toEqual([
        { name: "tidy_reader", data: { context: "readers", item, event: "update" }, title: " Ann " },
      ]);
      // Once for the caller's change, and once for each of the two that the other job made.
      const data = { context: "readers", item, event: "update" };
      const followed = runs.filter(({ name }) => name === "follow_reader").map((run) => run.data);
      expect(followed).toHaveLength(3);
      expect(followed).toEqual(expect.arrayContaining([data, { ...data, after: ["tidy_reader"] }]));
      expect(await shop.app.context("readers").find(item)).toMatchObject({ name: "Ann" });
    });

    test("triggers itself for another item", async () => {
      const next = await reader(" next ");
      const item = await reader("first");

      await shop.app.context("readers").update(item, { level: "child" });
      const tidied = () => runs.filter(({ name }) => name === "tidy_reader").map(({ data }) => data.item);
      await expect.poll(tidied, { timeout: 15_000 }).toContain(next);
      await settled();

      expect(tidied()).toEqual([item, next]);
    });
  });

  test("what a handler writes is the program's: the audit log says so", async () => {
    const { id } = await shop.app.context("readers").create({ name: " Ben ", level: "adult" });
    await shop.app.context("readers").update(id, { level: "child" });
    await expect.poll(() => runs.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(4);

    const entries = await shop.database.query<{ actor: string; action: string }>(
      sql`select actor, action from platform_audit_log where record_id = ${id}::uuid order by id`,
    );

    expect(entries.slice(0, 4)).toEqual([
      { actor: "program", action: "create" },
      { actor: "program", action: "update" },
      { actor: "program", action: "update" },
      { actor: "program", action: "update" },
    ]);
  });
});

const redisUrl = inject("redisUrl");

describe.skipIf(isMissing || !isOnPostgres || !redisUrl)(
  "2.7 The job of a mutation, while Redis does not answer",
  () => {
    test("is promised with the item, and comes when Redis does", { timeout: 60_000 }, async () => {
      const proxy = await startRedisProxy(redisUrl ?? "");
      const shop = await startWorkshop({
        options: { redisUrl: proxy.url, workers: undefined },
        jobs: (queues) => {
          const queue = queues.register(`outbox-${Date.now()}`, { worker: 1, queue: 1 });
          return [
            new PlatformJob({ id: "index_book", queue, trigger: { context: "books" }, execute: () => undefined }),
          ];
        },
      });
      const [name = ""] = [...shop.queues.list.keys()].filter((each) => each.startsWith("outbox-"));
      await proxy.cut();

      const { payload } = await shop.data<{ payload: Payload }>(create, { input: { title: "Emma" } });
      const failed = await shop.error(create, { input: { title: "Emma", scan: "x.exe" } });
      await proxy.mend();

      expect(payload.job).toEqual(expect.any(String));
      expect(told(failed).code).toBe("BAD_USER_INPUT");
      await expect
        .poll(() => shop.queue(name).getWaiting(), { timeout: 20_000 })
        .toMatchObject([{ id: payload.job, data: { item: payload.item.id } }]);
      await shop.close();
      await proxy.cut();
    });
  },
);
