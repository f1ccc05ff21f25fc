import { afterEach, describe, expect, test } from "vitest";
import { type Newsroom, type NewsroomOptions, startNewsroom } from "../support/newsroom.ts";
import { isMissing, openTestDatabase, type TestDatabase } from "../support/test-database.ts";

interface Schedule {
  readonly name: string;
  readonly pattern: string;
  readonly timezone: string;
  readonly next: string | null;
}

describe.skipIf(isMissing)("4.5 The schedule of a source", { timeout: 60_000 }, () => {
  let database: TestDatabase | undefined;
  let room: Newsroom | undefined;

  /** Starts the deployment, or starts it again with other definitions, on the same data. */
  const start = async (options: NewsroomOptions = {}): Promise<Newsroom> => {
    await room?.platform.http.close();
    database ??= await openTestDatabase();
    room = await startNewsroom({ on: database, ...options });
    return room;
  };
  const schedules = async () => {
    const { queue } = await (room as Newsroom).data<{ queue: { schedules: Schedule[] } }>(
      "{ queue(queue: imports) { schedules { name pattern timezone next } } }",
    );
    return queue.schedules;
  };
  afterEach(async () => {
    await room?.close();
    [room, database] = [undefined, undefined];
  });

  test("is there from the start, in its time zone, with a job that is due next", async () => {
    const { queues } = await start();

    expect(await schedules()).toEqual([
      {
        name: "articles.nightly",
        pattern: "0 0 1 1 *",
        timezone: "Europe/Berlin",
        next: expect.stringMatching(/^\d{4}-12-31T23:00:00\.000Z$/),
      },
    ]);
    const [job, ...others] = (await queues.queue("imports")?.queue.getDelayed()) ?? [];
    expect(others).toEqual([]);
    expect(job).toMatchObject({
      name: "articles.nightly",
      data: { context: "articles", source: "nightly", inputs: {} },
    });
  });

  test("is left alone by a start that finds it unchanged", async () => {
    const delayed = async ({ queues }: Newsroom) => queues.queue("imports")?.queue.getDelayed();
    const before = await delayed(await start());

    const after = await delayed(await start());

    expect(after).toEqual(before);
  });

  test("follows its definition, and ends with it", async () => {
    await start();
    await start({ schedule: "30 6 * * *" });
    expect(await schedules()).toMatchObject([{ name: "articles.nightly", pattern: "30 6 * * *" }]);

    const { queues } = await start({ sources: ["at_once"] });

    expect(await schedules()).toEqual([]);
    expect(await queues.queue("imports")?.queue.getJobCounts()).toMatchObject({ delayed: 0, waiting: 0 });
  });

  test("runs the source again and again, with no one asking", async () => {
    const { supplies, articles } = await start({ schedule: "* * * * * *", workers: "all" });
    let runs = 0;
    supplies.set("nightly", ({ inputs }) => {
      runs += 1;
      return [{ external_id: "a", title: JSON.stringify(inputs) }];
    });

    await expect.poll(() => runs, { timeout: 15_000 }).toBeGreaterThan(2);

    expect(await articles()).toMatchObject([{ external_id: "a", title: "{}" }]);
  });
});
