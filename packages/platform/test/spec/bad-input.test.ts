import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusal, told } from "../support/checksum.ts";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const badInput = "BAD_USER_INPUT";
const notFound = { message: "Record not found", code: "NOT_FOUND" };
const missingId = "019f0000-0000-7000-8000-000000000000";

const listBooks = `query ($limit: Int, $page: Int, $filters: [FilterBooks], $sort: SortBy) {
  booksPagination(limit: $limit, page: $page, filters: $filters, sort: $sort) { items { title } pageInfo { itemCount } }
}`;
const countBooks = `query ($groupBy: String, $limit: Int) {
  booksStatistics(groupBy: $groupBy, limit: $limit) { group count }
}`;
const removeBook = "mutation ($where: JSON!) { booksRemoveOne(where: $where) { id } }";
const tooMany = "More than one record matches the filter; nothing was changed. Narrow it down to one.";
const removeById = "mutation ($id: ID!) { booksRemoveOneById(id: $id) { title } }";

describe.skipIf(isMissing)("Bad ids, pages and field names", () => {
  const app = library();
  let platform: TestPlatform;
  let emma: string;

  beforeAll(async () => {
    platform = await startTestPlatform(app);
    emma = (await app.context("books").create({ title: "Emma", pages: 474, state: "new" })).id;
    await app.context("books").create({ title: "Walden" });
  });
  afterAll(() => platform.close());
  beforeEach(() => platform.forget());

  describe("ids", () => {
    const noIds = [
      "",
      "x",
      "1; drop table books",
      `${missingId}0`,
      "\u0000",
      "\ud800",
      "%",
      "__proto__",
      "٣".repeat(36),
    ];

    test.for([
      "query ($id: ID!) { booksById(id: $id) { title } }",
      removeById,
      "mutation ($id: ID!) { booksCopyOneById(id: $id) { item { title } } }",
      `mutation ($id: ID!) { booksUpdateOneById(id: $id, input: { title: "T" }) { item { title } } }`,
      `mutation ($id: ID!) { booksUpdateOneById(id: $id, input: { title: "T", RBAC: { type: "public" } }) { item { id } } }`,
    ])("an id that is none gets the same answer as a missing one: %s", async (operation) => {
      const missing = await refusal(platform, operation, { id: missingId });

      const answers = await Promise.all(noIds.map((id) => platform.error(operation, { id })));

      expect(missing).toEqual(notFound);
      expect(answers.map(told)).toEqual(noIds.map(() => notFound));
    });

    test.for([1.5, true, null, ["x"], {}])("an id of the wrong type is refused: %j", async (id) => {
      const error = await refusal(platform, removeById, { id });

      expect(error).toEqual({ message: expect.stringContaining(`Variable "$id"`), code: badInput });
    });

    test("an id in capital letters is the same id", async () => {
      const found = await platform.data("query ($id: ID!) { booksById(id: $id) { title } }", {
        id: emma.toUpperCase(),
      });

      expect(found).toEqual({ booksById: { title: "Emma" } });
    });

    test("of a list of ids those that are none are left out, and one that is asked for twice comes back twice", async () => {
      const ids = [...noIds, emma, missingId, emma.toUpperCase(), "x", "x"];

      const found = await platform.data("query ($ids: [ID!]!) { booksByIds(ids: $ids) { title } }", { ids });

      expect(found).toEqual({ booksByIds: [{ title: "Emma" }, { title: "Emma" }] });
    });

    test("more than 500 ids are refused without a look at the database", async () => {
      const ids = Array.from({ length: 501 }, () => missingId);

      const error = await platform.error("query ($ids: [ID!]!) { booksByIds(ids: $ids) { title } }", { ids });

      expect(told(error)).toEqual({ message: "ids takes at most 500 ids, not 501.", code: badInput });
      expect(platform.statements).toEqual([]);
    });

    test("a filter by an id that is none finds nothing, or everything when that id is excluded", async () => {
      const list =
        "query ($id: FilterOperatorID) { booksPagination(filters: [{ id: $id }]) { pageInfo { itemCount } } }";

      const found = [
        await platform.data(list, { id: { eq: "x" } }),
        await platform.data(list, { id: { in: ["x", "\u0000"] } }),
        await platform.data(list, { id: { ne: "x" } }),
      ];

      expect(found).toEqual([0, 0, 2].map((itemCount) => ({ booksPagination: { pageInfo: { itemCount } } })));
    });

    test("threat 12: an upsert can't be aimed at an id", async () => {
      const create = "mutation ($input: booksInput!) { booksCreateOne(input: $input, upsert: true) { item { id } } }";

      const answers = [
        await refusal(platform, create, { input: { id: emma, title: "Mine" } }),
        await refusal(platform, create, { input: { id: missingId, title: "Mine" } }),
      ];

      expect(answers).toEqual([
        { message: expect.stringContaining(`Field "id" is not defined by type "booksInput".`), code: badInput },
        { message: expect.stringContaining(`Field "id" is not defined by type "booksInput".`), code: badInput },
      ]);
    });
  });

  describe("threat 23: pages", () => {
    test.for([
      { operation: listBooks, variables: { limit: 0 }, message: "limit must be a whole number from 1 to 500, not 0." },
      {
        operation: listBooks,
        variables: { limit: -1 },
        message: "limit must be a whole number from 1 to 500, not -1.",
      },
      {
        operation: listBooks,
        variables: { limit: 501 },
        message: "limit must be a whole number from 1 to 500, not 501.",
      },
      { operation: listBooks, variables: { page: 0 }, message: "page must be a whole number from 1, not 0." },
      { operation: listBooks, variables: { page: -1 }, message: "page must be a whole number from 1, not -1." },
      { operation: countBooks, variables: { limit: 0 }, message: "limit must be a whole number from 1 to 500, not 0." },
      {
        operation: countBooks,
        variables: { limit: -1 },
        message: "limit must be a whole number from 1 to 500, not -1.",
      },
      {
        operation: countBooks,
        variables: { limit: 501 },
        message: "limit must be a whole number from 1 to 500, not 501.",
      },
    ])("$variables is refused without a look at the database", async ({ operation, variables, message }) => {
      const error = await platform.error(operation, variables);

      expect(told(error)).toEqual({ message, code: badInput });
      expect(platform.statements).toEqual([]);
    });

    test.for([1e9, 2 ** 31 - 1])("a limit of %d is refused for what it is, not for its cost", async (limit) => {
      const error = await platform.error(listBooks, { limit });

      expect(told(error)).toEqual({
        message: `limit must be a whole number from 1 to 500, not ${limit}.`,
        code: badInput,
      });
      expect(platform.statements).toEqual([]);
    });

    test.for([2 ** 31, -(2 ** 31) - 1, 1.5, "10", true, [1, 2]])("%j is no limit and no page", async (value) => {
      const errors = [
        await platform.error(listBooks, { limit: value }),
        await platform.error(listBooks, { page: value }),
      ];

      expect(errors.map(told)).toEqual([
        { message: expect.stringContaining(`Variable "$limit" got an invalid value`), code: badInput },
        { message: expect.stringContaining(`Variable "$page" got an invalid value`), code: badInput },
      ]);
      expect(platform.statements).toEqual([]);
    });

    test.for([1e9, 2 ** 31 - 1])("page %d is empty, and comes as quickly as the others", async (page) => {
      const started = performance.now();

      const found = await platform.data(listBooks, { page, limit: 500 });

      expect(found).toEqual({ booksPagination: { items: [], pageInfo: { itemCount: 2 } } });
      expect(performance.now() - started).toBeLessThan(1000);
    });
  });

  describe("threat 17: names of fields", () => {
    const allowed =
      "id, createdAt, updatedAt, title, summary, isbn, pages, lent, published, state, scan, word_count, external_id";
    const hostile = [
      "id; drop table books",
      'a"b',
      "t1.x",
      "books.title",
      "details->>'x'",
      "details",
      "RBAC",
      "rbac_creator",
      "__proto__",
      "constructor",
      "TITLE",
      "títle",
      "ｔitle",
      "",
      " title",
      "\u0000",
      "\ud800",
      "$1",
      "x".repeat(10_000),
      "😀".repeat(2500),
    ];

    for (const name of hostile) {
      test(`${JSON.stringify(name).slice(0, 30)} is no field to sort or group by, and the error names those that are`, async () => {
        const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;

        const errors = [
          await platform.error(listBooks, { sort: { field: name } }),
          await platform.error(countBooks, { groupBy: name }),
        ];

        expect(errors.map(told)).toEqual([
          { message: `"${shown}" is not a field to sort by. Fields are: ${allowed}.`, code: badInput },
          { message: `"${shown}" is not a field to group by. Fields are: ${allowed}.`, code: badInput },
        ]);
        expect(platform.statements).toEqual([]);
      });
    }

    test("none of them gets into the text of a statement: as values they are parameters, as names they are refused", async () => {
      const ownWords = new Set(["", "details", "rbac_creator", "$1"]);

      for (const name of hostile) {
        await platform.ask(listBooks, {
          filters: [{ title: { eq: name } }, { details: { contains: { [name]: name } } }],
        });
        await platform.ask(listBooks, { filters: [{ title: { contains: name } }, { id: { ne: name } }] });
        await platform.ask(removeBook, { where: { title: { eq: `${name}!` } } });
      }

      const texts = platform.statements.map(({ text }) => text);
      expect(texts.length).toBeGreaterThan(hostile.length);
      expect(hostile.filter((name) => !ownWords.has(name) && texts.some((text) => text.includes(name)))).toEqual([]);
    });

    test("a key of RemoveOne's JSON that is no field is refused, and nothing changes", async () => {
      const keys = hostile.filter((name) => name !== "details" && name !== "\u0000" && name !== "\ud800");

      const errors = await Promise.all(
        keys.map((key) => platform.error(removeBook, { where: { [key]: { eq: "x" } } })),
      );

      expect(errors.map(told)).toEqual(
        keys.map((key) => ({
          message: expect.stringContaining(`"where": Field "${key}" is not defined by type "FilterBooks".`),
          code: badInput,
        })),
      );
      expect(platform.statements).toEqual([]);
    });

    test.for([
      { where: "title", message: `"where": Expected type "FilterBooks" to be an object.` },
      { where: 5, message: `"where": Expected type "FilterBooks" to be an object.` },
      { where: { title: "Emma" }, message: `"where" at title: Expected type "FilterOperatorString" to be an object.` },
      {
        where: { title: { like: "E%" } },
        message: expect.stringContaining(`"where" at title: Field "like" is not defined`),
      },
      { where: { state: { eq: "new" } }, message: expect.stringContaining(`Did you mean the enum value "NEW"?`) },
      { where: {}, message: tooMany },
      { where: [], message: tooMany },
    ])("RemoveOne refuses $where, and nothing changes", async ({ where, message }) => {
      const error = await refusal(platform, removeBook, { where });

      expect(error).toEqual({ message, code: badInput });
    });

    test("a text that graphql-jit would take for a date, and run, is a text like any other", async () => {
      const name = "__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74dglobalThis.wasRun=true";

      const error = await platform.error(`{ booksStatistics(groupBy: "${name}") { count } }`);

      expect(error.message).toContain(`"${name.slice(0, 60)}…" is not a field to group by.`);
      expect(globalThis).not.toHaveProperty("wasRun");
    });
  });
});
