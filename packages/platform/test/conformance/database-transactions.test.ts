import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../src/storage/database.ts";
import { sql } from "../../src/storage/sql.ts";
import { isMissing, openTestDatabase, type TestDatabase } from "../support/test-database.ts";

describe.skipIf(isMissing)("The database port: transactions", () => {
  let opened: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    opened = await openTestDatabase();
    database = opened.database;
  });
  afterAll(() => opened.discard());
  beforeEach(() => database.run("drop table if exists notes; create table notes (text text primary key)"));

  const write = (text: string) => database.query(sql`insert into notes (text) values (${text})`);
  const texts = async () => {
    const rows = await database.query<{ text: string }>(sql`select text from notes order by text collate "C"`);
    return rows.map((row) => row.text);
  };
  const failing = async () => {
    throw new Error("undo");
  };

  test("a transaction whose work resolves is kept, and gives back what the work gave", async () => {
    const result = await database.transaction(async () => {
      await write("one");
      await write("two");
      return "done";
    });

    expect(result).toBe("done");
    expect(await texts()).toEqual(["one", "two"]);
  });

  test("a transaction whose work throws leaves nothing behind, and throws the same error", async () => {
    const undone = database.transaction(async () => {
      await write("one");
      await database.run("create table other (id int); insert into notes (text) values ('two')");
      await failing();
    });

    await expect(undone).rejects.toThrow(new Error("undo"));
    expect(await texts()).toEqual([]);
    expect(await database.query(sql`select to_regclass('other')::text as other`)).toEqual([{ other: null }]);
  });

  test("a statement that fails rolls the transaction back, even when the work goes on as if nothing had happened", async () => {
    const careless = database.transaction(async () => {
      await write("one");
      await database.query(sql`select 1 / 0`).catch(() => undefined);
      return "done";
    });

    await expect(careless).rejects.toThrow("division by zero");
    expect(await texts()).toEqual([]);
  });

  test("a statement that nobody waits for belongs to the transaction, and so does its failure", async () => {
    const kept = database.transaction(async () => {
      void write("not awaited");
    });
    await kept;
    const undone = database.transaction(async () => {
      await write("one");
      database.query(sql`select 1 / 0`).catch(() => undefined);
    });

    await expect(undone).rejects.toThrow("division by zero");
    expect(await texts()).toEqual(["not awaited"]);
  });

  test("a failure inside a savepoint undoes the inner work and keeps the outer", async () => {
    await database.transaction(async () => {
      await write("outer before");
      await database
        .transaction(async () => {
          await write("inner");
          await write("outer before");
        })
        .catch(() => undefined);
      await write("outer after");
    });

    expect(await texts()).toEqual(["outer after", "outer before"]);
  });

  test("a failure outside undoes a savepoint that had succeeded", async () => {
    const undone = database.transaction(async () => {
      await database.transaction(() => write("inner"));
      await failing();
    });

    await expect(undone).rejects.toThrow("undo");
    expect(await texts()).toEqual([]);
  });

  test("savepoints nest to any depth, and each failure undoes only its own level", async () => {
    await database.transaction(async () => {
      await write("1");
      await database.transaction(async () => {
        await write("2");
        await database.transaction(() => write("3").then(failing)).catch(() => undefined);
        await database.transaction(async () => {
          await write("4");
          await database.transaction(() => write("5").then(failing)).catch(() => undefined);
        });
      });
      const level = database.transaction(async () => {
        await write("6");
        await database.transaction(() => write("7").then(failing)).catch(() => undefined);
        await failing();
      });
      await level.catch(() => undefined);
      await write("8");
    });

    expect(await texts()).toEqual(["1", "2", "4", "8"]);
  });

  test("savepoints that are started at once in one transaction take turns", async () => {
    await database.transaction(async () => {
      const savepoints = Array.from({ length: 10 }, (_, index) =>
        database.transaction(async () => {
          await write(`savepoint ${index}`);
          await wait(index % 3);
          if (index % 2) await failing();
        }),
      );
      await Promise.allSettled(savepoints);
    });

    expect(await texts()).toEqual([0, 2, 4, 6, 8].map((index) => `savepoint ${index}`));
  });

  test("a statement beside a running savepoint is not undone with it", async () => {
    await database.transaction(async () => {
      const inner = database.transaction(async () => {
        await write("inner");
        await wait(20);
        await failing();
      });
      await wait(5);
      const beside = write("beside");
      await inner.catch(() => undefined);
      await beside;
    });

    expect(await texts()).toEqual(["beside"]);
  });

  test("a statement anywhere inside the callback belongs to the transaction: in timers, helpers and lists", async () => {
    const helper = () => write("from a helper");

    const undone = database.transaction(async () => {
      await helper();
      await new Promise((resolve, reject) => {
        setTimeout(() => write("from a timer").then(resolve, reject), 5);
      });
      await Promise.all([1, 2, 3].map((each) => write(`from a list, ${each}`)));
      expect(await texts()).toHaveLength(5);
      await failing();
    });

    await expect(undone).rejects.toThrow("undo");
    expect(await texts()).toEqual([]);
  });

  test("a statement outside does not belong to it, and never sees what is undone later", async () => {
    const written = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const undone = database.transaction(async () => {
      await write("inside");
      written.resolve();
      await end.promise;
      await failing();
    });
    await written.promise;

    const seenOutside = texts();
    const writtenOutside = write("outside");
    await wait(20);
    end.resolve();

    await expect(undone).rejects.toThrow("undo");
    expect(await seenOutside).toEqual([]);
    await writtenOutside;
    expect(await texts()).toEqual(["outside"]);
  });

  test("a statement that is made after the transaction has ended stands alone", async () => {
    const ended = Promise.withResolvers<void>();
    let late: Promise<unknown> = Promise.resolve();
    await database.transaction(async () => {
      late = ended.promise.then(() => write("late"));
    });

    const other = database.transaction(async () => {
      await write("other");
      ended.resolve();
      await wait(20);
      await failing();
    });

    await expect(other).rejects.toThrow("undo");
    await late;
    expect(await texts()).toEqual(["late"]);
  });

  test("statements that are made at once inside one transaction run in the order they were made", async () => {
    await database.transaction(async () => {
      await Promise.all([
        write("a"),
        database.query(sql`update notes set text = text || 'b'`),
        database.query(sql`update notes set text = text || 'c'`),
        database.query(sql`insert into notes (text) select text || 'd' from notes`),
      ]);
    });

    expect(await texts()).toEqual(["abc", "abcd"]);
  });

  test("fifty transactions at once all finish, none mixed with another or with single statements", async () => {
    const transactions = Array.from({ length: 50 }, (_, index) =>
      database
        .transaction(async () => {
          await write(`t${index} first`);
          await wait(index % 4);
          const rows = await database.query<{ text: string }>(
            sql`select text from notes where text like ${`t${index} %`}`,
          );
          await write(`t${index} saw ${rows.length}`);
          if (index % 5 === 0) await failing();
        })
        .then(
          () => "kept",
          () => "undone",
        ),
    );
    const singles = Array.from({ length: 50 }, (_, index) => write(`single ${index}`));

    const outcomes = await Promise.all(transactions);
    await Promise.all(singles);

    expect(outcomes).toEqual(outcomes.map((_, index) => (index % 5 === 0 ? "undone" : "kept")));
    const kept = outcomes.flatMap((outcome, index) =>
      outcome === "kept" ? [`t${index} first`, `t${index} saw 1`] : [],
    );
    const single = singles.map((_, index) => `single ${index}`);
    expect(await texts()).toEqual([...kept, ...single].sort());
  });

  test("counting up in a row lock loses no step under fifty transactions at once", async () => {
    await database.run("create table counters (value int); insert into counters values (0)");

    await Promise.all(
      Array.from({ length: 50 }, () =>
        database.transaction(async () => {
          const [row] = await database.query<{ value: number }>(sql`select value from counters for update`);
          await database.query(sql`update counters set value = ${(row?.value ?? 0) + 1}::int`);
        }),
      ),
    );
    const rows = await database.query(sql`select value from counters`);
    await database.run("drop table counters");

    expect(rows).toEqual([{ value: 50 }]);
  });
});
