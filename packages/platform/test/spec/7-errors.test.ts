import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const missingId = "00000000-0000-7000-8000-000000000000";
const requestId = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);

describe.skipIf(isMissing)("7 Errors", () => {
  let platform: TestPlatform;
  const logged: Record<string, unknown>[] = [];

  beforeAll(async () => {
    const destination = new Writable({
      write: (line, _encoding, done) => {
        logged.push(JSON.parse(String(line)));
        done();
      },
    });
    platform = await startTestPlatform(library(), { logger: pino({ level: "error" }, destination) });
    await platform.database.run("drop table prompt_favorites cascade");
  });
  afterAll(() => platform.close());

  test("an error has a message, locations and a path, and data is null", async () => {
    const answer = await platform.ask(`query ($id: ID!) {\n  booksById(id: $id) { title }\n}`, { id: missingId });

    expect(answer).toEqual({
      data: null,
      errors: [
        {
          message: "Record not found",
          locations: [{ line: 2, column: 3 }],
          path: ["booksById"],
          extensions: { code: "NOT_FOUND", requestId },
        },
      ],
    });
  });

  test("the path names the alias", async () => {
    const error = await platform.error(`{ wanted: booksById(id: "${missingId}") { title } }`);

    expect(error).toMatchObject({ message: "Record not found", path: ["wanted"] });
  });

  test("Record not found is said in the same words of what is missing and of what can't exist", async () => {
    const [missing, impossible] = [
      await platform.error(`query ($id: ID!) { booksById(id: $id) { title } }`, { id: missingId }),
      await platform.error(`query ($id: ID!) { booksById(id: $id) { title } }`, { id: "x" }),
    ];

    expect({ ...impossible, extensions: { code: "NOT_FOUND" } }).toEqual({
      ...missing,
      extensions: { code: "NOT_FOUND" },
    });
  });

  test("when one root field produced data, partial data stays beside the errors", async () => {
    const answer = await platform.ask(`{
      booksStatistics { count }
      first: booksById(id: "${missingId}") { title }
      second: booksPagination(limit: 0) { items { title } }
    }`);

    expect(answer.data).toEqual({ booksStatistics: [{ count: 0 }], first: null, second: null });
    expect(answer.errors).toHaveLength(2);
    expect(answer.errors).toEqual(
      expect.arrayContaining([
        {
          message: "Record not found",
          locations: [{ line: 3, column: 7 }],
          path: ["first"],
          extensions: { code: "NOT_FOUND", requestId },
        },
        {
          message: "limit must be a whole number from 1 to 500, not 0.",
          locations: [{ line: 4, column: 7 }],
          path: ["second"],
          extensions: { code: "BAD_USER_INPUT", requestId },
        },
      ]),
    );
  });

  test("when no root field produced data, data is null", async () => {
    const answer = await platform.ask(`{
      booksOne { title }
      booksById(id: "${missingId}") { title }
    }`);

    expect(answer).toMatchObject({ data: null, errors: [{ path: ["booksById"] }] });
  });

  test("a non-null root field that fails empties the answer", async () => {
    const answer = await platform.ask(`{ readersStatistics { count } booksStatistics(groupBy: "?") { count } }`);

    expect(answer).toMatchObject({ data: null, errors: [{ path: ["booksStatistics"] }] });
  });

  test("all errors of one request carry the same request id, another request has another", async () => {
    const query = `{ one: booksById(id: "1") { id } two: booksById(id: "2") { id } }`;

    const [first, second] = [await platform.ask(query), await platform.ask(query)];

    const idsOf = (answer: typeof first) => new Set(answer.errors?.map(({ extensions }) => extensions?.requestId));
    expect(idsOf(first).size).toBe(1);
    expect(idsOf(second).size).toBe(1);
    expect(idsOf(first)).not.toEqual(idsOf(second));
  });

  test.each([
    {
      what: "a document that can't be parsed",
      query: "{ booksById(",
      message: "Syntax Error: Expected Name, found <EOF>.",
    },
    {
      what: "an unknown field",
      query: "{ booksOne { xyzzy } }",
      message: `Cannot query field "xyzzy" on type "books".`,
    },
    {
      what: "a missing argument",
      query: "{ booksById { id } }",
      message: `Field "booksById" argument "id" of type "ID!" is required, but it was not provided.`,
    },
    {
      what: "a missing variable",
      query: "query ($id: ID!) { booksById(id: $id) { id } }",
      message: `Variable "$id" of required type "ID!" was not provided.`,
    },
    { what: "an empty document", query: "# nothing", message: "Syntax Error: Unexpected <EOF>." },
  ])("$what is found before anything is executed: data is null, and there is no path", async ({ query, message }) => {
    platform.forget();

    const answer = await platform.ask(query);

    expect(answer).toEqual({
      data: null,
      errors: [{ message, locations: expect.any(Array), extensions: { code: "BAD_USER_INPUT", requestId } }],
    });
    expect(platform.statements).toEqual([]);
  });

  test("every fault of a document is reported at once", async () => {
    const answer = await platform.ask("{ booksOne { titel } readersOne { nam } }");

    expect(answer.errors?.map(({ locations }) => locations)).toEqual([
      [{ line: 1, column: 14 }],
      [{ line: 1, column: 35 }],
    ]);
  });

  describe("an unexpected error", () => {
    const masked =
      /^Something went wrong on our side\. Please give this id to whoever runs the platform: ([0-9a-f-]{36})$/;

    test("is masked, with the request id", async () => {
      const answer = await platform.ask("{ prompt_favoritesPagination { items { id } } }");

      expect(answer).toEqual({
        data: null,
        errors: [
          {
            message: expect.stringMatching(masked),
            locations: [{ line: 1, column: 3 }],
            path: ["prompt_favoritesPagination"],
            extensions: { code: "INTERNAL", requestId },
          },
        ],
      });
      const [error] = answer.errors ?? [];
      expect(masked.exec(error?.message ?? "")?.[1]).toBe(error?.extensions?.requestId);
    });

    test.each([
      "{ prompt_favoriteOne { id } }",
      "{ prompt_favoritesStatistics { count } }",
      `mutation { prompt_favoritesCreateOne(input: { user: "u", prompt: "p" }) { item { id } } }`,
      `mutation { prompt_favoritesRemoveOne(where: { user: { eq: "u" } }) { id } }`,
    ])("does not leak SQL: %s", async (query) => {
      const answer = await platform.ask(query);

      expect(answer).toMatchObject({ data: null, errors: [{ extensions: { code: "INTERNAL" } }] });
      expect(JSON.stringify(answer)).not.toMatch(/relation|does not exist|select|insert|delete|42P01|\.ts:/i);
    });

    test("is logged with that id, and says there what happened", async () => {
      const error = await platform.error("{ prompt_favoriteOne { user } }");

      const entry = logged.find((each) => each.requestId === error.extensions?.requestId);
      expect(entry).toMatchObject({
        msg: "unexpected error",
        err: { message: expect.stringContaining(`relation "prompt_favorites" does not exist`) },
      });
    });

    test("leaves the platform answering", async () => {
      await platform.ask("{ prompt_favoriteOne { id } }");

      expect(await platform.data("{ booksStatistics { count } }")).toEqual({ booksStatistics: [{ count: 0 }] });
    });
  });

  test("an expected error is not logged", async () => {
    const before = logged.length;

    await platform.error(`{ booksById(id: "${missingId}") { id } }`);

    expect(logged).toHaveLength(before);
  });
});
