import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { QueueJob } from "../../src/definitions/queue.ts";
import { deleteOutbox, insertOutbox, lockOutbox } from "../../src/queues/outbox.ts";
import { addNow } from "../../src/queues/queue-engine.ts";
import { readyJob } from "../../src/queues/ready-job.ts";
import { sql } from "../../src/storage/sql.ts";
import { describeQueues, eventually, untilCounts } from "../support/queue-engines.ts";

describeQueues("Jobs and transactions", (lab) => {
  const undo = new Error("undo");
  const nothing = { waiting: 0, active: 0, delayed: 0, completed: 0, failed: 0 };
  const outboxSize = async () => {
    const [row] = await lab.database.query<{ count: number }>(sql`select count(*) from platform_outbox`);
    return row?.count;
  };
  /** Whatever a transaction has left behind has arrived by then. */
  const settle = async () => {
    await eventually(async () => expect(await outboxSize()).toBe(0));
    await wait(50);
  };

  test("a job that was added in a transaction exists once that has committed, with the id that was given", async () => {
    const { queue } = await lab.queue();

    const added = await lab.database.transaction(() =>
      queue.add("job", { a: 1 }, { priority: 3, attempts: 2, backoff: { type: "linear", delay: 5 } }),
    );

    await untilCounts(queue, { waiting: 1 });
    expect(await queue.getJob(added.id)).toEqual(added);
    await settle();
    expect(await queue.getJobCounts()).toMatchObject({ waiting: 1 });
  });

  test("a job of a transaction that is rolled back never exists", async () => {
    const { queue } = await lab.queue();

    const failing = lab.database.transaction(async () => {
      await queue.add("job", {});
      await queue.addBulk([1, 2].map((data) => ({ name: "job", data })));
      throw undo;
    });

    await expect(failing).rejects.toBe(undo);
    await settle();
    expect(await queue.getJobCounts()).toEqual(nothing);
  });

  test("nobody runs a job before its transaction has committed", async () => {
    const { queue, work } = await lab.queue();
    const events: string[] = [];
    await work({ job: () => events.push("ran") });

    await lab.database.transaction(async () => {
      await queue.add("job", {});
      await wait(150);
      events.push("committing");
    });
    await untilCounts(queue, { completed: 1 });

    expect(events).toEqual(["committing", "ran"]);
  });

  test("nobody sees a job before its transaction has committed", async () => {
    const { queue } = await lab.queue();
    const other = await (await lab.process()).open({ name: queue.name });
    let seen: Promise<unknown> | undefined;
    const added = Promise.withResolvers<void>();
    // The embedded database has one connection: there, whoever looks has to wait until the transaction has ended.
    const committed = lab.database.kind === "embedded" ? { waiting: 1 } : { waiting: 0 };
    const looked = added.promise.then(() => {
      seen = other.queue.getJobCounts();
      return lab.database.kind === "embedded" ? undefined : seen;
    });

    await lab.database.transaction(async () => {
      await queue.add("job", {});
      added.resolve();
      await looked;
    });

    expect(await seen).toMatchObject(committed);
    await untilCounts(other.queue, { waiting: 1 });
  });

  test("of a savepoint that is rolled back no job remains, those around it do", async () => {
    const { queue } = await lab.queue();

    await lab.database.transaction(async () => {
      await queue.add("kept", {});
      await lab.database
        .transaction(async () => {
          await queue.add("undone", {});
          throw undo;
        })
        .catch(() => undefined);
      await queue.add("kept-too", {});
    });

    await untilCounts(queue, { waiting: 2 });
    await settle();
    expect((await queue.getWaiting()).map(({ name }) => name)).toEqual(["kept", "kept-too"]);
  });

  test("jobs of one transaction keep their order, however many, and are delayed as they say", async () => {
    const { queue } = await lab.queue();
    const numbers = Array.from({ length: 450 }, (_, at) => at);

    await lab.database.transaction(async () => {
      await queue.addBulk(numbers.slice(0, 400).map((data) => ({ name: "job", data })));
      for (const data of numbers.slice(400)) await queue.add("job", data);
      await queue.add("later", {}, { delay: 60_000 });
    });

    await untilCounts(queue, { waiting: 450, delayed: 1 });
    expect((await queue.getWaiting()).map(({ data }) => data)).toEqual(numbers);
  });

  test("the same id twice, in one transaction or in two, is one job", async () => {
    const { queue } = await lab.queue();
    const addTwice = () =>
      lab.database.transaction(async () => {
        for (const data of [1, 2]) await queue.add("job", data, { jobId: "same" });
      });

    await addTwice();
    await untilCounts(queue, { waiting: 1 });
    await addTwice();
    await settle();

    expect((await queue.getWaiting()).map(({ id, data }) => [id, data])).toEqual([["same", 1]]);
  });

  test("a schedule can't be added in a transaction", async () => {
    const { queue, bull } = await lab.queue();

    const added = lab.database.transaction(() => queue.add("tick", {}, { repeat: { pattern: "0 0 1 1 *" } }));

    await expect(added).rejects.toThrow("A schedule can't be added inside a transaction.");
    expect(await bull.getJobSchedulersCount()).toBe(0);
  });

  test("the engine says that it is ready", async () => {
    expect(await lab.engine.isReady()).toBe(true);
  });

  if (lab.kind !== "redis") return;

  test("what is already on its way to Redis when a relay crashes is not added twice", async () => {
    const { queue, bull, configuration } = await lab.queue();
    const ready = [1, 2].map((data) =>
      readyJob({ name: "job", data, options: { jobId: `job-${data}` } }, configuration),
    );

    // A relay adds the jobs and then deletes the entries; this one crashes in between.
    await lab.database.transaction(async () => {
      await insertOutbox(lab.database, queue.name, ready);
      await addNow(bull, ready);
    });
    await settle();

    expect((await queue.getWaiting()).map(({ id, data }) => [id, data])).toEqual([
      ["job-1", 1],
      ["job-2", 2],
    ]);
  });

  test("a job that another process has left in the outbox is passed on, run or not", async () => {
    const name = lab.newName();
    const { configuration } = await (await lab.process()).open();
    const left = await lab.database.transaction(async () => {
      const jobs = [1, 2, 3].map((data) => readyJob({ name: "job", data }, configuration));
      await insertOutbox(lab.database, name, jobs);
      return jobs.map(({ options }) => options.jobId);
    });
    await wait(100);
    const before = await outboxSize();

    const { queue } = await (await lab.process()).open({ name });

    expect(before).toBe(3);
    await untilCounts(queue, { waiting: 3 });
    expect((await queue.getWaiting()).map(({ id }: QueueJob) => id)).toEqual(left);
    await settle();
  });

  test("relays of several processes pass every job on once, none waits for another", async () => {
    const name = lab.newName();
    for (let count = 0; count < 3; count++) await (await lab.process()).open({ name });
    const { queue, configuration, work } = await lab.queue({ name, concurrency: { worker: 20 } });
    const ran: number[] = [];
    await work({ job: ({ data }) => ran.push(Number(data)) });
    const numbers = Array.from({ length: 300 }, (_, at) => at);

    await Promise.all(
      [0, 1, 2].map((part) =>
        lab.database.transaction(async () => {
          const mine = numbers.filter((each) => each % 3 === part);
          const jobs = mine.map((data) => readyJob({ name: "job", data }, configuration));
          await insertOutbox(lab.database, name, jobs);
        }),
      ),
    );
    await untilCounts(queue, { completed: 300 });

    expect(ran.toSorted((one, other) => one - other)).toEqual(numbers);
    await settle();
  });

  test("entries that a relay works on are not seen by the others", async () => {
    const name = lab.newName();
    const { configuration } = await lab.queue();
    await insertOutbox(lab.database, name, [readyJob({ name: "job", data: 1 }, configuration)]);
    const other = await lab.connect();

    await lab.database.transaction(async () => {
      const [entry] = await lockOutbox(lab.database, [name], 10);
      expect(await lockOutbox(other, [name], 10)).toEqual([]);
      await deleteOutbox(lab.database, [entry?.id ?? ""]);
    });

    expect(await outboxSize()).toBe(0);
  });
});
