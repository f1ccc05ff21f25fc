import { pino } from "pino";
import { expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { queueNameOf } from "../../src/definitions/queue.ts";
import { openQueues } from "../../src/main/open-queues.ts";
import { PlatformQueues, QueueRegistry } from "../../src/queues/queue-registry.ts";
import { describeQueues, untilCounts } from "../support/queue-engines.ts";

const two = { worker: 2, queue: 2 };

describeQueues("Registering queues", (lab) => {
  test("registration only records the configuration", () => {
    const queues = new QueueRegistry();

    const registration = queues.register("reports", { worker: 2, queue: 5 }, 20, 60);

    expect(registration).toMatchObject({
      name: "reports",
      concurrency: { worker: 2, queue: 5 },
      ratelimit: 20,
      timeoutInSeconds: 60,
    });
    expect(queues.list.get("reports")).toBe(registration);
    expect(queues.queue("reports")).toBeUndefined();
    expect(queues.queues).toEqual([]);
    expect(() => queues.opened("reports")).toThrow(/"reports" can't be used: the platform has not started/);
  });

  test("the default is one job per second, and 180 seconds for each", () => {
    const registration = new QueueRegistry().register("reports", two);

    expect(registration).toMatchObject({ ratelimit: 1, timeoutInSeconds: 180 });
  });

  test("there is one registry for the whole process", () => {
    expect(PlatformQueues).toBeInstanceOf(QueueRegistry);
  });

  test.each([
    ["an empty name", "", two, 1, 1, "its name must have 1 to 100 characters, without spaces and colons"],
    ["a colon in the name", "a:b", two, 1, 1, "its name must have 1 to 100 characters, without spaces and colons"],
    ["a space in the name", "a b", two, 1, 1, "its name must have 1 to 100 characters, without spaces and colons"],
    ["a long name", "a".repeat(101), two, 1, 1, "its name must have 1 to 100 characters, without spaces and colons"],
    ["a name twice", "taken", two, 1, 1, "there is a queue of this name already"],
    ["the same API name", "ta.ken", two, 1, 1, 'in the API it would be called ta_ken, like the queue "ta-ken"'],
    ["no worker", "a", { worker: 0, queue: 1 }, 1, 1, "concurrency.worker must be a whole number from 1"],
    ["half a job", "a", { worker: 1, queue: 0.5 }, 1, 1, "concurrency.queue must be a whole number from 1"],
    ["a rate of none", "a", two, 0, 1, "ratelimit must be more than 0 jobs per second; Infinity is no limit"],
    ["no rate", "a", two, Number.NaN, 1, "ratelimit must be more than 0 jobs per second; Infinity is no limit"],
    ["no time", "a", two, 1, 0, "timeoutInSeconds must be more than 0"],
    ["endless time", "a", two, 1, Number.POSITIVE_INFINITY, "timeoutInSeconds must be more than 0"],
  ])("%s is a clear error and registers nothing", (_what, name, concurrency, ratelimit, timeout, problem) => {
    const queues = new QueueRegistry();
    queues.register("taken", two);
    queues.register("ta-ken", two);

    expect(() => queues.register(name, concurrency, ratelimit, timeout)).toThrow(
      `The queue ${JSON.stringify(name)} can't be registered: ${problem}.`,
    );

    expect([...queues.list.keys()]).toEqual(["taken", "ta-ken"]);
  });

  test("every fault of a registration is told at once, a missing concurrency too", () => {
    const queues = new QueueRegistry();

    // @ts-expect-error the concurrency is required
    expect(() => queues.register("a b", undefined, -1, -1)).toThrow(
      /its name .*; concurrency\.worker .*; concurrency\.queue .*; ratelimit .*; timeoutInSeconds /,
    );
  });

  test("use() before the platform has started gives the configuration, and its queue works once that has", async () => {
    const queues = new QueueRegistry();
    const registration = queues.register(lab.newName(), two);

    const configuration = await registration.use();

    expect(queues.queue(registration.name)).toBe(configuration);
    await expect(configuration.queue.add("early", {})).rejects.toThrow(/can't be used: the platform has not started/);
    await queues.attach(lab.engine);
    lab.atEnd(() => queues.detach());
    await configuration.queue.add("late", {});
    expect(await configuration.queue.getJobCounts()).toMatchObject({ waiting: 1 });
  });

  test("use() creates the queue once, however often and from wherever it is called", async () => {
    const { registry } = await lab.process();
    const registration = registry.register(lab.newName(), { worker: 2, queue: 7 }, 5, 30);

    const [one, other] = await Promise.all([registration.use(), registration.use()]);
    const { bull } = registry.opened(registration.name);
    const again = await registry.list.get(registration.name)?.use();

    expect(other).toBe(one);
    expect(again).toBe(one);
    expect(registry.opened(registration.name).bull).toBe(bull);
    expect(registry.queue(registration.name)).toBe(one);
    expect(registry.queues).toEqual([one]);
    expect(one).toMatchObject({ concurrency: { worker: 2, queue: 7 }, ratelimit: 5, timeoutInSeconds: 30 });
    expect(await one.queue.getGlobalConcurrency()).toBe(7);
  });

  test("when the platform starts, every queue that is registered is created", async () => {
    const queues = new QueueRegistry();
    const names = [lab.newName(), lab.newName()];
    for (const name of names) queues.register(name, two);

    await queues.attach(lab.engine);
    lab.atEnd(() => queues.detach());

    expect(queues.queues.map(({ queue }) => queue.name)).toEqual(names);
    for (const name of names) expect(await queues.queue(name)?.queue.getJobCounts()).toMatchObject({ waiting: 0 });
  });

  test("when the platform stops, its queues are in use no more, and it can start again", async () => {
    const queues = new QueueRegistry();
    const { name } = queues.register(lab.newName(), two);
    await queues.attach(lab.engine);
    await queues.queue(name)?.queue.add("kept", {});

    await queues.detach();

    expect(queues.queue(name)).toBeUndefined();
    expect(() => queues.opened(name)).toThrow(/can't be used: the platform has not started/);
    await queues.attach(lab.engine);
    lab.atEnd(() => queues.detach());
    expect(await queues.queue(name)?.queue.getJobCounts()).toMatchObject({ waiting: 1 });
  });

  test("a queue that was closed is in use no more, says so, and can be used again", async () => {
    const { registry } = await lab.process();
    const registration = registry.register(lab.newName(), two);
    const { queue } = await registration.use();
    await queue.add("kept", {});

    await queue.close();
    await queue.close();

    expect(registry.queue(queue.name)).toBeUndefined();
    expect(registry.queues).toEqual([]);
    await expect(queue.add("lost", {})).rejects.toThrow(`The queue "${queue.name}" can't be used`);
    const again = await registration.use();
    expect(await again.queue.getJobCounts()).toMatchObject({ waiting: 1 });
  });

  test("a name that is unknown has no queue", () => {
    const queues = new QueueRegistry();

    expect(queues.queue("unknown")).toBeUndefined();
    expect(() => queues.opened("unknown")).toThrow('There is no queue "unknown".');
  });

  test("a queue can be named by its registration, its configuration, or what use() gives", async () => {
    const registration = new QueueRegistry().register("reports", two);

    expect(queueNameOf(registration)).toBe("reports");
    expect(queueNameOf(registration.use())).toBe("reports");
    expect(queueNameOf(await registration.use())).toBe("reports");
  });

  test("the platform registers eval_runs, opens all queues, works on those it is told to, and is ready", async () => {
    const queues = new QueueRegistry();
    const [mine, others] = [lab.newName(), lab.newName()];
    for (const name of [mine, others]) queues.register(name, two, 100);
    const parts = await openQueues(new PlatformApp({ contexts: [] }), {
      ...lab.queueOptions(),
      queues,
      logger: pino({ level: "silent" }),
    });
    lab.atEnd(() => parts.close());
    const handlers = new Map([["greet", { run: () => "hello" }]]);

    await expect(parts.work(handlers, ["nowhere"])).rejects.toThrow('there is no queue "nowhere"');
    await parts.work(handlers, [mine]);
    for (const name of [mine, others]) await queues.queue(name)?.queue.add("greet", {});

    expect(queues.queues.map(({ queue }) => queue.name)).toEqual([mine, others, "eval_runs"]);
    expect(await parts.isReady()).toBe(true);
    const { queue } = queues.queue(mine) ?? {};
    if (queue) await untilCounts(queue, { completed: 1 });
    expect(await queues.queue(others)?.queue.getJobCounts()).toMatchObject({ waiting: 1 });
    expect(await parts.metrics.text()).toContain(`platform_queue_jobs{queue="${mine}",state="completed"} 1`);
  });
});
