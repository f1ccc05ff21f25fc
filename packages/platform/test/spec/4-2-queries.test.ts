import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { sql } from "../../src/storage/sql.ts";
import { books, readers } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const missingId = "00000000-0000-7000-8000-000000000000";

/** Twelve books, the last of them the newest. */
const shelf = Array.from({ length: 12 }, (_, index) => ({
  title: `book ${String(index + 1).padStart(2, "0")}`,
  summary: index < 2 ? null : `about ${index % 3}`,
  pages: index === 11 ? null : (index % 4) * 100,
  lent: index === 0 ? null : index % 3 === 0,
  published: index < 8 ? "1900-01-01T00:00:00.000Z" : "2000-06-15T12:00:00.000Z",
  details: { shelf: index },
  state: index < 5 ? ("worn out" as const) : index < 8 ? ("in-repair" as const) : index < 11 ? ("new" as const) : null,
  scan: `scan-${index % 2}.pdf`,
}));

/** Fields with the names that statements use themselves. */
const order = new PlatformContext({
  id: "order",
  fields: [
    { name: "kind", type: "enum", enumValues: ["small", "large"], index: true },
    { name: "value", type: "number" },
    { name: "count", type: "number" },
    { name: "group", type: "string" },
    { name: "true", type: "boolean", index: true },
  ],
});

