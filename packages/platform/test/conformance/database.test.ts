import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../src/storage/database.ts";
import { array, literal, name, quotedText, sql } from "../../src/storage/sql.ts";
import { isMissing, openTestDatabase, type TestDatabase } from "../support/test-database.ts";

describe.skipIf(isMissing)("The database port: values, statements and scripts", () => {
  let opened: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    opened = await openTestDatabase();
    database = opened.database;
    await database.run("create table notes (id int primary key, text text unique, body text)");
  });
  afterAll(() => opened.discard());
  beforeEach(() => database.run("delete from notes"));

  const read = async (expression: string): Promise<unknown> => {
    const [row] = await database.query(sql`select ${literal(expression)} as value`);
    return row?.value;
  };

  test.each([
    ["a timestamp comes back as ISO 8601 in UTC", "timestamptz '2026-11-15 09:30:00.5+02'", "2026-11-15T07:30:00.500Z"],
    [
      "a timestamp without a fraction has milliseconds all the same",
      "timestamptz '2026-01-01Z'",
      "2026-01-01T00:00:00.000Z",
    ],
    [
      "microseconds are cut off, not rounded up",
      "timestamptz '2026-01-01 00:00:00.999999Z'",
      "2026-01-01T00:00:00.999Z",
    ],
    ["a fraction comes back as a number", "0.1::double precision", 0.1],
    ["a very small number keeps its digits", "1.5e-300::double precision", 1.5e-300],
    ["a whole number comes back as a number", "42::int", 42],
    ["a small whole number comes back as a number", "(-7)::smallint", -7],
    ["a count, which PostgreSQL makes a bigint, comes back as a number", "count(*)", 1],
    ["a sum of numerics comes back as a number", "sum(1.25::numeric)", 1.25],
    ["true comes back as true", "true", true],
    ["false comes back as false", "false", false],
    [
      "JSON comes back parsed",
      `'{"a": [1, "zwei", null, {"b": false}]}'::jsonb`,
      { a: [1, "zwei", null, { b: false }] },
    ],
    ["a JSON null comes back as null", "'null'::jsonb", null],
    ["a JSON text comes back as a text", `'"text"'::jsonb`, "text"],
    ["an empty value comes back as null", "null::text", null],
    ["an empty text is not null", "''", ""],
    [
      "a uuid comes back as a text",
      "'0190a0e2-7b3c-7def-8abc-0123456789ab'::uuid",
      "0190a0e2-7b3c-7def-8abc-0123456789ab",
    ],
    ["a plain date comes back as PostgreSQL writes it", "date '2026-11-15'", "2026-11-15"],
    ["an array comes back as PostgreSQL writes it", `array['a', 'b c']`, `{a,"b c"}`],
    ["bytes come back as PostgreSQL writes them", "'\\xff00'::bytea", "\\xff00"],
  ])("%s", async (_sentence, expression, expected) => {
    const value = await read(expression);

    expect(value).toEqual(expected);
  });

  test.each([
    ["quotes", `it's "quoted"`],
    ["a backslash", "C:\\new\\table"],
    ["a dollar sign and a semicolon", "$1; drop table notes; --"],
    ["line breaks and tabs", "one\ntwo\r\n\tthree"],
    ["letters of several alphabets and an emoji", "Grüße, 你好, مرحبا 👩‍🚒"],
    ["what looks like an array", `{a,"b",NULL}`],
    ["nothing at all", ""],
    ["a megabyte", "x".repeat(1_000_000)],
  ])("a text with %s goes in and comes out unchanged", async (_what, text) => {
    await database.query(sql`insert into notes (id, body) values (1, ${text})`);

    const rows = await database.query(sql`select body from notes where body = ${text}`);

    expect(rows).toEqual([{ body: text }]);
  });

  test("every kind of parameter reaches a column of its type", async () => {
    const rows = await database.query(sql`
      select ${"text"}::text as text, ${1.5}::double precision as number, ${-3}::int as whole, ${true}::boolean as yes,
        ${false}::boolean as no, ${null}::text as empty, ${JSON.stringify({ a: ["b"] })}::jsonb as json,
        ${"2026-11-15T09:30:00.123Z"}::timestamptz(3) as time, ${9_007_199_254_740_991}::bigint as large`);

    expect(rows).toEqual([
      {
        text: "text",
        number: 1.5,
        whole: -3,
        yes: true,
        no: false,
        empty: null,
        json: { a: ["b"] },
        time: "2026-11-15T09:30:00.123Z",
        large: 9_007_199_254_740_991,
      },
    ]);
  });

  test("a parameter is converted by PostgreSQL, whatever it was in the program", async () => {
    const rows = await database.query(
      sql`select ${"true"}::boolean as yes, ${"12"}::int as whole, ${5}::text as text, ${false}::text as no`,
    );

    expect(rows).toEqual([{ yes: true, whole: 12, text: "5", no: "false" }]);
  });

  test("a list travels as one parameter and keeps odd elements apart", async () => {
    const odd = ["plain", "comma, inside", `"quoted"`, "back\\slash", "{brace}", "", "NULL", "null", "ü👍", null];

    const rows = await database.query<{ element: string | null }>(
      sql`select element from unnest(${array(odd, "text")}) with ordinality as list(element, place) order by place`,
    );

    expect(rows.map((row) => row.element)).toEqual(odd);
  });

  test("lists of numbers, booleans and ids reach their types, and an empty list matches nothing", async () => {
    const id = "0190a0e2-7b3c-7def-8abc-0123456789ab";

    const rows = await database.query(sql`
      select 2.5 = any(${array([1, 2.5], "double precision")}) as number, true = any(${array([true, false], "boolean")}) as yes,
        ${id}::uuid = any(${array([id], "uuid")}) as id, 'a' = any(${array([], "text")}) as nothing`);

    expect(rows).toEqual([{ number: true, yes: true, id: true, nothing: false }]);
  });

  test("names and quoted texts can't break out of their quotes", async () => {
    const odd = `odd "name'; drop table notes; --`;
    await database.query(sql`create table ${name(odd)} (${name(odd)} text default ${quotedText("it's \\ fine")})`);
    await database.query(sql`insert into ${name(odd)} default values`);

    const rows = await database.query(sql`select ${name(odd)} from ${name(odd)}`);
    await database.query(sql`drop table ${name(odd)}`);

    expect(rows).toEqual([{ [odd]: "it's \\ fine" }]);
    expect(await database.query(sql`select count(*) from notes`)).toEqual([{ count: 0 }]);
  });

  test("a statement that gives nothing back gives an empty list", async () => {
    const rows = await database.query(sql`insert into notes (id) values (1)`);

    expect(rows).toEqual([]);
  });

  test("the same text serves any number of statements with different parameters at once", async () => {
    const numbers = Array.from({ length: 200 }, (_, index) => index);

    const rows = await Promise.all(numbers.map((each) => database.query(sql`select ${each}::int as value`)));

    expect(rows.map(([row]) => row?.value)).toEqual(numbers);
  });

  test("a statement that fails leaves the connection usable, also for the same text again", async () => {
    const attempts = Array.from({ length: 20 }, (_, index) =>
      database.query(sql`select 1 / ${index % 2}::int as value`).then(
        ([row]) => row?.value,
        () => "failed",
      ),
    );
    const unparsable = await Promise.allSettled([1, 2, 3].map(() => database.query(sql`select nonsense from nowhere`)));

    expect(await Promise.all(attempts)).toEqual(attempts.map((_, index) => (index % 2 ? 1 : "failed")));
    expect(unparsable.map((each) => each.status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(await database.query(sql`select 1 as value`)).toEqual([{ value: 1 }]);
  });

  test("a value that a unique column holds already is a conflict that names the column, never the value", async () => {
    await database.query(sql`insert into notes (id, text) values (1, 'a secret')`);

    const second = database.query(sql`insert into notes (id, text) values (2, 'a secret')`);

    await expect(second).rejects.toMatchObject({
      name: "ConflictError",
      code: "CONFLICT",
      message: 'Another record already has this value of "text".',
    });
  });

  test("an empty value in a required column is an error that names the column", async () => {
    const insert = database.query(sql`insert into notes (text) values ('no id')`);

    await expect(insert).rejects.toMatchObject({
      name: "BadInputError",
      message: '"id" is required and can\'t be empty.',
    });
  });

  test("a script runs its statements in order and stops at the first that fails", async () => {
    const script = database.run(`
      insert into notes (id, text) values (1, 'semi;colon');
      insert into notes (id, text) select id + 1, text || '!' from notes;
      select 1 / 0;
      insert into notes (id, text) values (3, 'never')`);

    await expect(script).rejects.toThrow("division by zero");
    expect(await database.query(sql`select * from notes where id = 3`)).toEqual([]);
    expect(await database.query(sql`select 1 as value`)).toEqual([{ value: 1 }]);
  });

  test("a script that succeeds keeps what it did", async () => {
    await database.run("insert into notes (id) values (1); insert into notes (id) values (2)");

    expect(await database.query(sql`select id from notes order by id`)).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test("timers keep firing while a long statement runs", async () => {
    let last = performance.now();
    let longestGap = 0;
    const timer = setInterval(() => {
      const now = performance.now();
      longestGap = Math.max(longestGap, now - last);
      last = now;
    }, 5);
    const started = performance.now();

    await database.query(sql`select count(md5(n::text)) from generate_series(1, ${300_000}::int) as n`);
    const duration = performance.now() - started;
    clearInterval(timer);

    expect(duration).toBeGreaterThan(100);
    expect(longestGap).toBeLessThan(duration / 2);
  });
});
