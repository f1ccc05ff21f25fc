import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import type { Database } from "../../src/storage/database.ts";
import { openInMemory } from "../../src/storage/embedded/open-embedded.ts";
import { openPostgres } from "../../src/storage/postgres/open-postgres.ts";
import { sql } from "../../src/storage/sql.ts";
import { createPostgresDatabase, isMissing, isOnPostgres } from "../support/test-database.ts";

describe.skipIf(isMissing)("The database port: closing", () => {
  const leftovers: (() => Promise<void>)[] = [];

  /** Not the shared one: it is closed here. */
  const openOwn = async (): Promise<Database> => {
    if (!isOnPostgres) {
      const database = await openInMemory();
      leftovers.push(() => database.close());
      return database;
    }
    const { url, drop } = await createPostgresDatabase();
    leftovers.push(drop);
    const database = await openPostgres({ url, connections: 2 });
    leftovers.push(() => database.close());
    return database;
  };

  afterEach(async () => {
    for (const discard of leftovers.splice(0).reverse()) await discard();
  });

  test("close waits for running and waiting work, refuses what comes after, and can be called again", async () => {
    const database = await openOwn();
    await database.run("create table notes (text text)");
    const write = (text: string) => database.query(sql`insert into notes (text) values (${text})`);
    const finished: string[] = [];
    const transactions = [1, 2, 3, 4, 5].map((each) =>
      database.transaction(async () => {
        await write(`first of ${each}`);
        await wait(20);
        await database.transaction(() => write(`second of ${each}`));
        finished.push(`transaction ${each}`);
      }),
    );
    const statements = Array.from({ length: 20 }, (_, index) =>
      write(`single ${index}`).then(() => finished.push(`single ${index}`)),
    );

    const closed = Promise.all([database.close(), database.close()]);
    const late = [
      database.query(sql`select 1`),
      database.run("select 1"),
      database.transaction(async () => undefined),
      database.listen("late", () => undefined),
      database.notify("late", ""),
    ];
    const lateOutcomes = await Promise.allSettled(late);
    await closed;
    await database.close();

    expect(finished).toHaveLength(25);
    await Promise.all([...transactions, ...statements]);
    const reason = {
      name: "DatabaseUnavailableError",
      message: "The database is unavailable. Nothing was confirmed; try again shortly.",
    };
    expect(lateOutcomes).toMatchObject(late.map(() => ({ status: "rejected", reason })));
    await expect(database.query(sql`select 1`)).rejects.toMatchObject(reason);
  });

  test("close works while somebody listens, and stopping after it is harmless", async () => {
    const database = await openOwn();
    const stop = await database.listen("news", () => undefined);

    await database.close();

    await expect(stop()).resolves.toBeUndefined();
  });
});