describe.skipIf(isMissing)("4.2 Queries generated per context", () => {
  let platform: TestPlatform;
  const ids: string[] = [];

  beforeAll(async () => {
    const app = new PlatformApp({ contexts: [books, readers, order] });
    platform = await startTestPlatform(app);
    for (const [index, book] of shelf.entries()) {
      const { id } = await app.context("books").create(book);
      const createdAt = new Date(Date.UTC(2026, 0, 1 + index)).toISOString();
      await platform.database.query(sql`update books set "createdAt" = ${createdAt} where id = ${id}`);
      ids.push(id);
    }
  });
  afterAll(() => platform.close());

  /** The titles' numbers on a page: short, and in order. */
  const page = async (args: string): Promise<readonly number[]> => {
    const { booksPagination } = await platform.data<{ booksPagination: { items: { title: string }[] } }>(
      `{ booksPagination${args} { items { title } } }`,
    );
    return booksPagination.items.map(({ title }) => Number(title.slice(5)));
  };

  /** The statements on books that one request makes: `data` sends a query three times. */
  const statementsOf = async (query: string): Promise<readonly string[]> => {
    platform.forget();
    await platform.data(query);
    const texts = platform.statements.map(({ text }) => text).filter((text) => text.includes(`"books"`));
    return texts.slice(0, texts.length / 3);
  };

  describe("booksById", () => {
    test("gives the item with this id", async () => {
      const found = await platform.data(
        `query ($id: ID!) {
          booksById(id: $id) { id title summary pages lent published details state scan word_count createdAt }
        }`,
        { id: ids[5] },
      );

      expect(found).toEqual({
        booksById: {
          ...shelf[5],
          id: ids[5],
          state: "IN_REPAIR",
          word_count: null,
          createdAt: "2026-01-06T00:00:00.000Z",
        },
      });
    });

    test.each([
      { what: "an id that no item has", id: missingId },
      { what: "a text that can't be an id", id: "book 01" },
    ])("Record not found: $what", async ({ id }) => {
      const error = await platform.error(`query ($id: ID!) { booksById(id: $id) { title } }`, { id });

      expect(error).toMatchObject({ message: "Record not found", path: ["booksById"] });
    });
  });

  describe("booksByIds", () => {
    const byIds = async (wanted: readonly (string | undefined)[]) => {
      const { booksByIds } = await platform.data<{ booksByIds: { title: string }[] }>(
        `query ($ids: [ID!]!) { booksByIds(ids: $ids) { title } }`,
        { ids: wanted },
      );
      return booksByIds.map(({ title }) => Number(title.slice(5)));
    };

    test("gives the items in the order of the ids", async () => {
      expect(await byIds([ids[7], ids[0], ids[3]])).toEqual([8, 1, 4]);
    });

    test("leaves missing items out", async () => {
      expect(await byIds([missingId, ids[2], "none", ids[1]])).toEqual([3, 2]);
    });

    test("gives an item as often as its id is asked for", async () => {
      expect(await byIds([ids[4], ids[6], ids[4], ids[4]?.toUpperCase()])).toEqual([5, 7, 5, 5]);
    });

    test("gives nothing for no ids, without asking the database", async () => {
      expect(await byIds([])).toEqual([]);
      expect(await statementsOf(`{ booksByIds(ids: []) { title } }`)).toEqual([]);
    });

    test("takes at most 500 ids", async () => {
      const error = await platform.error(`query ($ids: [ID!]!) { booksByIds(ids: $ids) { title } }`, {
        ids: Array.from({ length: 501 }, () => missingId),
      });

      expect(error.message).toBe("ids takes at most 500 ids, not 501.");
    });
  });

  describe("booksOne", () => {
    test("gives the first match in the order that is asked for", async () => {
      const found = await platform.data(
        `{ booksOne(filters: [{ lent: { eq: true } }], sort: { field: "title", direction: ASC }) { title } }`,
      );

      expect(found).toEqual({ booksOne: { title: "book 04" } });
    });

    test("gives the newest match when nothing is sorted", async () => {
      const found = await platform.data(`{ booksOne(filters: [{ lent: { eq: true } }]) { title } }`);

      expect(found).toEqual({ booksOne: { title: "book 10" } });
    });

    test("gives null when nothing matches", async () => {
      const found = await platform.data(`{ booksOne(filters: [{ title: { eq: "none" } }]) { title } }`);

      expect(found).toEqual({ booksOne: null });
    });
  });

  describe("booksPagination", () => {
    test("has 10 items on a page by default, newest first", async () => {
      expect(await page("")).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    });

    test("pages are numbered from 1", async () => {
      expect(await page("(limit: 5, page: 1)")).toEqual([12, 11, 10, 9, 8]);
      expect(await page("(limit: 5, page: 2)")).toEqual([7, 6, 5, 4, 3]);
      expect(await page("(limit: 5, page: 3)")).toEqual([2, 1]);
      expect(await page("(limit: 5, page: 4)")).toEqual([]);
    });

    test.each([
      { args: "(limit: 5)", expected: [3, 12, 1, false, true] },
      { args: "(limit: 5, page: 2)", expected: [3, 12, 2, true, true] },
      { args: "(limit: 5, page: 3)", expected: [3, 12, 3, true, false] },
      { args: "(limit: 5, page: 9)", expected: [3, 12, 9, true, false] },
      { args: "(limit: 12)", expected: [1, 12, 1, false, false] },
      { args: "", expected: [2, 12, 1, false, true] },
      { args: "(filters: [{ state: { eq: NEW } }])", expected: [1, 3, 1, false, false] },
      { args: `(filters: [{ title: { eq: "none" } }])`, expected: [0, 0, 1, false, false] },
      { args: "(filters: [{ title: { in: [] } }])", expected: [0, 0, 1, false, false] },
    ])("pageInfo of $args says where the page stands", async ({ args, expected }) => {
      const { booksPagination } = await platform.data<{ booksPagination: { pageInfo: object } }>(
        `{ booksPagination${args} { pageInfo { pageCount itemCount currentPage hasPreviousPage hasNextPage } } }`,
      );

      expect(Object.values(booksPagination.pageInfo)).toEqual(expected);
    });

    test.each([
      { args: "(limit: 0)", message: "limit must be a whole number from 1 to 500, not 0." },
      { args: "(limit: -1)", message: "limit must be a whole number from 1 to 500, not -1." },
      { args: "(limit: 501)", message: "limit must be a whole number from 1 to 500, not 501." },
      { args: "(page: 0)", message: "page must be a whole number from 1, not 0." },
    ])("$args is refused with a clear error", async ({ args, message }) => {
      const error = await platform.error(`{ booksPagination${args} { items { title } } }`);

      expect(error).toMatchObject({ message, path: ["booksPagination"], extensions: { code: "BAD_USER_INPUT" } });
    });

    test("limit goes up to 500", async () => {
      expect(await page("(limit: 500)")).toHaveLength(12);
    });

    test("an explicit null stands for the default", async () => {
      expect(await page("(limit: null, page: null, filters: null, sort: null)")).toEqual(await page(""));
    });

    test("sort direction is ASC by default", async () => {
      expect(await page(`(limit: 3, sort: { field: "title" })`)).toEqual([1, 2, 3]);
      expect(await page(`(limit: 3, sort: { field: "title", direction: ASC })`)).toEqual([1, 2, 3]);
      expect(await page(`(limit: 3, sort: { field: "title", direction: DESC })`)).toEqual([12, 11, 10]);
      expect(await page(`(limit: 3, sort: { direction: ASC })`)).toEqual([1, 2, 3]);
    });

    test.each(["title", "summary", "pages", "lent", "published", "state", "scan", "id", "createdAt", "updatedAt"])(
      "sorted by %s, in both directions, pages never overlap",
      async (field) => {
        const everyPage = async (direction: "ASC" | "DESC") => {
          const pages = [1, 2, 3].map((number) =>
            page(`(limit: 5, page: ${number}, sort: { field: "${field}", direction: ${direction} })`),
          );
          return (await Promise.all(pages)).flat();
        };

        const ascending = await everyPage("ASC");
        const descending = await everyPage("DESC");

        expect(new Set(ascending).size).toBe(12);
        expect(ascending).toHaveLength(12);
        expect(descending).toEqual(ascending.toReversed());
      },
    );

    test.each([
      { field: "pages", first: [1, 5, 9] },
      { field: "published", first: [1, 2, 3, 4, 5, 6, 7, 8] },
      { field: "state", first: [6, 7, 8] },
    ])("sorted by $field, the smallest come first", async ({ field, first }) => {
      const found = await page(`(limit: ${first.length}, sort: { field: "${field}", direction: ASC })`);

      expect(found.toSorted((one, other) => one - other)).toEqual(first);
    });

    test.each(["details", "none", "RBAC"])("an unknown field in sort names the allowed ones: %s", async (field) => {
      const error = await platform.error(`{ booksPagination(sort: { field: "${field}" }) { items { title } } }`);

      expect(error.message).toBe(
        `"${field}" is not a field to sort by. Fields are: id, createdAt, updatedAt, title, summary, isbn, pages, lent, published, state, scan, word_count, external_id.`,
      );
    });

    test("only the selected columns are read, and the count does not run when it isn't asked for", async () => {
      const [read, ...others] = await statementsOf(
        `{ booksPagination(limit: 2) { items { title pages } pageInfo { currentPage hasPreviousPage } } }`,
      );

      expect(read).toMatch(/^select "title", "pages" from "books"/);
      expect(others).toEqual([]);
    });

    test("a page with its count takes two statements", async () => {
      const [read, count, ...others] = await statementsOf(
        `{ booksPagination { items { id } pageInfo { itemCount pageCount hasNextPage } } }`,
      );

      expect(read).toMatch(/^select "id" from "books"/);
      expect(count).toMatch(/^select count\(\*\) from "books"/);
      expect(others).toEqual([]);
    });

    test("the count alone takes one statement, and a filter that nothing can match none", async () => {
      const counted = await statementsOf(`{ booksPagination { pageInfo { itemCount } } }`);
      const impossible = await statementsOf(
        `{ booksPagination(filters: [{ title: { in: [] } }]) { items { id } pageInfo { itemCount } } }`,
      );

      expect(counted).toEqual([expect.stringMatching(/^select count\(\*\) from "books"/)]);
      expect(impossible).toEqual([]);
    });
  });

  describe("booksStatistics", () => {
    const statistics = async (args: string) => {
      const { booksStatistics } = await platform.data<{ booksStatistics: { group: string | null; count: number }[] }>(
        `{ booksStatistics${args} { group count } }`,
      );
      return booksStatistics.map(({ group, count }) => [group, count]);
    };

    test("without groupBy there is one row with the group total", async () => {
      expect(await statistics("")).toEqual([["total", 12]]);
      expect(await statistics(`(filters: [{ lent: { eq: true } }])`)).toEqual([["total", 3]]);
    });

    test.each([
      {
        field: "state",
        groups: [
          ["WORN_OUT", 5],
          ["IN_REPAIR", 3],
          ["NEW", 3],
          [null, 1],
        ],
      },
      {
        field: "summary",
        groups: [
          ["about 2", 4],
          ["about 0", 3],
          ["about 1", 3],
          [null, 2],
        ],
      },
      {
        field: "lent",
        groups: [
          ["false", 8],
          ["true", 3],
          [null, 1],
        ],
      },
      {
        field: "published",
        groups: [
          ["1900-01-01T00:00:00.000Z", 8],
          ["2000-06-15T12:00:00.000Z", 4],
        ],
      },
      {
        field: "pages",
        groups: [
          ["0", 3],
          ["100", 3],
          ["200", 3],
          ["300", 2],
          [null, 1],
        ],
      },
      {
        field: "scan",
        groups: [
          ["scan-0.pdf", 6],
          ["scan-1.pdf", 6],
        ],
      },
    ])("grouped by $field, the largest groups come first, and empty fields are a group", async ({ field, groups }) => {
      expect(await statistics(`(groupBy: "${field}")`)).toEqual(groups);
    });

    test("there are 10 groups by default, and limit says how many", async () => {
      expect(await statistics(`(groupBy: "title")`)).toHaveLength(10);
      expect(await statistics(`(groupBy: "title", limit: 500)`)).toHaveLength(12);
      expect(await statistics(`(groupBy: "state", limit: 2)`)).toEqual([
        ["WORN_OUT", 5],
        ["IN_REPAIR", 3],
      ]);
    });

    test("filters narrow what is counted, groups without items are left out", async () => {
      expect(await statistics(`(groupBy: "state", filters: [{ pages: { gte: 200 } }])`)).toEqual([
        ["IN_REPAIR", 2],
        ["WORN_OUT", 2],
        ["NEW", 1],
      ]);
    });

    test("fields may have any name", async () => {
      for (const [kind, value, count] of [
        ["small", 1, 7],
        ["small", 2, 5],
        ["large", 3, 6],
      ] as const) {
        await platform.data(`mutation ($input: orderInput!) { orderCreateOne(input: $input) { item { id } } }`, {
          input: { kind: kind.toUpperCase(), value, count, group: `group of ${kind}`, true: value > 1 },
        });
      }

      const found = await platform.data(`{
        byKind: orderStatistics(groupBy: "kind") { group count }
        byTrue: orderStatistics(groupBy: "true") { group count }
        byCount: orderStatistics(groupBy: "count") { group count }
        byGroup: orderStatistics(groupBy: "group", filters: [{ value: { lte: 2 } }]) { group count }
        orderOne(filters: [{ group: { contains: "small" } }], sort: { field: "count" }) { kind value count group }
      }`);

      expect(found).toEqual({
        byKind: [
          { group: "SMALL", count: 2 },
          { group: "LARGE", count: 1 },
        ],
        byTrue: [
          { group: "true", count: 2 },
          { group: "false", count: 1 },
        ],
        byCount: [
          { group: "5", count: 1 },
          { group: "6", count: 1 },
          { group: "7", count: 1 },
        ],
        byGroup: [{ group: "group of small", count: 2 }],
        orderOne: { kind: "SMALL", value: 2, count: 5, group: "group of small" },
      });
    });

    test("a limit outside 1 to 500 is refused with a clear error", async () => {
      const error = await platform.error(`{ booksStatistics(groupBy: "state", limit: 0) { count } }`);

      expect(error.message).toBe("limit must be a whole number from 1 to 500, not 0.");
    });

    test("an unknown field in groupBy names the allowed ones", async () => {
      const error = await platform.error(`{ booksStatistics(groupBy: "details") { count } }`);

      expect(error.message).toBe(
        `"details" is not a field to group by. Fields are: id, createdAt, updatedAt, title, summary, isbn, pages, lent, published, state, scan, word_count, external_id.`,
      );
    });
  });

  describe("a document", () => {
    test("may ask for several root fields, under aliases", async () => {
      const found = await platform.data(
        `query ($id: ID!) {
          first: booksById(id: $id) { name: title }
          second: booksOne(filters: [{ title: { eq: "book 02" } }]) { title }
          booksStatistics { count }
          readersPagination { items { name } }
        }`,
        { id: ids[0] },
      );

      expect(found).toEqual({
        first: { name: "book 01" },
        second: { title: "book 02" },
        booksStatistics: [{ count: 12 }],
        readersPagination: { items: [] },
      });
    });

    test("may use named and inline fragments and __typename", async () => {
      const found = await platform.data(
        `query ($id: ID!) {
          booksById(id: $id) { ...label ... on books { pages } ... { state } __typename }
          booksPagination(limit: 1) { ...numbers __typename }
        }
        fragment label on books { title ...more }
        fragment more on books { scan }
        fragment numbers on BooksPaginationResult { pageInfo { itemCount __typename } }`,
        { id: ids[6] },
      );

      expect(found).toEqual({
        booksById: { title: "book 07", scan: "scan-0.pdf", pages: 200, state: "IN_REPAIR", __typename: "books" },
        booksPagination: { pageInfo: { itemCount: 12, __typename: "PageInfo" }, __typename: "BooksPaginationResult" },
      });
    });

    test.each([
      { isFull: true, expected: { title: "book 01", pages: 0, lent: null } },
      { isFull: false, expected: { title: "book 01", scan: "scan-0.pdf" } },
    ])("may skip and include fields by a variable: $isFull", async ({ isFull, expected }) => {
      const found = await platform.data(
        `query ($id: ID!, $isFull: Boolean!) {
          booksById(id: $id) {
            title
            pages @include(if: $isFull)
            scan @skip(if: $isFull)
            ... @include(if: $isFull) { lent }
          }
        }`,
        { id: ids[0], isFull },
      );

      expect(found).toEqual({ booksById: expected });
    });

    test("of which a part is skipped does not read its columns", async () => {
      const skipped = await statementsOf(`{ booksOne { title pages @skip(if: true) ...rest @include(if: false) } }
        fragment rest on books { summary }`);

      expect(skipped).toEqual([expect.stringMatching(/^select "title" from "books"/)]);
    });

    test("that selects nothing but __typename still finds the items", async () => {
      const found = await platform.data(`{ booksPagination(limit: 2) { items { __typename } } }`);

      expect(found).toEqual({ booksPagination: { items: [{ __typename: "books" }, { __typename: "books" }] } });
    });
  });
});
