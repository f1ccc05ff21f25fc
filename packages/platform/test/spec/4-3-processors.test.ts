import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../src/storage/sql.ts";
import { type Caller, createCaller } from "../support/callers.ts";
import { checksum, told } from "../support/checksum.ts";
import { isMissing } from "../support/test-database.ts";
import type { Client } from "../support/test-platform.ts";
import { type Note, type ProcessPayload, startWorkbench, type Workbench } from "../support/workbench.ts";

const wordsIn = ({ title, body }: Pick<Note, "title" | "body">) => `${title} ${body ?? ""}`.trim().split(/\s+/).length;
const countWords = ({ item }: { item: Note }) => ({ word_count: wordsIn(item) });
const missingId = "00000000-0000-7000-8000-0000000000ff";

let bench: Workbench;
beforeAll(async () => {
  if (!isMissing) bench = await startWorkbench();
});
afterAll(() => bench?.close());
beforeEach(() => {
  bench.behaviours.clear();
  bench.runs.length = 0;
});
afterEach(() => bench.untilQuiet());

const result = (processor: string, item: string, outcome: object) => JSON.stringify({ processor, item, ...outcome });

describe.skipIf(isMissing)("4.3 ProcessItem", () => {
  test("runs the processors without a queue at once, and gives back message, results and jobs", async () => {
    const { item } = await bench.create("plain", { title: "Two words" });
    bench.behaviours.set("count", countWords);
    bench.behaviours.set("by_hand", () => ({ stamp: "by hand", state: "well-done" }));
    bench.runs.length = 0;

    const payload = await bench.process("plain", item.id);

    expect(payload).toEqual({
      message: "Processing 1 item: 4 done.",
      results: [
        result("count", item.id, { changed: ["word_count"] }),
        result("on_insert", item.id, { changed: [] }),
        result("on_update", item.id, { changed: [] }),
        result("by_hand", item.id, { changed: ["stamp", "state"] }),
      ],
      jobs: [],
    });
    expect(bench.runs).toEqual(["count", "on_insert", "on_update", "by_hand"]);
    expect(await bench.find("plain", item.id)).toMatchObject({ title: "Two words", word_count: 2, stamp: "by hand" });
  });

  test("adds a job for each processor with a queue, and gives back their ids", async () => {
    const { item } = await bench.create("queued", { title: "Two words" });
    await bench.untilQuiet();
    bench.behaviours.set("later_by_hand", countWords);

    const payload = await bench.process("queued", item.id);

    expect(payload).toEqual({
      message: "Processing 1 item: 4 in the background.",
      results: [],
      jobs: Array(4).fill(expect.any(String)),
    });
    const job = await bench.until(payload.jobs[3], "completed");
    expect(job).toMatchObject({
      name: "queued.later_by_hand",
      data: { context: "queued", item: item.id, event: "update" },
      attempts: 2,
      returnvalue: { changed: ["word_count"] },
    });
    expect(await bench.find("queued", item.id)).toMatchObject({ word_count: 2 });
  });

  test("leaves out items that the filter of a processor does not let through", async () => {
    const { item } = await bench.create("plain", { title: "skipped" });
    bench.behaviours.set("count", countWords);

    const { results } = await bench.process("plain", item.id);

    expect(results[0]).toBe(result("count", item.id, { changed: [] }));
    expect(bench.runs).toEqual([]);
  });

  test("notes in the audit log which fields were set", async () => {
    const { item } = await bench.create("plain", { title: "Two words" });
    bench.behaviours.set("by_hand", () => ({ stamp: "x" }));

    await bench.process("plain", item.id);

    const entries = await bench.database.query(sql`
      select action, actor, array_to_string(fields, ',') as fields from platform_audit_log
      where record_id = ${item.id}::uuid order by id`);
    expect(entries).toEqual([
      { action: "create", actor: "development", fields: "title" },
      { action: "process", actor: "program", fields: "stamp" },
    ]);
  });

  test("in the background, an item that is gone by then is no failure", async () => {
    const { item } = await bench.create("queued", { title: "short-lived" });
    await bench.untilQuiet();
    const gate = Promise.withResolvers<void>();
    bench.behaviours.set("later_by_hand", async () => {
      await gate.promise;
      return { stamp: "too late" };
    });

    const { jobs } = await bench.process("queued", item.id);
    await bench.data(`mutation ($id: ID!) { queuedRemoveOneById(id: $id) { id } }`, { id: item.id });
    gate.resolve();

    expect((await bench.until(jobs[3], "completed")).returnvalue).toEqual({ changed: [], note: "the item is gone" });
  });
});

