import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Database } from "../../src/storage/database.ts";
import { sql } from "../../src/storage/sql.ts";
import { isMissing, openTestDatabase, type TestDatabase } from "../support/test-database.ts";

describe.skipIf(isMissing)("The database port: notifications", () => {
  let opened: TestDatabase;
  let database: Database;
  let used = 0;

  beforeAll(async () => {
    opened = await openTestDatabase();
    database = opened.database;
  });
  afterAll(() => opened.discard());

  const newChannel = () => `channel_${++used}`;
  /** Everything that was sent before has arrived once this has. */
  const settle = async () => {
    const channel = newChannel();
    const arrived = Promise.withResolvers<string>();
    const stop = await database.listen(channel, arrived.resolve);
    await database.notify(channel, "");
    await arrived.promise;
    await stop();
  };

  test("a notification is heard by everyone who listens on its channel, and by nobody else", async () => {
    const channel = newChannel();
    const heard: string[] = [];
    const stops = [
      await database.listen(channel, (payload) => heard.push(`first ${payload}`)),
      await database.listen(channel, (payload) => heard.push(`second ${payload}`)),
      await database.listen(newChannel(), (payload) => heard.push(`other ${payload}`)),
    ];

    await database.notify(channel, "hello");
    await settle();

    expect(heard).toEqual(["first hello", "second hello"]);
    await Promise.all(stops.map((stop) => stop()));
  });

  test("listeners that are added at once all hear the next notification", async () => {
    const channel = newChannel();
    const heard: number[] = [];
    const stops = await Promise.all(
      [1, 2, 3].map(async (each) => {
        const stop = await database.listen(channel, () => heard.push(each));
        await database.notify(channel, "");
        return stop;
      }),
    );
    await settle();

    expect(heard.filter((each) => each === 1)).toHaveLength(3);
    expect(heard.filter((each) => each === 2)).toHaveLength(3);
    expect(heard.filter((each) => each === 3)).toHaveLength(3);
    await Promise.all(stops.map((stop) => stop()));
  });

  test("inside a transaction a notification is heard once that has committed, not before", async () => {
    const channel = newChannel();
    const heard: string[] = [];
    const stop = await database.listen(channel, (payload) => heard.push(payload));

    await database.transaction(async () => {
      await database.notify(channel, "committed");
      await wait(50);
      heard.push("end of the work");
    });
    await settle();

    expect(heard).toEqual(["end of the work", "committed"]);
    await stop();
  });

  test("a notification of a transaction or savepoint that is undone is never heard", async () => {
    const channel = newChannel();
    const heard: string[] = [];
    const stop = await database.listen(channel, (payload) => heard.push(payload));
    const failing = async (payload: string) => {
      await database.notify(channel, payload);
      throw new Error("undo");
    };

    await database.transaction(() => failing("undone")).catch(() => undefined);
    await database.transaction(async () => {
      await database.transaction(() => failing("undone inside")).catch(() => undefined);
      await database.notify(channel, "kept");
    });
    await settle();

    expect(heard).toEqual(["kept"]);
    await stop();
  });

  test("one who has stopped listening hears nothing more, the others still do", async () => {
    const channel = newChannel();
    const heard: string[] = [];
    const stopFirst = await database.listen(channel, () => heard.push("first"));
    const stopSecond = await database.listen(channel, () => heard.push("second"));

    await stopFirst();
    await database.notify(channel, "");
    await settle();
    await stopSecond();
    await database.notify(channel, "");
    await settle();

    expect(heard).toEqual(["second"]);
  });

  test("stopping twice is harmless, and one can listen again after everyone has stopped", async () => {
    const channel = newChannel();
    const heard: string[] = [];
    const stop = await database.listen(channel, () => heard.push("before"));

    await Promise.all([stop(), stop()]);
    const [stopAgain] = await Promise.all([database.listen(channel, () => heard.push("again")), stop()]);
    await database.notify(channel, "");
    await settle();
    await stopAgain();
    await database.notify(channel, "");
    await settle();

    expect(heard).toEqual(["again"]);
  });

  test.each([
    ["capital letters", "Tickets"],
    ["a reserved word", "select"],
    ["spaces, quotes and a semicolon", `a "b'; drop table x; --`],
    ["a dash and a colon", "jobs:high-priority"],
    ["letters of another alphabet", "событие"],
  ])("a channel may be named with %s", async (_what, channel) => {
    const heard = Promise.withResolvers<string>();
    const stop = await database.listen(channel, heard.resolve);

    await database.notify(channel, "heard");

    expect(await heard.promise).toBe("heard");
    await stop();
  });

  test("channels that differ only in capital letters are different channels", async () => {
    const hear = vi.fn();
    const stop = await database.listen("Case", hear);

    await database.notify("case", "");
    await settle();

    expect(hear).not.toHaveBeenCalled();
    await stop();
  });

  test.each([
    ["nothing", ""],
    ["quotes and backslashes", `it's a "test" \\ path`],
    ["line breaks", "one\ntwo"],
    ["JSON with letters of several alphabets", JSON.stringify({ name: "Grüße 你好 👍" })],
    ["almost eight thousand bytes", "x".repeat(7999)],
  ])("a payload may hold %s", async (_what, payload) => {
    const channel = newChannel();
    const heard = Promise.withResolvers<string>();
    const stop = await database.listen(channel, heard.resolve);

    await database.notify(channel, payload);

    expect(await heard.promise).toBe(payload);
    await stop();
  });

  test("a payload that is too long is an error, and the next one is heard", async () => {
    const channel = newChannel();
    const heard = Promise.withResolvers<string>();
    const stop = await database.listen(channel, heard.resolve);

    const tooLong = database.notify(channel, "x".repeat(8000));

    await expect(tooLong).rejects.toThrow("payload string too long");
    await database.notify(channel, "short");
    expect(await heard.promise).toBe("short");
    await stop();
  });

  test("a notification can be sent by a plain statement as well", async () => {
    const channel = newChannel();
    const heard = Promise.withResolvers<string>();
    const stop = await database.listen(channel, heard.resolve);

    await database.query(sql`select pg_notify(${channel}, 'by hand')`);

    expect(await heard.promise).toBe("by hand");
    await stop();
  });
});
