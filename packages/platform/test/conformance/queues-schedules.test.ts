import { afterEach, expect, test, vi } from "vitest";
import type { JobSchedule } from "../../src/definitions/queue.ts";
import { readyJob } from "../../src/queues/ready-job.ts";
import { keepSchedules, listSchedules, type Schedule } from "../../src/queues/schedules.ts";
import { describeQueues, eventually, type TestQueue, untilCounts } from "../support/queue-engines.ts";

describeQueues("Schedules", (lab) => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const daily = "0 3 * * *";
  const everySecond = "* * * * * *";
  const schedule = ({ configuration }: TestQueue, id: string, settings: JobSchedule & { data?: object }): Schedule => ({
    id,
    pattern: settings.pattern,
    ...(settings.tz && { tz: settings.tz }),
    job: readyJob({ name: id, data: { ...settings.data } }, configuration),
  });
  const patterns = async ({ bull }: TestQueue) =>
    (await listSchedules(bull)).map(({ name, pattern }) => `${name} ${pattern}`).toSorted();

  test("a job can be added to come again and again, and is delayed until then", async () => {
    const tested = await lab.queue();
    const before = Date.now();

    const added = await tested.queue.add("report", { for: "Ada" }, { repeat: { pattern: daily } });

    const [known, ...others] = await listSchedules(tested.bull);
    expect(others).toEqual([]);
    expect(known).toEqual({
      id: expect.any(String),
      name: "report",
      pattern: daily,
      tz: "UTC",
      next: expect.any(Number),
    });
    expect(new Date(known?.next ?? 0).toISOString()).toMatch(/T03:00:00\.000Z$/);
    expect(known?.next).toBeGreaterThan(before);
    expect(added).toMatchObject({
      name: "report",
      data: { for: "Ada" },
      state: "delayed",
      attemptsMade: 0,
      attempts: 4,
    });
    expect(await tested.queue.getDelayed()).toMatchObject([{ id: added.id, data: { for: "Ada" } }]);
  });

  test("it comes again and again, with its data, once each time, however many workers there are", async () => {
    const name = lab.newName();
    const tested = await lab.queue({ name, concurrency: { worker: 2 } });
    const other = await (await lab.process()).open({ name, concurrency: { worker: 2 } });
    const runs: string[] = [];
    for (const each of [tested, other]) await each.work({ tick: ({ id, data }) => runs.push(`${id} ${data}`) });

    await tested.queue.add("tick", "tock", { repeat: { pattern: everySecond } });
    await other.queue.add("tick", "tock", { repeat: { pattern: everySecond } });
    await eventually(() => expect(runs.length).toBeGreaterThanOrEqual(3));
    const [known] = await listSchedules(tested.bull);
    await tested.bull.removeJobScheduler(known?.id ?? "");
    await untilCounts(tested.queue, { delayed: 0, active: 0, waiting: 0 });

    expect(runs.every((run) => run.endsWith(" tock"))).toBe(true);
    expect(new Set(runs).size).toBe(runs.length);
    // One run for each second, at most.
    const completed = await tested.queue.getCompleted();
    const seconds = completed.map(({ id }) => id.split(":").at(-1));
    expect(new Set(seconds).size).toBe(completed.length);
  });

  test("adding the same name with the same pattern again changes nothing, from whatever process", async () => {
    const tested = await lab.queue();
    const other = await (await lab.process()).open({ name: tested.queue.name });
    const first = await tested.queue.add("report", { first: true }, { repeat: { pattern: daily } });

    const again = await tested.queue.add("report", { second: true }, { repeat: { pattern: daily, tz: "UTC" } });
    await other.queue.add("report", { third: true }, { repeat: { pattern: daily } });

    expect(again.id).toBe(first.id);
    expect(await patterns(tested)).toEqual([`report ${daily}`]);
    expect((await tested.queue.getDelayed()).map(({ id, data }) => [id, data])).toEqual([[first.id, { first: true }]]);
  });

  test("another name, pattern or time zone is another schedule", async () => {
    const tested = await lab.queue();
    const repeats: readonly (readonly [string, JobSchedule])[] = [
      ["report", { pattern: daily }],
      ["tidy", { pattern: daily }],
      ["report", { pattern: "0 4 * * *" }],
      ["report", { pattern: daily, tz: "Europe/Berlin" }],
    ];

    for (const [name, repeat] of repeats) await tested.queue.add(name, {}, { repeat });

    expect(await patterns(tested)).toEqual([
      "report 0 3 * * *",
      "report 0 3 * * *",
      "report 0 4 * * *",
      "tidy 0 3 * * *",
    ]);
    expect(await tested.queue.getJobCounts()).toMatchObject({ delayed: 4 });
  });

  test.each([
    ["in UTC, unless told otherwise", "2026-06-01T00:00:00Z", { pattern: "30 2 * * *" }, "2026-06-01T02:30:00.000Z"],
    [
      "in its time zone",
      "2026-06-01T12:00:00Z",
      { pattern: "30 2 * * *", tz: "Europe/Berlin" },
      "2026-06-02T00:30:00.000Z",
    ],
    [
      "in winter time",
      "2026-01-10T12:00:00Z",
      { pattern: "30 2 * * *", tz: "Europe/Berlin" },
      "2026-01-11T01:30:00.000Z",
    ],
    [
      "when the clocks go forward over it, right after",
      "2026-03-28T12:00:00Z",
      { pattern: "30 2 * * *", tz: "Europe/Berlin" },
      "2026-03-29T01:30:00.000Z",
    ],
    [
      "the day after they went forward",
      "2026-03-29T06:00:00Z",
      { pattern: "30 2 * * *", tz: "Europe/Berlin" },
      "2026-03-30T00:30:00.000Z",
    ],
    [
      "when the clocks go back over it, the first time",
      "2026-10-24T12:00:00Z",
      { pattern: "30 2 * * *", tz: "Europe/Berlin" },
      "2026-10-25T00:30:00.000Z",
    ],
    [
      "when it has come the first time, not the second",
      "2026-10-25T00:45:00Z",
      { pattern: "30 2 * * *", tz: "Europe/Berlin" },
      "2026-10-26T01:30:00.000Z",
    ],
    ["with seconds first", "2026-06-01T00:00:00Z", { pattern: "15 0 0 1 1 *" }, "2027-01-01T00:00:15.000Z"],
    [
      "in half-hour zones",
      "2026-06-01T00:00:00Z",
      { pattern: "0 9 * * 1-5", tz: "Asia/Kolkata" },
      "2026-06-01T03:30:00.000Z",
    ],
  ])("the next run comes %s", async (_what, now, repeat, expected) => {
    const { queue, bull } = await lab.queue();
    vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });

    await queue.add("report", {}, { repeat });
    const [known] = await listSchedules(bull);

    expect(new Date(known?.next ?? 0).toISOString()).toBe(expected);
    expect(known).toMatchObject({ pattern: repeat.pattern, tz: "tz" in repeat ? repeat.tz : "UTC" });
  });

  test("declared schedules are added, changed and removed; those that a program has set stay", async () => {
    const tested = await lab.queue();
    const keep = (...schedules: readonly Schedule[]) => keepSchedules(tested.bull, schedules);
    await tested.queue.add("own", {}, { repeat: { pattern: "0 5 * * *" } });

    await keep(schedule(tested, "a", { pattern: daily }), schedule(tested, "b", { pattern: daily }));
    const added = await patterns(tested);
    await keep(schedule(tested, "b", { pattern: "0 4 * * *" }), schedule(tested, "c", { pattern: daily }));
    const changed = await patterns(tested);
    const delayed = await tested.queue.getJobCounts();
    await keep();

    expect(added).toEqual([`a ${daily}`, `b ${daily}`, "own 0 5 * * *"]);
    expect(changed).toEqual(["b 0 4 * * *", `c ${daily}`, "own 0 5 * * *"]);
    expect(delayed).toMatchObject({ delayed: 3 });
    expect(await patterns(tested)).toEqual(["own 0 5 * * *"]);
    expect(await tested.queue.getJobCounts()).toMatchObject({ delayed: 1 });
  });

  test.each<[string, (tested: TestQueue) => Schedule]>([
    ["time zone", (tested) => schedule(tested, "a", { pattern: daily, tz: "Europe/Berlin" })],
    ["data", (tested) => schedule(tested, "a", { pattern: daily, data: { c: 3 } })],
    [
      "attempts",
      (tested) => {
        tested.configuration.retries = 7;
        return schedule(tested, "a", { pattern: daily, data: { b: 1, a: 2 } });
      },
    ],
    [
      "backoff",
      (tested) => {
        tested.configuration.backoff = { type: "linear", delay: 77 };
        return schedule(tested, "a", { pattern: daily, data: { b: 1, a: 2 } });
      },
    ],
  ])("a change of the %s reaches the next run", async (_what, change) => {
    const tested = await lab.queue();
    await keepSchedules(tested.bull, [schedule(tested, "a", { pattern: daily, data: { b: 1, a: 2 } })]);

    const changed = change(tested);
    await keepSchedules(tested.bull, [changed]);

    const [job, ...others] = await tested.bull.getDelayed();
    expect(others).toEqual([]);
    expect(job?.data).toEqual(changed.job.data);
    expect(job?.opts).toMatchObject({ attempts: changed.job.options.attempts, backoff: changed.job.options.backoff });
    expect((await listSchedules(tested.bull))[0]?.tz).toBe(changed.tz ?? "UTC");
  });

  test("a schedule that did not change keeps the run that fell due while nothing was running, once", async () => {
    const tested = await lab.queue();
    const same = () => [schedule(tested, "tick", { pattern: everySecond, data: { b: 1, a: 2 } })];
    await keepSchedules(tested.bull, same());
    const [due] = await tested.queue.getDelayed();
    await new Promise((resolve) => setTimeout(resolve, 2100));

    await keepSchedules(tested.bull, same());
    const [kept, ...others] = await tested.queue.getDelayed();
    const ran: string[] = [];
    await tested.work({ tick: ({ id }) => ran.push(id) });
    await eventually(() => expect(ran.length).toBeGreaterThanOrEqual(2));
    await tested.bull.removeJobScheduler("declared-tick");

    expect(kept?.id).toBe(due?.id);
    expect(others).toEqual([]);
    expect(ran[0]).toBe(due?.id);
    const [first, second] = ran.map((id) => Number(id.split(":").at(-1)));
    // What was missed in between is not made up for.
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(2000);
  });

  test("a schedule whose next run has got lost gets another", async () => {
    const tested = await lab.queue();
    const same = () => [schedule(tested, "a", { pattern: daily })];
    await keepSchedules(tested.bull, same());
    await tested.bull.removeJobScheduler("declared-a");

    await keepSchedules(tested.bull, same());
    await keepSchedules(tested.bull, same());

    expect(await tested.queue.getJobCounts()).toMatchObject({ delayed: 1 });
  });

  test("processes that start together keep one schedule each", async () => {
    const name = lab.newName();
    const all = [
      await lab.queue({ name }),
      await (await lab.process()).open({ name }),
      await (await lab.process()).open({ name }),
    ];

    await Promise.all(all.map((each) => keepSchedules(each.bull, [schedule(each, "a", { pattern: daily })])));

    const [tested] = all;
    if (tested) expect(await patterns(tested)).toEqual([`a ${daily}`]);
    expect(await tested?.queue.getJobCounts()).toMatchObject({ delayed: 1 });
  });
});