describe.skipIf(isMissing)("4.3 ProcessItems", () => {
  const processItems = `mutation ($context: String, $limit: Int, $filters: [FilterPlain], $sort: SortBy) {
    plainProcessItems(limit: $limit, filters: $filters, sort: $sort) { message results jobs }
  }`.replace("$context: String, ", "");
  const run = async (variables: Record<string, unknown>, by: Client = bench) =>
    (await by.data<{ plainProcessItems: ProcessPayload }>(processItems, variables)).plainProcessItems;
  const itemsIn = ({ results }: ProcessPayload) => results.map((each) => JSON.parse(each).item);

  test("processes the items that match, in the order and up to the number that is asked for", async () => {
    const ids: string[] = [];
    for (const title of ["many c", "many a", "many b", "other"])
      ids.push((await bench.create("plain", { title })).item.id);
    const [c, a, b] = ids;
    bench.behaviours.set("by_hand", () => ({ stamp: "done" }));
    bench.runs.length = 0;

    const payload = await run({
      filters: [{ title: { contains: "many" } }],
      sort: { field: "title", direction: "ASC" },
      limit: 2,
    });

    expect(payload.message).toBe("Processing 2 items: 8 done.");
    expect(payload.jobs).toEqual([]);
    expect(new Set(itemsIn(payload))).toEqual(new Set([a, b]));
    expect(payload.results).toContain(result("by_hand", a ?? "", { changed: ["stamp"] }));
    expect(bench.runs.filter((id) => id === "by_hand")).toHaveLength(2);
    expect((await bench.find("plain", c ?? "")).stamp).toBeNull();
  });

  test("takes ten by default, says so when none match, and refuses a limit that is none", async () => {
    for (let number = 0; number < 12; number++) await bench.create("plain", { title: `dozen ${number}` });

    expect((await run({ filters: [{ title: { contains: "dozen" } }] })).message).toBe("Processing 10 items: 40 done.");
    expect(await run({ filters: [{ title: { eq: "nowhere" } }] })).toEqual({
      message: "Processing 0 items: nothing to do.",
      results: [],
      jobs: [],
    });
    for (const limit of [0, -1, 501])
      expect((await bench.error(processItems, { limit })).extensions?.code).toBe("BAD_USER_INPUT");
  });

  test("goes on when one of them fails, and says which and why", async () => {
    const good = await bench.create("plain", { title: "batch good" });
    const bad = await bench.create("plain", { title: "batch bad" });
    bench.behaviours.set("by_hand", ({ item }) => {
      if (item.title === "batch bad") throw new Error("token=abc123456 did not fit");
      return { stamp: "done" };
    });

    const { results } = await run({ filters: [{ title: { contains: "batch" } }] });

    expect(results).toContain(result("by_hand", good.item.id, { changed: ["stamp"] }));
    expect(results).toContain(result("by_hand", bad.item.id, { error: "token=[redacted] did not fit" }));
    expect((await bench.find("plain", bad.item.id)).stamp).toBeNull();
  });

  test("adds jobs for processors with a queue", async () => {
    const { item } = await bench.create("queued", { title: "in a crowd" });
    await bench.untilQuiet();
    bench.runs.length = 0;

    const { payload } = await bench.data<{ payload: ProcessPayload }>(
      `mutation { payload: queuedProcessItems(filters: [{ title: { eq: "in a crowd" } }]) { message results jobs } }`,
    );
    await bench.untilQuiet();

    expect(payload.message).toBe("Processing 1 item: 4 in the background.");
    expect(payload.jobs).toHaveLength(4);
    expect([...bench.runs].sort()).toEqual(["later", "later_by_hand", "later_on_insert", "later_on_update"]);
    expect((await bench.until(payload.jobs[0], "completed")).data).toMatchObject({ item: item.id });
  });

  test("without a filter is for super admins: others are told You are not authorized", async () => {
    const writer = await createCaller(bench, { email: "mass@example.com", permissions: { contexts: "WRITE" } });
    const admin = await createCaller(bench, { email: "chief@example.com", isSuperAdmin: true });
    const before = await checksum(bench.database);
    bench.runs.length = 0;

    for (const filters of [undefined, null, [], [{}], [{ and: [] }]]) {
      expect(told(await writer.error(processItems, { filters }))).toEqual({
        message: "You are not authorized",
        code: "UNAUTHORIZED",
      });
    }
    expect(await checksum(bench.database)).toEqual(before);
    expect(bench.runs).toEqual([]);
    expect((await run({ limit: 1 }, admin)).message).toBe("Processing 1 item: 4 done.");
  });
});

