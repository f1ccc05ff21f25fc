import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readRows } from "../../src/storage/archive/read-rows.ts";
import { isMissing, openTestDatabase, type TestDatabase } from "../support/test-database.ts";

describe.skipIf(isMissing)("The rows of a table for an archive", () => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await openTestDatabase();
    await opened.database.run(`
      create table logs (id integer primary key, text text not null);
      insert into logs select number, 'short' from generate_series(1, 1000) as number;
      insert into logs select number, repeat('long ', 20000) from generate_series(1001, 1120) as number;`);
  });
  afterAll(() => opened?.discard());

  test("come in portions: few enough to be held even if all that follow are long, and long ones a few at a time", async () => {
    const portions: (readonly string[])[] = [];
    const columns = [
      { name: "id", type: "integer" },
      { name: "text", type: "text" },
    ];

    await opened.database.transaction(async () => {
      for await (const lines of readRows(opened.database, { name: "logs", columns })) portions.push(lines);
    });

    const ids = portions.flat().map((line) => Number(JSON.parse(line)[0]));
    expect(ids).toEqual(Array.from({ length: 1120 }, (_, index) => index + 1));
    expect(Math.max(...portions.map(({ length }) => length))).toBe(100);
    expect(portions.at(-1)?.length).toBeLessThan(20);
  });
});
