import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { SourceRun } from "../../src/definitions/source.ts";
import { sql } from "../../src/storage/sql.ts";
import { createCaller } from "../support/callers.ts";
import { refusal, told } from "../support/checksum.ts";
import { executeSource, type Newsroom, startNewsroom } from "../support/newsroom.ts";
import { isMissing } from "../support/test-database.ts";

const done = (source: string, counts: string, why = "") => `The source "${source}" is done: ${counts}${why}.`;

describe.skipIf(isMissing)("4.3 ExecuteSource", () => {
  let room: Newsroom;
  const created: { id: string }[] = [];

  beforeAll(async () => {
    room = await startNewsroom({ workers: "all" });
  });
  afterAll(() => room.close());
  afterEach(async () => {
    created.length = 0;
    room.supplies.clear();
    await room.database.query(sql`delete from articles`);
    await room.database.query(sql`delete from platform_source_items`);
  });

  const brings = (source: string, ...items: readonly unknown[]) => room.supplies.set(source, () => items);
  const titles = async () => (await room.articles()).map(({ external_id, title }) => `${external_id}: ${title}`);
  const auditOf = (action: string) =>
    room.database.query<{ resource: string; actor: string; fields: string }>(sql`
      select resource, actor, array_to_string(fields, ',') as fields from platform_audit_log
      where action = ${action} and resource like 'articles%' order by id`);
  const forgetAudit = () => room.database.query(sql`delete from platform_audit_log`);

  describe("without a queue", () => {
    test("brings the items in while the caller waits, and gives back message, jobs and items", async () => {
      brings("at_once", { external_id: "a", title: "A" }, { external_id: "b", title: "B", pages: 7 });

      const payload = await room.execute("at_once");

      const articles = await room.articles();
      expect(payload).toEqual({
        message: done("at_once", "2 created, 0 changed, 0 unchanged, 0 failed, 0 removed"),
        jobs: [],
        items: articles.map(({ id }) => id),
      });
      expect(articles).toMatchObject([
        { external_id: "a", title: "A", body: null, pages: null },
        { external_id: "b", title: "B", body: null, pages: 7 },
      ]);
    });

    const one = { external_id: "a", title: "A" };
    test.for([
      ["a list", () => [one]],
      ["a promise of a list", async () => [one]],
      ["a set", () => new Set([one])],
      [
        "a generator",
        function* () {
          yield one;
        },
      ],
      [
        "an async generator",
        async function* () {
          await wait(1);
          yield one;
        },
      ],
      [
        "a promise of an async iterable",
        async () => ({
          async *[Symbol.asyncIterator]() {
            yield one;
          },
        }),
      ],
    ] as const)("takes %s", async ([, supply]) => {
      room.supplies.set("at_once", supply);

      expect((await room.execute("at_once")).message).toMatch(/: 1 created, /);
      expect(await titles()).toEqual(["a: A"]);
    });

    test.for([[undefined], [null], ["text"], [5], [{ external_id: "a" }]])("takes no %j", async ([supply]) => {
      room.supplies.set("at_once", () => supply);

      expect(told(await room.error(executeSource, { source: "at_once", inputs: {} }))).toEqual({
        message:
          'The source "at_once" failed: What the source gave back is neither a list nor an async iterable; until then 0 created, 0 changed, 0 unchanged, 0 failed, 0 removed.',
        code: "BAD_USER_INPUT",
      });
    });

    test("matches items by their external_id: those that are there are changed", async () => {
      brings("at_once", { external_id: "a", title: "A", body: "kept" }, { external_id: "b", title: "B" });
      const [a, b] = await room.execute("at_once").then(({ items }) => items);

      brings("at_once", { external_id: "a", title: "A2" }, { external_id: "c", title: "C" });
      const payload = await room.execute("at_once");

      const articles = await room.articles();
      expect(payload.message).toBe(done("at_once", "1 created, 1 changed, 0 unchanged, 0 failed, 0 removed"));
      expect(payload.items).toEqual([a, articles.find(({ external_id }) => external_id === "c")?.id]);
      expect(articles.map(({ id, title, body }) => [id, title, body])).toEqual([
        [a, "A2", "kept"],
        [b, "B", null],
        [payload.items[1], "C", null],
      ]);
    });

    test("does not write what did not change, whatever the type of its fields", async () => {
      const items = [
        {
          external_id: "a",
          title: "Ünïcode 😀",
          body: "text\nwith\r\nlines ",
          pages: 1.5,
          lent: true,
          published: "2026-03-01T12:00:00+02:00",
          details: { b: [1, { c: null }], a: "x", big: 1e21 },
          state: "in-repair",
        },
        { external_id: "b", title: "B", body: null, pages: -0, published: new Date(0), details: [], slug: undefined },
        { external_id: "c", title: "C", details: null, pages: 1e308, body: "" },
      ];
      brings("at_once", ...items);
      await room.execute("at_once");
      const before = await room.articles();
      await forgetAudit();
      room.forget();

      const payload = await room.execute("at_once");

      expect(payload).toEqual({
        message: done("at_once", "0 created, 0 changed, 3 unchanged, 0 failed, 0 removed"),
        jobs: [],
        items: [],
      });
      expect(await room.articles()).toEqual(before);
      expect(room.statements.filter(({ text }) => /\b(insert into|update|delete from) "?articles/.test(text))).toEqual(
        [],
      );
      expect(await auditOf("update")).toEqual([]);
    });

    test("writes only the fields that changed, and notes who asked and what changed", async () => {
      brings("at_once", { external_id: "a", title: "A", body: "B", pages: 1 });
      await room.execute("at_once");
      await forgetAudit();
      brings("at_once", { external_id: "a", title: "A", body: null, pages: 2 });

      await room.execute("at_once");

      expect(await auditOf("execute")).toEqual([{ resource: "articles/at_once", actor: "development", fields: "" }]);
      expect(await auditOf("update")).toEqual([{ resource: "articles", actor: "program", fields: "body,pages" }]);
    });

    test("counts what can't be stored, with the reasons, and stores the rest", async () => {
      await room.data(`mutation { articlesCreateOne(input: { title: "Taken", slug: "taken" }) { item { id } } }`);
      brings(
        "at_once",
        { external_id: "a", title: "A" },
        { external_id: "b" },
        { external_id: "c", title: "C", pages: "many", colour: "red" },
        { external_id: "d", title: "D", slug: "taken" },
        { external_id: "e", title: "E", word_count: 5 },
        { external_id: "f", title: "F", state: "lost" },
        { title: "nameless" },
        { external_id: "", title: "nameless" },
        { external_id: 7, title: "nameless" },
        null,
        "text",
        { external_id: "g", title: "G", RBAC: { type: "public" } },
        { external_id: "z", title: "Z" },
      );

      const { message, items } = await room.execute("at_once");

      expect(message).toMatch(
        /^The source "at_once" is done: 2 created, 0 changed, 0 unchanged, 11 failed, 0 removed \(.*\)\.$/,
      );
      const reasons = [
        '"b": "title" is required.',
        '"c": "pages" must be a finite number; there is no field "colour".',
        '"e": "word_count" is calculated and can\'t be set.',
        '"f": "state" must be one of new, in-repair.',
        'an item without external_id: "external_id" must be a text that is not empty.',
        "an item without external_id: it is no object of fields.",
        '"g": a source can\'t set rights.',
      ];
      for (const reason of reasons) expect(message).toContain(reason);
      expect(message).toMatch(/"d": .*slug/);
      expect(items).toHaveLength(2);
      expect(await titles()).toEqual(expect.arrayContaining(["a: A", "z: Z", "null: Taken"]));
      expect(await room.articles()).toHaveLength(3);
    });

    test("tells the first twenty reasons, and counts all", async () => {
      brings("at_once", ...Array.from({ length: 50 }, (_, number) => ({ external_id: `n${number}` })));

      const { message } = await room.execute("at_once");

      expect(message).toContain("50 failed");
      expect(message.match(/is required/g)).toHaveLength(20);
    });

    test("lets the last of several items with the same external_id win", async () => {
      brings(
        "at_once",
        { external_id: "a", title: "first" },
        { external_id: "a", title: "second", pages: 1 },
        { external_id: "a", title: "second" },
        { external_id: "a", title: "third" },
      );

      const { message, items } = await room.execute("at_once");

      expect(message).toBe(done("at_once", "1 created, 2 changed, 1 unchanged, 0 failed, 0 removed"));
      expect(new Set(items).size).toBe(1);
      expect(await room.articles()).toMatchObject([{ external_id: "a", title: "third", pages: 1 }]);
    });

    test("takes items in portions: their number does not matter, nor what fails among them", async () => {
      room.supplies.set("at_once", function* () {
        for (let number = 0; number < 250; number++) {
          yield { external_id: String(number), title: number === 221 ? undefined : `Article ${number}` };
        }
      });

      const { message, items } = await room.execute("at_once");

      expect(message).toBe(
        done("at_once", "249 created, 0 changed, 0 unchanged, 1 failed, 0 removed", ' ("221": "title" is required.)'),
      );
      expect(items).toHaveLength(249);
      const [count] = await room.database.query(sql`select count(*)::int as count from articles`);
      expect(count).toEqual({ count: 249 });
    });

    test("keeps what it stored when the source throws half-way, and says why and how far it came", async () => {
      room.supplies.set("at_once", async function* () {
        yield { external_id: "a", title: "A" };
        yield { external_id: "b", title: "B" };
        throw new Error("the connection to postgres://user:hunter2@db/ broke");
      });

      expect(told(await room.error(executeSource, { source: "at_once", inputs: {} }))).toEqual({
        message:
          'The source "at_once" failed: the connection to postgres://user:[redacted]@db/ broke; until then 2 created, 0 changed, 0 unchanged, 0 failed, 0 removed.',
        code: "BAD_USER_INPUT",
      });
      expect(await titles()).toEqual(["a: A", "b: B"]);
    });

    test("stops in time, aborts the signal, and stores nothing that comes after", async () => {
      let isAborted = false;
      room.supplies.set("hasty", async function* ({ signal }: SourceRun) {
        yield { external_id: "a", title: "A" };
        signal.addEventListener("abort", () => {
          isAborted = true;
        });
        await wait(1200);
        yield { external_id: "b", title: "B" };
      });

      const error = told(await room.error(executeSource, { source: "hasty", inputs: {} }));
      await wait(1000);

      expect(error.message).toMatch(/^The source "hasty" failed: It took longer than 0\.5 seconds; until then /);
      expect(isAborted).toBe(true);
      expect(await titles()).toEqual([]);
    });

    test("hands over items, transaction and log as well", async () => {
      room.supplies.set("at_once", async function* ({ items, transaction, log, inputs, signal }: SourceRun) {
        await log("heard by nobody");
        const context = { id: "articles" } as Parameters<typeof items>[0];
        const count = await transaction(() => items(context).count());
        yield { external_id: "a", title: `${count} ${JSON.stringify(inputs)} ${signal.aborted}` };
      });

      await room.execute("at_once");

      expect(await titles()).toEqual(["a: 0 {} false"]);
    });
  });

  describe("with a queue", () => {
    test("adds a job and gives back its id; the job shows counts and reasons", async () => {
      room.supplies.set("later", async function* ({ log }: SourceRun) {
        await log("begins");
        yield { external_id: "a", title: "A" };
        yield { external_id: "b" };
      });

      const payload = await room.execute("later");

      expect(payload).toEqual({
        message: 'The source "later" runs in the background.',
        jobs: [expect.any(String)],
        items: [],
      });
      const job = await room.until(payload.jobs[0], "completed");
      const counts = {
        ...{ created: 1, changed: 0, unchanged: 0, failed: 1, removed: 0 },
        reasons: ['"b": "title" is required.'],
      };
      expect(job).toMatchObject({
        name: "articles.later",
        data: { context: "articles", source: "later", inputs: {} },
        attempts: 3,
        returnvalue: counts,
        progress: counts,
      });
      expect(await titles()).toEqual(["a: A"]);
      const { job: shown, jobLogs } = await room.data<{ job: unknown; jobLogs: unknown }>(
        `query ($id: ID!) { job(queue: imports, id: $id) { name state returnvalue } jobLogs(queue: imports, id: $id) }`,
        { id: payload.jobs[0] },
      );
      expect(shown).toEqual({ name: "articles.later", state: "completed", returnvalue: counts });
      expect(jobLogs).toEqual(["begins"]);
    });

    test("shows how far it is while it runs", async () => {
      const gate = Promise.withResolvers<void>();
      room.supplies.set("later", async function* () {
        for (let number = 0; number < 200; number++) yield { external_id: String(number), title: "T" };
        await gate.promise;
        yield { external_id: "last", title: "T" };
      });

      const { jobs } = await room.execute("later");

      await expect
        .poll(async () => (await room.until(jobs[0], "active")).progress, { timeout: 10_000 })
        .toEqual({ created: 200, changed: 0, unchanged: 0, failed: 0, removed: 0 });
      gate.resolve();
      expect((await room.until(jobs[0], "completed")).returnvalue).toMatchObject({ created: 201 });
    });

    test("adds no job when the parameters are wrong, and notes who asked when they are not", async () => {
      await forgetAudit();
      const counts = () => room.queues.queue("imports")?.queue.getJobCounts();
      const before = await counts();

      expect(await refusal(room, executeSource, { source: "later", inputs: { since: 1 } })).toEqual({
        message: 'the source "later" has no parameter "since".',
        code: "BAD_USER_INPUT",
      });

      expect(await counts()).toEqual(before);
      const { jobs } = await room.execute("later");
      await room.until(jobs[0], "completed");
      expect(await auditOf("execute")).toEqual([{ resource: "articles/later", actor: "development", fields: "" }]);
    });

    test("tries a source that throws half-way again, with its backoff, and keeps what it stored", async () => {
      const attempts: number[] = [];
      room.supplies.set("later", async function* () {
        attempts.push(Date.now());
        yield { external_id: "a", title: "A" };
        if (attempts.length < 3) throw new Error(`attempt ${attempts.length} fails`);
        yield { external_id: "b", title: "B" };
      });

      const { jobs } = await room.execute("later");
      const job = await room.until(jobs[0], "completed");

      const [first = 0, second = 0, third = 0] = attempts;
      expect(second - first).toBeGreaterThanOrEqual(50);
      expect(third - second).toBeGreaterThanOrEqual(100);
      expect(job).toMatchObject({
        attemptsMade: 3,
        returnvalue: { created: 1, changed: 0, unchanged: 1, failed: 0, removed: 0 },
      });
      expect(await titles()).toEqual(["a: A", "b: B"]);
    });

    test("ends as failed, with the reason, after its attempts", async () => {
      let attempts = 0;
      room.supplies.set("later", async function* () {
        attempts += 1;
        yield { external_id: "a", title: "A" };
        throw new Error("the other end is gone");
      });

      const { jobs } = await room.execute("later");
      const job = await room.until(jobs[0], "failed");

      expect(job).toMatchObject({ attemptsMade: 3, failedReason: "the other end is gone" });
      expect(job.progress).toEqual({ created: 0, changed: 0, unchanged: 1, failed: 0, removed: 0 });
      expect(attempts).toBe(3);
      expect(await titles()).toEqual(["a: A"]);
    });

    test("stops in time, aborts the signal, and stores nothing that comes after", async () => {
      let isAborted = false;
      room.supplies.set("hasty_later", async function* ({ signal }: SourceRun) {
        signal.addEventListener("abort", () => {
          isAborted = true;
        });
        yield { external_id: "early", title: "T" };
        await wait(1500);
        yield { external_id: "late", title: "T" };
      });

      const { jobs } = await room.execute("hasty_later");
      const job = await room.until(jobs[0], "failed");
      await wait(1200);

      expect(job.failedReason).toBe("It took longer than 0.5 seconds.");
      expect(isAborted).toBe(true);
      expect(await titles()).toEqual([]);
    });
  });

  describe("with parameters", () => {
    const given: unknown[] = [];
    const ask = async (inputs: unknown) => {
      room.supplies.set("asking", ({ inputs: received }) => {
        given.push(received);
        return [];
      });
      given.length = 0;
      return room.ask(executeSource, { source: "asking", inputs });
    };

    test.for([
      [{ since: "2026" }, { since: "2026", limit: 10, options: { a: [1] } }],
      [
        { since: "", limit: 0, deep: false, options: null },
        { since: "", limit: 0, deep: false, options: { a: [1] } },
      ],
      [
        { since: "x", limit: 5, deep: true, options: [1] },
        { since: "x", limit: 5, deep: true, options: [1] },
      ],
    ] as const)("%j reaches the source as %j", async ([inputs, received]) => {
      await ask(inputs);

      expect(given).toEqual([received]);
    });

    test.for([
      [{}, '"since" is required.'],
      [{ since: null }, '"since" is required.'],
      [{ since: 5 }, '"since" must be a string.'],
      [{ since: "x", limit: "5" }, '"limit" must be a number.'],
      [{ since: "x", deep: "yes" }, '"deep" must be a boolean.'],
      [{ since: "x", colour: "red" }, 'the source "asking" has no parameter "colour".'],
      [{ since: "x", __proto__x: 1 }, 'the source "asking" has no parameter "__proto__x".'],
      [
        { limit: "5", colour: 1 },
        '"since" is required; "limit" must be a number; the source "asking" has no parameter "colour".',
      ],
      [[], '"inputs" must be an object; {} when there is nothing to say.'],
      ["since", '"inputs" must be an object; {} when there is nothing to say.'],
      [5, '"inputs" must be an object; {} when there is nothing to say.'],
    ] as const)("%j are refused: %s", async ([inputs, message]) => {
      const { errors } = await ask(inputs);

      expect(errors?.map(told)).toEqual([{ message, code: "BAD_USER_INPUT" }]);
      expect(given).toEqual([]);
    });
  });

  describe("of a full synchronisation (onMissing: delete)", () => {
    test("removes what the source has brought before and brings no more, and nothing else", async () => {
      await room.data(`mutation { articlesCreateOne(input: { title: "By hand", external_id: "x" }) { item { id } } }`);
      brings("at_once", { external_id: "y", title: "Another source's" });
      await room.execute("at_once");
      brings("full", ...["a", "b", "c"].map((id) => ({ external_id: id, title: id })));
      await room.execute("full");

      brings("full", { external_id: "b", title: "b" }, { external_id: "d", title: "d" });
      const { message } = await room.execute("full");

      expect(message).toBe(done("full", "1 created, 0 changed, 1 unchanged, 0 failed, 2 removed"));
      expect(await titles()).toEqual(["b: b", "d: d", "x: By hand", "y: Another source's"]);
      expect(await auditOf("remove")).toHaveLength(2);
    });

    test("removes nothing when the source brings nothing", async () => {
      brings("full", { external_id: "a", title: "A" });
      await room.execute("full");
      brings("full");

      expect((await room.execute("full")).message).toBe(
        done("full", "0 created, 0 changed, 0 unchanged, 0 failed, 0 removed"),
      );
      expect(await titles()).toEqual(["a: A"]);
    });

    test("does not remove an item that is brought, but can't be stored", async () => {
      brings("full", { external_id: "a", title: "A" }, { external_id: "b", title: "B" });
      await room.execute("full");

      brings("full", { external_id: "a", title: 7 }, { external_id: "b", title: "B" });
      await room.execute("full");

      expect(await titles()).toEqual(["a: A", "b: B"]);
    });

    test("removes nothing when items are brought that could be any", async () => {
      brings("full", { external_id: "a", title: "A" }, { external_id: "b", title: "B" });
      await room.execute("full");

      brings("full", { external_id: "a", title: "A" }, { title: "nameless" });
      const { message } = await room.execute("full");

      expect(message).toContain("1 unchanged, 1 failed, 0 removed");
      expect(await titles()).toEqual(["a: A", "b: B"]);
    });

    test("removes nothing when the source throws half-way", async () => {
      brings("full", { external_id: "a", title: "A" }, { external_id: "b", title: "B" });
      await room.execute("full");

      room.supplies.set("full", function* () {
        yield { external_id: "a", title: "A" };
        throw new Error("broken");
      });
      await room.error(executeSource, { source: "full", inputs: {} });

      expect(await titles()).toEqual(["a: A", "b: B"]);
    });

    test("does not remove what another source brings as well", async () => {
      for (const source of ["full", "full_too"]) {
        brings(source, { external_id: "a", title: "A" }, { external_id: "b", title: "B" });
        await room.execute(source);
      }

      brings("full", { external_id: "b", title: "B" });
      await room.execute("full");
      expect(await titles()).toEqual(["a: A", "b: B"]);

      brings("full_too", { external_id: "b", title: "B" });
      await room.execute("full_too");
      expect(await titles()).toEqual(["b: B"]);
    });

    test("brings back what it has removed, when it comes again", async () => {
      brings("full", { external_id: "a", title: "A" }, { external_id: "b", title: "B" });
      await room.execute("full");
      brings("full", { external_id: "b", title: "B" });
      await room.execute("full");
      brings("full", { external_id: "a", title: "A" }, { external_id: "b", title: "B" });

      expect((await room.execute("full")).message).toContain("1 created, 0 changed, 1 unchanged");
      expect(await titles()).toEqual(["a: A", "b: B"]);
    });

    test("minds a run that begins later and ends earlier: what that one brings stays", async () => {
      const gate = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      room.supplies.set("full_later", async function* () {
        yield { external_id: "a", title: "A" };
        begun.resolve();
        await gate.promise;
      });
      const slow = await room.execute("full_later");
      await begun.promise;

      brings("full_later", { external_id: "a", title: "A" }, { external_id: "new", title: "New" });
      const quick = await room.execute("full_later");
      await room.until(quick.jobs[0], "completed");
      gate.resolve();
      await room.until(slow.jobs[0], "completed");

      expect(await titles()).toEqual(["a: A", "new: New"]);
    });

    test("removes any number, in portions", async () => {
      brings("full", ...Array.from({ length: 250 }, (_, number) => ({ external_id: String(number), title: "T" })));
      await room.execute("full");
      brings("full", { external_id: "7", title: "T" });

      expect((await room.execute("full")).message).toContain("249 removed");
      expect(await titles()).toEqual(["7: T"]);
    });
  });

  describe("is for those", () => {
    test("who may write contexts: others get Access control error, of any source, and nothing is run", async () => {
      let runs = 0;
      room.supplies.set("at_once", () => {
        runs += 1;
        return [];
      });
      const reader = await createCaller(room, { email: "reader@example.com", permissions: { contexts: "READ" } });
      const stranger = await createCaller(room, { email: "stranger@example.com" });
      const writer = await createCaller(room, { email: "writer@example.com", permissions: { contexts: "WRITE" } });

      for (const source of ["at_once", "later", "unknown"]) {
        for (const caller of [reader, stranger]) {
          expect(told(await caller.error(executeSource, { source, inputs: {} }))).toEqual({
            message: "Access control error",
            code: "ACCESS_CONTROL",
          });
        }
      }
      expect(runs).toBe(0);
      await writer.data(executeSource, { source: "at_once", inputs: {} });
      expect(runs).toBe(1);
      const [entry] = await room.database.query(sql`
        select user_id from platform_audit_log where action = 'execute' order by id desc limit 1`);
      expect(entry).toEqual({ user_id: writer.userId });
    });

    test("who know its id: an unknown one is answered with the known ones", async () => {
      expect(await refusal(room, executeSource, { source: "unknown", inputs: {} })).toEqual({
        message:
          'articles has no source "unknown"; it has: at_once, later, full, full_too, full_later, hasty, hasty_later, asking, nightly.',
        code: "BAD_USER_INPUT",
      });
    });
  });
});