describe.skipIf(isMissing)("A processor without a queue", () => {
  test("runs before an item is written: the answer has what it computed, and there is no job", async () => {
    bench.behaviours.set("count", countWords);

    const { item, job } = await bench.create("plain", { title: "Two words" });

    expect({ count: item.word_count, job }).toEqual({ count: 2, job: null });
    expect((await bench.update("plain", item.id, { title: "Now three words" })).item.word_count).toBe(3);
    expect((await bench.update("plain", item.id, { title: "One", body: "and more" })).item.word_count).toBe(3);
    const entries = await bench.database.query(sql`
      select action from platform_audit_log where record_id = ${item.id}::uuid order by id`);
    expect(entries.map(({ action }) => action)).toEqual(["create", "update", "update"]);
  });

  test("runs when its trigger says: always, onInsert, onUpdate; manual ones only by hand", async () => {
    const { item } = await bench.create("plain", { title: "A", external_id: "triggers" });
    expect(bench.runs.splice(0)).toEqual(["count", "on_insert"]);

    await bench.update("plain", item.id, { title: "B" });
    expect(bench.runs.splice(0)).toEqual(["count", "on_update"]);

    await bench.data(
      `mutation { plainUpdateOne(where: [{ external_id: { eq: "triggers" } }], input: { title: "C" }) { job } }`,
    );
    expect(bench.runs.splice(0)).toEqual(["count", "on_update"]);

    await bench.data(
      `mutation { plainCreateOne(upsert: true, input: { title: "D", external_id: "triggers" }) { job } }`,
    );
    expect(bench.runs.splice(0)).toEqual(["count", "on_update"]);

    await bench.data(
      `mutation { plainCreateOne(upsert: true, input: { title: "E", external_id: "triggers2" }) { job } }`,
    );
    expect(bench.runs.splice(0)).toEqual(["count", "on_insert"]);

    await bench.data(`mutation ($id: ID!) { plainRemoveOneById(id: $id) { id } }`, { id: item.id });
    expect(bench.runs).toEqual([]);
  });

  test("sees the item as it is going to be, with what those before it made of it", async () => {
    const seen: unknown[] = [];
    bench.behaviours.set("count", () => ({ word_count: 7, body: "changed" }));
    bench.behaviours.set("on_insert", ({ item }) => {
      seen.push(item);
      return undefined;
    });

    const { item } = await bench.create("plain", { title: "A", body: "given" });

    expect(seen).toEqual([
      {
        ...{ id: item.id, title: "A", body: "changed", word_count: 7, stamp: null, state: null, external_id: null },
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect(await bench.find("plain", item.id)).toMatchObject({ title: "A", body: "changed", word_count: 7 });
  });

  test("runs on a copy, which it sees with its own title", async () => {
    const { item } = await bench.create("plain", { title: "Two words" });
    bench.behaviours.set("count", countWords);
    bench.behaviours.set("on_insert", ({ item }) => ({ stamp: item.title }));

    const { copy } = await bench.data<{ copy: { item: Note } }>(
      `mutation ($id: ID!) { copy: plainCopyOneById(id: $id) { item { id title word_count stamp } } }`,
      { id: item.id },
    );

    expect(copy.item).toMatchObject({ title: "Two words (Copy)", word_count: 3, stamp: "Two words (Copy)" });
    expect(copy.item.id).not.toBe(item.id);
  });

  test("does not run for whoever may not write, nor on an item that is not there", async () => {
    const { item } = await bench.create("plain", { title: "A" });
    bench.runs.length = 0;
    const reader = await createCaller(bench, { email: "looks@example.com", permissions: { contexts: "READ" } });
    const mutation = `mutation ($id: ID!) { plainUpdateOneById(id: $id, input: { title: "B" }) { item { id } } }`;

    expect((await reader.error(mutation, { id: item.id })).message).toBe("Access control error");
    expect((await bench.error(mutation, { id: missingId })).message).toBe("Record not found");
    expect(bench.runs).toEqual([]);
  });

  const failures: readonly (readonly [string, () => unknown, string])[] = [
    [
      "throws",
      () => {
        throw new Error("the dictionary is missing");
      },
      'The processor "count" failed: the dictionary is missing',
    ],
    ["rejects", () => Promise.reject(new Error("no")), 'The processor "count" failed: no'],
    ["hangs", () => new Promise(() => undefined), 'The processor "count" failed: It took longer than 0.5 seconds.'],
    [
      "gives back unknown fields",
      () => ({ word_count: 1, colour: "red" }),
      'What the processor "count" gave back can\'t be stored: there is no field "colour".',
    ],
    [
      "gives back wrong types",
      () => ({ word_count: "many", state: "rare", title: null }),
      'What the processor "count" gave back can\'t be stored: "title" is required and can\'t be empty; "word_count" must be a finite number; "state" must be one of raw, well-done.',
    ],
    [
      "gives back fields that are not its own",
      () => ({ id: missingId, createdAt: "2020-01-01T00:00:00Z", RBAC: { type: "public" } }),
      'What the processor "count" gave back can\'t be stored: there is no field "id"; there is no field "createdAt"; there is no field "RBAC".',
    ],
    [
      "gives back a text",
      () => "seven",
      'What the processor "count" gave back can\'t be stored: it is no object of fields.',
    ],
    [
      "gives back a list",
      () => [],
      'What the processor "count" gave back can\'t be stored: it is no object of fields.',
    ],
  ];

  test.for(failures)("that %s writes nothing, and says why", async ([what, behaviour, message]) => {
    const { item } = await bench.create("plain", { title: "A", external_id: what });
    bench.behaviours.set("count", behaviour);
    const before = await checksum(bench.database);
    const expected = { message, code: "BAD_USER_INPUT" };

    const create = `mutation { plainCreateOne(input: { title: "B" }) { item { id } } }`;
    const update = `mutation ($id: ID!) { plainUpdateOneById(id: $id, input: { title: "B" }) { item { id } } }`;
    const upsert = `mutation ($external: String) {
      plainCreateOne(upsert: true, input: { title: "B", external_id: $external }) { item { id } }
    }`;
    const copy = `mutation ($id: ID!) { plainCopyOneById(id: $id) { item { id } } }`;

    expect(told(await bench.error(create))).toEqual(expected);
    expect(told(await bench.error(update, { id: item.id }))).toEqual(expected);
    expect(told(await bench.error(upsert, { external: what }))).toEqual(expected);
    expect(told(await bench.error(copy, { id: item.id }))).toEqual(expected);
    expect(await checksum(bench.database)).toEqual(before);

    const { results } = await bench.process("plain", item.id);
    const reason = message.replace('The processor "count" failed: ', "");
    expect(results[0]).toBe(result("count", item.id, { error: reason }));
    expect(await bench.find("plain", item.id)).toEqual(item);
  });

  test("is told by its signal when its time is up", async () => {
    const stopped = Promise.withResolvers<string>();
    bench.behaviours.set("count", ({ signal }) => {
      signal.addEventListener("abort", () => stopped.resolve(String(signal.reason.message)));
      return new Promise(() => undefined);
    });

    await bench.error(`mutation { plainCreateOne(input: { title: "B" }) { item { id } } }`);

    expect(await stopped.promise).toBe("It took longer than 0.5 seconds.");
  });

  test("can be upserted past by many at once: one item comes out, and it is right", async () => {
    bench.behaviours.set("count", async (run) => {
      await wait(Math.random() * 20);
      return countWords(run);
    });
    const upsert = `mutation ($title: String!) {
      plainCreateOne(upsert: true, input: { title: $title, external_id: "crowded" }) { item { id } }
    }`;

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) => bench.ask(upsert, { title: "word ".repeat(number + 1).trim() })),
    );

    const { plainPagination } = await bench.data<{ plainPagination: { items: Note[] } }>(
      `{ plainPagination(filters: [{ external_id: { eq: "crowded" } }]) { items { id title body word_count } } }`,
    );
    expect(plainPagination.items).toHaveLength(1);
    const [note] = plainPagination.items;
    expect(note?.word_count).toBe(wordsIn(note as Note));
    expect(answers.flatMap(({ errors }) => errors?.map(told) ?? [])).toEqual([]);
  });

  test("does not cover up a change made while it ran: it looks again", async () => {
    const { item } = await bench.create("plain", { title: "A" });
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    bench.behaviours.set("count", async (run) => {
      if (run.item.title === "slow one") {
        begun.resolve();
        await gate.promise;
      }
      return countWords(run);
    });

    const slow = bench.update("plain", item.id, { title: "slow one" });
    await begun.promise;
    bench.behaviours.set("count", countWords);
    await bench.database.query(sql`
      update plain set body = 'with three words', "updatedAt" = now() where id = ${item.id}::uuid`);
    gate.resolve();

    expect((await slow).item).toMatchObject({ title: "slow one", body: "with three words", word_count: 5 });
  });

  test("also runs on what a source brings; what it refuses is counted as failed", async () => {
    bench.behaviours.set("list", () => [
      { external_id: "s1", title: "Two words" },
      { external_id: "s2", title: "bad" },
      { external_id: "s3", title: "One" },
    ]);
    bench.behaviours.set("count", (run) => {
      if (run.item.title === "bad") throw new Error("not this one");
      return countWords(run);
    });
    const execute = `mutation { plainExecuteSource(source: "list", inputs: {}) { message items } }`;

    const first = await bench.data<{ plainExecuteSource: { message: string; items: string[] } }>(execute);
    bench.runs.length = 0;
    const second = await bench.data<{ plainExecuteSource: { message: string } }>(execute);

    const failed = '1 failed, 0 removed ("s2": The processor "count" failed: not this one).';
    expect(first.plainExecuteSource.message).toBe(
      `The source "list" is done: 2 created, 0 changed, 0 unchanged, ${failed}`,
    );
    expect(second.plainExecuteSource.message).toBe(
      `The source "list" is done: 0 created, 0 changed, 2 unchanged, ${failed}`,
    );
    expect(bench.runs).toEqual(["count"]);
    expect(await bench.find("plain", first.plainExecuteSource.items[0] ?? "")).toMatchObject({ word_count: 2 });
  });
});

