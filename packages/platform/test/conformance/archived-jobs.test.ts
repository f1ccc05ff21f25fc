import { Redis } from "ioredis";
import { expect, inject, test } from "vitest";
import { unfinishedJobs } from "../../src/queues/archived-jobs.ts";
import { insertOutbox, readOutbox } from "../../src/queues/outbox.ts";
import type { ReadyJob } from "../../src/queues/queue-engine.ts";
import { redisPrefix } from "../../src/queues/redis-engine.ts";
import { sql } from "../../src/storage/sql.ts";
import { describeQueues } from "../support/queue-engines.ts";

describeQueues("Jobs for an archive", (lab) => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `job-${String(index).padStart(3, "0")}`);
  const collected = async (pages: AsyncIterable<readonly ReadyJob[]>) => {
    const all: (readonly string[])[] = [];
    for await (const page of pages) all.push(page.map(({ options }) => options.jobId));
    return all;
  };

  test("are all of them, in their order, also when one is gone that the queue still lists", async () => {
    const { queue, bull } = await lab.queue();
    await queue.addBulk(ids(401).map((jobId) => ({ name: "job", data: {}, options: { jobId } })));
    const isListedOnly = lab.kind === "redis";
    if (isListedOnly) {
      const redis = new Redis(inject("redisUrl") ?? "");
      await redis.del(`${redisPrefix}:${bull.name}:job-007`);
      redis.disconnect();
    }

    const found = (await collected(unfinishedJobs(lab.database, { bull, engine: lab.engine }))).flat();

    expect(found).toEqual(ids(401).filter((id) => !(isListedOnly && id === "job-007")));
  });

  test("that have not reached Redis yet are read a page at a time", async () => {
    const name = lab.newName();
    await insertOutbox(
      lab.database,
      name,
      ids(250).map((jobId) => ({ name: "job", data: {}, options: { jobId } })),
    );

    const pages = await collected(readOutbox(lab.database, name));

    expect(pages.map(({ length }) => length)).toEqual([200, 50]);
    expect(pages.flat()).toEqual(ids(250));
    await lab.database.query(sql`delete from platform_outbox where queue = ${name}`);
  });
});
