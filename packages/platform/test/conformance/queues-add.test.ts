import { expect, test } from "vitest";
import { PlatformJob } from "../../src/definitions/job.ts";
import type { Json } from "../../src/definitions/json.ts";
import type { AddOptions, NewJob } from "../../src/definitions/queue.ts";
import { describeQueues, untilCounts } from "../support/queue-engines.ts";

describeQueues("Adding jobs", (lab) => {
  test("a new job waits, with everything that it does not say itself from its queue", async () => {
    const { queue } = await lab.queue();
    const before = Date.now();

    const added = await queue.add("greet", { name: "Ada" });

    expect(added).toEqual({
      id: expect.any(String),
      name: "greet",
      data: { name: "Ada" },
      state: "waiting",
      attemptsMade: 0,
      attempts: 4,
      failedReason: null,
      stacktrace: [],
      returnvalue: null,
      progress: 0,
      timestamp: expect.any(Number),
      processedOn: null,
      finishedOn: null,
    });
    expect(added.timestamp).toBeGreaterThanOrEqual(before);
    expect(await queue.getJob(added.id)).toEqual(added);
  });

  test("retries and backoff come from the queue's configuration, unless the job says so", async () => {
    const { queue, configuration, bull } = await lab.queue();
    configuration.retries = 1;
    configuration.backoff = { type: "linear", delay: 300 };

    const plain = await queue.add("job", {});
    const own = await queue.add("job", {}, { attempts: 7, backoff: { type: "exponential", delay: 50 } });

    expect([plain.attempts, own.attempts]).toEqual([2, 7]);
    expect((await bull.getJob(plain.id))?.opts.backoff).toEqual({ type: "linear", delay: 300 });
    expect((await bull.getJob(own.id))?.opts.backoff).toEqual({ type: "exponential", delay: 50 });
  });

  test.each<[string, Json]>([
    ["an empty object", {}],
    ["nested values", { list: [1, "zwei", null, { deep: [true, false] }], empty: [] }],
    ["a text", "text"],
    ["an empty text", ""],
    ["zero", 0],
    ["false", false],
    ["a list", [3, 2, 1]],
    ["numbers of all sizes", [0.1, -1.5e-300, 9_007_199_254_740_991, 1e21]],
    ["quotes, line breaks, alphabets and an emoji", { "it's": 'a "test" \\ \n\t', ü: "Grüße 你好 👩‍🚒" }],
    ["keys in any order, that look like the library's", { z: 1, a: 2, opts: 3, id: "x", rjk: "y", __proto: null }],
    ["100 kB", "x".repeat(100_000)],
  ])("data arrives as it was: %s", async (_what, data) => {
    const { queue, work } = await lab.queue();
    const { id } = await queue.add("echo", data);
    const stored = await queue.getJob(id);

    await work({ echo: (run) => run.data });
    await untilCounts(queue, { completed: 1 });

    expect(stored?.data).toEqual(data);
    expect((await queue.getJob(id))?.returnvalue).toEqual(data);
  });

  test("a delayed job is delayed, runs when its time has come, and not before", async () => {
    const { queue, work } = await lab.queue();
    const ran: string[] = [];
    await work({ mark: ({ id }) => ran.push(id) });

    const late = await queue.add("mark", {}, { delay: 1300, jobId: "late" });
    const soon = await queue.add("mark", {}, { delay: 300, jobId: "soon" });
    await queue.add("mark", {}, { jobId: "now" });
    await untilCounts(queue, { completed: 3 });

    expect([late.state, soon.state]).toEqual(["delayed", "delayed"]);
    expect(ran.at(-1)).toBe("late");
    for (const { id, timestamp } of [late, soon]) {
      const delay = id === "late" ? 1300 : 300;
      expect((await queue.getJob(id))?.processedOn).toBeGreaterThanOrEqual(timestamp + delay);
    }
  });

  test("a job whose time has come waits behind those that waited before, the first to become ready first", async () => {
    const { queue, work } = await lab.queue();
    const ran: string[] = [];
    await queue.addBulk(
      Object.entries({
        "due-second": { delay: 100 },
        "due-first": { delay: 50 },
        "urgent-due": { delay: 50, priority: 5 },
        urgent: { priority: 5 },
        "plain-1": {},
        "plain-2": {},
      }).map(([jobId, options]) => ({ name: "mark", data: {}, options: { jobId, ...options } })),
    );
    await new Promise((resolve) => setTimeout(resolve, 150));

    await work({ mark: ({ id }) => ran.push(id) });
    await untilCounts(queue, { completed: 6 });

    expect(ran).toEqual(["plain-1", "plain-2", "due-first", "due-second", "urgent", "urgent-due"]);
  });

  test("fractions of milliseconds are rounded up", async () => {
    const { queue, bull } = await lab.queue();

    const { id } = await queue.add("job", {}, { delay: 60_000.2, backoff: { type: "linear", delay: 0.5 } });

    expect((await bull.getJob(id))?.opts).toMatchObject({ delay: 60_001, backoff: { type: "linear", delay: 1 } });
  });

  test("jobs run in the order in which they were added, the most urgent of those with a priority after them", async () => {
    const { queue, work } = await lab.queue();
    const ran: string[] = [];
    const add = (jobId: string, priority?: number) => queue.add("mark", {}, { jobId, ...(priority && { priority }) });
    await add("tenth-1", 10);
    await add("first-1", 1);
    await add("plain-1");
    await add("last", 2_097_151);
    await add("first-2", 1);
    await add("tenth-2", 10);
    await add("plain-2");
    const expected = ["plain-1", "plain-2", "first-1", "first-2", "tenth-1", "tenth-2", "last"];

    const waiting = await queue.getWaiting();
    await work({ mark: ({ id }) => ran.push(id) });
    await untilCounts(queue, { completed: 7 });

    expect(waiting.map(({ id }) => id)).toEqual(expected);
    expect(ran).toEqual(expected);
  });

  test("adding the same id again adds nothing and changes nothing, even after the job has run", async () => {
    const { queue, work } = await lab.queue();
    await queue.add("mark", { first: true }, { jobId: "once" });

    const again = await queue.add("mark", { second: true }, { jobId: "once" });
    await queue.addBulk([
      { name: "mark", data: {}, options: { jobId: "once" } },
      { name: "mark", data: {}, options: { jobId: "twice" } },
      { name: "mark", data: {}, options: { jobId: "twice" } },
    ]);
    const waiting = await queue.getWaiting();
    await work({ mark: () => "done" });
    await untilCounts(queue, { completed: 2 });
    await queue.add("mark", {}, { jobId: "once" });

    expect(again.id).toBe("once");
    expect(waiting.map(({ id, data }) => [id, data])).toEqual([
      ["once", { first: true }],
      ["twice", {}],
    ]);
    expect(await queue.getJobCounts()).toMatchObject({ waiting: 0, completed: 2 });
  });

  test("the same id on another queue is another job", async () => {
    const [one, other] = [await lab.queue(), await lab.queue()];

    await one.queue.add("mark", {}, { jobId: "same" });
    await other.queue.add("mark", {}, { jobId: "same" });

    expect(await one.queue.getJobCounts()).toMatchObject({ waiting: 1 });
    expect(await other.queue.getJobCounts()).toMatchObject({ waiting: 1 });
  });

  test("many jobs are added at once, each with its options, in their order", async () => {
    const { queue } = await lab.queue();

    const added = await queue.addBulk([
      { name: "a", data: 1 },
      { name: "b", data: 2, options: { delay: 60_000 } },
      { name: "c", data: 3, options: { priority: 5, attempts: 2 } },
      { name: "d", data: 4, options: { jobId: "own" } },
    ]);

    expect(added.map(({ name, data, state, attempts }) => [name, data, state, attempts])).toEqual([
      ["a", 1, "waiting", 4],
      ["b", 2, "delayed", 4],
      ["c", 3, "waiting", 2],
      ["d", 4, "waiting", 4],
    ]);
    expect(added[3]?.id).toBe("own");
    expect((await queue.getWaiting()).map(({ name }) => name)).toEqual(["a", "d", "c"]);
    expect((await queue.getDelayed()).map(({ name }) => name)).toEqual(["b"]);
    for (const job of added) expect(await queue.getJob(job.id)).toEqual(job);
  });

  test("a declared job adds itself to its queue, however that was named, with its own retries and backoff", async () => {
    const { registry } = await lab.process();
    const registration = registry.register(lab.newName(), { worker: 1, queue: 1 });
    const { queue } = await registration.use();
    const execute = () => "done";
    const backoff = { type: "linear", delay: 7 } as const;

    const own = new PlatformJob({ id: "own", queue: registration, retries: 1, backoff, execute });
    const added = [
      await own.add({ a: 1 }),
      await own.add({ a: 2 }, { attempts: 9, delay: 60_000 }),
      await new PlatformJob({ id: "in_use", queue: registration.use(), execute }).add({}),
      await new PlatformJob({ id: "configured", queue: await registration.use(), execute }).add({}),
    ];

    expect(added.map(({ name, attempts, state }) => [name, attempts, state])).toEqual([
      ["own", 2, "waiting"],
      ["own", 9, "delayed"],
      ["in_use", 4, "waiting"],
      ["configured", 4, "waiting"],
    ]);
    for (const job of added) expect(await queue.getJob(job.id)).toEqual(job);
    expect((await registry.opened(queue.name).bull.getJob(added[1]?.id ?? ""))?.opts.backoff).toEqual(backoff);
  });

  test("adding no jobs at all adds none", async () => {
    const { queue } = await lab.queue();

    expect(await queue.addBulk([])).toEqual([]);
    expect(await queue.getJobCounts()).toMatchObject({ waiting: 0 });
  });

  test("when one of many jobs is wrong, none is added", async () => {
    const { queue } = await lab.queue();
    const jobs: NewJob[] = [
      { name: "good", data: {} },
      { name: "bad", data: {}, options: { priority: -1 } },
    ];

    await expect(queue.addBulk(jobs)).rejects.toThrow("The priority must be a whole number from 1 to 2097151.");

    expect(await queue.getJobCounts()).toMatchObject({ waiting: 0 });
  });

  test.each<[string, string, Json | undefined, AddOptions, string]>([
    ["no name", "", {}, {}, "A job needs a name."],
    ["a name that can't be kept", "a\0b", {}, {}, "The name of a job must not hold a null character."],
    ["no data", "job", undefined, {}, 'The data of the job "job" is missing; an empty object will do.'],
    ["null as data", "job", null, {}, 'The data of the job "job" is missing; an empty object will do.'],
    ["a null character", "job", { a: ["\0"] }, {}, 'The data of the job "job" must not hold a null character.'],
    ["half an emoji", "job", "👍".slice(0, 1), {}, 'The data of the job "job" must be well-formed Unicode'],
    ["no number", "job", Number.NaN, {}, 'The data of the job "job" must not hold NaN or Infinity.'],
    ["an id with a colon", "job", {}, { jobId: "a:b" }, "A job id has 1 to 200 characters, none of them a colon"],
    ["an id that is a number", "job", {}, { jobId: "12" }, "and is no whole number."],
    ["an empty id", "job", {}, { jobId: "" }, "A job id has 1 to 200 characters"],
    ["a long id", "job", {}, { jobId: "x".repeat(201) }, "A job id has 1 to 200 characters"],
    ["an id that can't be kept", "job", {}, { jobId: "a\0b" }, "A job id must not hold a null character."],
    [
      "a word of the queue's own",
      "job",
      {},
      { jobId: "delayed" },
      '"delayed" can\'t be the id of a job; choose another.',
    ],
    ["a delay into the past", "job", {}, { delay: -1 }, "The delay must be 0 or more milliseconds."],
    ["an endless delay", "job", {}, { delay: Number.POSITIVE_INFINITY }, "The delay must be 0 or more milliseconds."],
    ["half a priority", "job", {}, { priority: 1.5 }, "The priority must be a whole number from 1 to 2097151."],
    ["priority 0", "job", {}, { priority: 0 }, "The priority must be a whole number from 1 to 2097151."],
    [
      "too low a priority",
      "job",
      {},
      { priority: 2_097_152 },
      "The priority must be a whole number from 1 to 2097151.",
    ],
    ["no attempts", "job", {}, { attempts: 0 }, "The attempts must be a whole number from 1 to 1000."],
    // @ts-expect-error there are two types
    ["a backoff type", "job", {}, { backoff: { type: "fixed", delay: 1 } }, "must be exponential or linear"],
    ["a backoff", "job", {}, { backoff: { type: "linear", delay: -1 } }, "must be 0 or more milliseconds"],
    ["a pattern", "job", {}, { repeat: { pattern: "often" } }, '"often" is no cron expression'],
    ["a time zone", "job", {}, { repeat: { pattern: "* * * * *", tz: "Mars/Base" } }, '"Mars/Base" is no time zone'],
  ])("%s is refused in a clear sentence, and nothing is added", async (_what, name, data, options, problem) => {
    const { queue } = await lab.queue();

    const added = queue.add(name, data as Json, options);

    await expect(added).rejects.toMatchObject({ name: "BadInputError", message: expect.stringContaining(problem) });
    expect(await queue.getJobCounts()).toEqual({ waiting: 0, active: 0, delayed: 0, completed: 0, failed: 0 });
  });
});