describe.skipIf(isMissing)("A processor with a queue", () => {
  test("runs when its trigger says, in the background; job is the id of the first", async () => {
    const { item, job } = await bench.create("queued", { title: "A", external_id: "queued triggers" });
    const created = await bench.until(job, "completed");
    await bench.untilQuiet();
    expect(created).toMatchObject({
      name: "queued.later",
      data: { context: "queued", item: item.id, event: "create" },
    });
    expect(bench.runs.splice(0).sort()).toEqual(["later", "later_on_insert"]);

    await bench.update("queued", item.id, { title: "B" });
    await bench.untilQuiet();
    expect(bench.runs.splice(0).sort()).toEqual(["later", "later_on_update"]);

    await bench.data(
      `mutation { queuedCreateOne(upsert: true, input: { title: "C", external_id: "queued triggers" }) { job } }`,
    );
    await bench.untilQuiet();
    expect(bench.runs.splice(0).sort()).toEqual(["later", "later_on_update"]);

    await bench.data(`mutation ($id: ID!) { queuedCopyOneById(id: $id) { job } }`, { id: item.id });
    await bench.untilQuiet();
    expect(bench.runs.splice(0).sort()).toEqual(["later", "later_on_insert"]);

    await bench.data(`mutation ($id: ID!) { queuedRemoveOneById(id: $id) { id } }`, { id: item.id });
    await bench.untilQuiet();
    expect(bench.runs).toEqual([]);
  });

  test("does not trigger itself, whatever it changes", async () => {
    let runs = 0;
    bench.behaviours.set("later", () => {
      runs += 1;
      return { stamp: `run ${runs}` };
    });

    const { item } = await bench.create("queued", { title: "A" });
    await bench.untilQuiet();

    expect(runs).toBe(1);
    expect(await bench.find("queued", item.id)).toMatchObject({ stamp: "run 1" });
    // The others hear of what it changed.
    expect([...bench.runs].sort()).toEqual(["later", "later_on_insert", "later_on_update"]);
  });

  test("does not go round in a ring with another", async () => {
    let count = 0;
    for (const id of ["ping", "pong"]) {
      bench.behaviours.set(id, () => {
        count += 1;
        return { stamp: `${id} ${count}` };
      });
    }

    const { item } = await bench.create("ring", { title: "A" });
    await bench.untilQuiet();
    await wait(200);
    await bench.untilQuiet();

    // Each runs for the new item, and once more for what the other made of it.
    expect([...(await bench.jobsAbout(item.id))].sort()).toEqual(["ring.ping", "ring.ping", "ring.pong", "ring.pong"]);
  });

  test("lets the processors without a queue see what it changed", async () => {
    bench.behaviours.set("size", countWords);
    bench.behaviours.set("expand", () => ({ body: "four words of text" }));
    const { item } = await bench.create("mixed", { title: "A" });

    const { jobs } = await bench.process("mixed", item.id);
    await bench.until(jobs[0], "completed");

    expect(await bench.find("mixed", item.id)).toMatchObject({ body: "four words of text", word_count: 5 });
  });

  test("does not cover up a change made while it ran: it runs again", async () => {
    const { item } = await bench.create("queued", { title: "A" });
    await bench.untilQuiet();
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    bench.behaviours.set("later_by_hand", async (run) => {
      begun.resolve();
      await gate.promise;
      return countWords(run);
    });

    const { jobs } = await bench.process("queued", item.id);
    await begun.promise;
    await bench.update("queued", item.id, { title: "Now it has five words" });
    gate.resolve();
    const job = await bench.until(jobs[3], "completed");

    expect(job.attemptsMade).toBe(1);
    expect(await bench.find("queued", item.id)).toMatchObject({ title: "Now it has five words", word_count: 5 });
  });

  test("that throws is tried again, and ends as failed with the reason; the item stays as it was", async () => {
    const { item } = await bench.create("queued", { title: "A" });
    await bench.untilQuiet();
    let attempts = 0;
    bench.behaviours.set("later_by_hand", () => {
      attempts += 1;
      throw new Error("the dictionary is missing");
    });

    const { jobs } = await bench.process("queued", item.id);
    const job = await bench.until(jobs[3], "failed");

    expect(job).toMatchObject({ attemptsMade: 2, failedReason: "the dictionary is missing" });
    expect(attempts).toBe(2);
    expect(await bench.find("queued", item.id)).toEqual(item);
  });

  test.for([
    ["hangs", "later_on_update", () => new Promise(() => undefined), "It took longer than 0.5 seconds."],
    [
      "gives back unknown fields",
      "later_by_hand",
      () => ({ colour: "red" }),
      'What the processor "later_by_hand" gave back can\'t be stored: there is no field "colour".',
    ],
    [
      "gives back wrong types",
      "later_by_hand",
      () => ({ word_count: "many" }),
      'What the processor "later_by_hand" gave back can\'t be stored: "word_count" must be a finite number.',
    ],
  ] as const)("that %s fails, says why, and leaves the item as it was", async ([, id, behaviour, reason]) => {
    const { item } = await bench.create("queued", { title: "A" });
    await bench.untilQuiet();
    bench.behaviours.set(id, behaviour);

    const { jobs } = await bench.process("queued", item.id);
    const job = await bench.until(jobs[id === "later_by_hand" ? 3 : 2], "failed");

    expect(job.failedReason).toBe(reason);
    expect(await bench.find("queued", item.id)).toEqual(item);
  });
});

describe.skipIf(isMissing)("Calculated fields", () => {
  test("are set by processors and by nobody else", async () => {
    const { item } = await bench.create("plain", { title: "A" });
    const variables = { id: item.id, input: { title: "A", word_count: 5 } };

    const error = await bench.error(
      `mutation ($id: ID!, $input: plainInput!) { plainUpdateOneById(id: $id, input: $input) { item { id } } }`,
      variables,
    );

    expect(error.message).toContain('Field "word_count" is not defined by type "plainInput"');
    bench.behaviours.set("by_hand", () => ({ word_count: 5 }));
    await bench.process("plain", item.id);
    expect((await bench.find("plain", item.id)).word_count).toBe(5);
  });

  test("stay as they are when an update does not concern them", async () => {
    bench.behaviours.set("count", countWords);
    const { item } = await bench.create("plain", { title: "Two words" });
    bench.behaviours.clear();

    expect((await bench.update("plain", item.id, { title: "Now three words" })).item.word_count).toBe(2);
  });
});

describe.skipIf(isMissing)("Processing takes the right to write the item", () => {
  const processItem = `mutation ($item: ID!) { queuedProcessItem(item: $item) { message results jobs } }`;
  const processItems = `mutation ($filters: [FilterQueued]) { queuedProcessItems(filters: $filters) { message jobs } }`;
  let owner: Caller;
  let other: Caller;

  beforeAll(async () => {
    const permissions = { contexts: "WRITE" } as const;
    owner = await createCaller(bench, { email: "owner@example.com", permissions });
    other = await createCaller(bench, { email: "other@example.com", permissions });
  });
  const createNote = async (title: string, RBAC?: object) => {
    const { queuedCreateOne } = await owner.data<{ queuedCreateOne: { item: { id: string } } }>(
      `mutation ($input: queuedInput!) { queuedCreateOne(input: $input) { item { id } } }`,
      { input: { title, ...(RBAC && { RBAC }) } },
    );
    await bench.untilQuiet();
    return queuedCreateOne.item.id;
  };
  const unchanged = async (work: () => Promise<void>) => {
    bench.runs.length = 0;
    const before = await checksum(bench.database);
    await work();
    await bench.untilQuiet();
    expect(await checksum(bench.database)).toEqual(before);
    expect(bench.runs).toEqual([]);
  };

  test("a hidden item and a missing one give the same answer: Record not found", async () => {
    const hidden = await createNote("hidden");

    await unchanged(async () => {
      for (const item of [hidden, missingId, "nonsense"]) {
        expect(told(await other.error(processItem, { item }))).toEqual({
          message: "Record not found",
          code: "NOT_FOUND",
        });
      }
    });
    expect(
      (await owner.data<{ queuedProcessItem: ProcessPayload }>(processItem, { item: hidden })).queuedProcessItem.jobs,
    ).toHaveLength(4);
  });

  test("an item that may only be read is answered with Insufficient permissions", async () => {
    const readable = await createNote("readable", { type: "users", users: [{ id: other.userId, rights: "read" }] });
    const open = await createNote("open", { type: "public" });

    await unchanged(async () => {
      for (const item of [readable, open]) {
        expect(told(await other.error(processItem, { item }))).toEqual({
          message: "Insufficient permissions",
          code: "FORBIDDEN",
        });
      }
    });
  });

  test("of many items those that may be written are processed, and no others", async () => {
    await createNote("crowd hidden");
    await createNote("crowd open", { type: "public" });
    const granted = await createNote("crowd granted", {
      type: "users",
      users: [{ id: other.userId, rights: "write" }],
    });
    bench.runs.length = 0;

    const { queuedProcessItems } = await other.data<{ queuedProcessItems: ProcessPayload }>(processItems, {
      filters: [{ title: { contains: "crowd" } }],
    });
    await bench.untilQuiet();

    expect(queuedProcessItems.message).toBe("Processing 1 item: 4 in the background.");
    const jobs = await Promise.all(queuedProcessItems.jobs.map((id) => bench.until(id, "completed")));
    expect(new Set(jobs.map(({ data }) => (data as { item: string }).item))).toEqual(new Set([granted]));
  });

  test("without the permission to write contexts it is Access control error, whatever the item", async () => {
    const item = await createNote("anything");
    const reader = await createCaller(bench, { email: "no-writer@example.com", permissions: { contexts: "READ" } });
    const stranger = await createCaller(bench, { email: "nobody@example.com" });

    await unchanged(async () => {
      for (const caller of [reader, stranger]) {
        for (const id of [item, missingId]) {
          expect((await caller.error(processItem, { item: id })).message).toBe("Access control error");
        }
        expect((await caller.error(processItems, { filters: [] })).message).toBe("Access control error");
        expect((await caller.error(processItems, { filters: [{ title: { eq: "x" } }] })).message).toBe(
          "Access control error",
        );
      }
    });
  });
});
