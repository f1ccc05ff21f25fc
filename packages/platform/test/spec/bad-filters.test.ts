import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusal, told } from "../support/checksum.ts";
import { library } from "../support/library.ts";
import { postBody } from "../support/post-body.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const badInput = "BAD_USER_INPUT";
const countBooks = `query ($filters: [FilterBooks]) {
  booksPagination(filters: $filters) { pageInfo { itemCount } }
}`;
const removeBook = "mutation ($where: JSON!) { booksRemoveOne(where: $where) { id } }";

describe.skipIf(isMissing)("Odd and oversized filters", () => {
  const app = library();
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startTestPlatform(app);
    await app.context("books").create({ title: "Emma", pages: 474, state: "new" });
    await app.context("books").create({ title: "100% wool_socks", pages: 12 });
    await app.context("books").create({ title: "1000 wool socks" });
  });
  afterAll(() => platform.close());
  beforeEach(() => platform.forget());

  const odd: readonly { sentence: string; filter: object; itemCount: number }[] = [
    { sentence: "threat 6: in with an empty list finds nothing", filter: { title: { in: [] } }, itemCount: 0 },
    {
      sentence: "threat 6: in with an empty list of enum values finds nothing",
      filter: { state: { in: [] } },
      itemCount: 0,
    },
    { sentence: "threat 6: and without parts finds everything", filter: { and: [] }, itemCount: 3 },
    { sentence: "threat 6: or without parts finds nothing", filter: { or: [] }, itemCount: 0 },
    { sentence: "threat 6: and of no operators finds everything", filter: { title: { and: [] } }, itemCount: 3 },
    { sentence: "threat 6: or of no operators finds nothing", filter: { title: { or: [] } }, itemCount: 0 },
    {
      sentence: "threat 6: an empty or narrows what is beside it",
      filter: { or: [], title: { eq: "Emma" } },
      itemCount: 0,
    },
    { sentence: "an empty filter finds everything", filter: {}, itemCount: 3 },
    { sentence: "threat 19: % in contains is literal", filter: { title: { contains: "100%" } }, itemCount: 1 },
    { sentence: "threat 19: _ in contains is literal", filter: { title: { contains: "l_s" } }, itemCount: 1 },
    { sentence: "threat 19: \\ in contains is literal", filter: { title: { contains: "\\" } }, itemCount: 0 },
    { sentence: "threat 19: % alone finds only what holds one", filter: { title: { contains: "%" } }, itemCount: 1 },
    { sentence: "contains with an empty text finds every text", filter: { title: { contains: "" } }, itemCount: 3 },
    { sentence: "a text that looks like SQL is only a text", filter: { title: { eq: "' or '1'='1" } }, itemCount: 0 },
    { sentence: "a text of 100 kB is only a text", filter: { isbn: { eq: "x".repeat(100_000) } }, itemCount: 0 },
  ];
  for (const { sentence, filter, itemCount } of odd) {
    test(sentence, async () => {
      const found = await platform.data(countBooks, { filters: [filter] });

      expect(found).toEqual(books(itemCount));
    });
  }

  test("in takes 10,000 values, and the text of the statement does not depend on them", async () => {
    const values = Array.from({ length: 10_000 }, (_, index) => `title ${index}, "quoted" \\ {}`).with(9999, "Emma");

    const found = await platform.data(countBooks, { filters: [{ title: { in: values } }] });

    expect(found).toEqual(books(1));
    expect(new Set(platform.statements.map(({ text }) => text))).toEqual(
      new Set([`select count(*) from "books" where "title" = any($1::text[])`]),
    );
  });

  test("in refuses 10,001 values", async () => {
    const values = Array.from({ length: 10_001 }, (_, index) => index);

    const error = await platform.error(countBooks, { filters: [{ pages: { in: values } }] });

    expect(told(error)).toEqual({
      message: `"in" on "pages" takes at most 10000 values, not 10001.`,
      code: badInput,
    });
    expect(platform.statements).toEqual([]);
  });

  test("filters may be nested 20 levels deep", async () => {
    const nested = (levels: number): object => (levels === 0 ? {} : { and: [nested(levels - 1)] });

    const found = await platform.data(countBooks, { filters: [nested(20)] });
    const error = await platform.error(countBooks, { filters: [nested(21)] });

    expect(found).toEqual(books(3));
    expect(told(error)).toEqual({ message: "Filters may be nested 20 levels deep at most.", code: badInput });
  });

  test("a filter may hold 2,000 parts", async () => {
    const wide = (parts: number) => [{ or: Array.from({ length: parts }, () => ({ title: { eq: "Emma" } })) }];

    const found = await platform.data(countBooks, { filters: wide(999) });
    const error = await platform.error(countBooks, { filters: wide(1000) });

    expect(found).toEqual(books(1));
    expect(told(error)).toEqual({
      message: `A filter may hold 2000 parts at most; to match one of many values, use "in".`,
      code: badInput,
    });
  });

  const oversized: readonly { sentence: string; filters: string }[] = [
    { sentence: "a megabyte of empty filters", filters: `[${"{},".repeat(300_000)}{}]` },
    { sentence: "a filter nested 40,000 levels deep", filters: `${'{"and":['.repeat(40_000)}{}${"]}".repeat(40_000)}` },
    {
      sentence: "a filter of more conditions than a statement has parameters",
      filters: `[${'{"title":{"eq":"","ne":""}},'.repeat(33_000)}{}]`,
    },
  ];
  for (const { sentence, filters } of oversized) {
    test(`${sentence} is refused without a look at the database`, async () => {
      const body = `{"query":${JSON.stringify(countBooks)},"variables":{"filters":${filters}}}`;

      const { answer } = await postBody(platform, body);

      const message = `The variable "$filters" may hold 5000 objects at most, nested 100 levels deep.`;
      expect(answer).toMatchObject({
        data: null,
        errors: [{ message, extensions: { code: badInput } }],
      });
      expect(platform.statements).toEqual([]);
    });
  }

  test("a megabyte of empty filters is refused in RemoveOne's JSON too, and nothing changes", async () => {
    const where = Array.from({ length: 300_000 }, () => ({}));

    const error = await refusal(platform, removeBook, { where });

    expect(error).toEqual({
      message: `"where" may hold 5000 objects at most, nested 100 levels deep.`,
      code: badInput,
    });
  });

  test("a variable that is left out leaves its condition out, the first time and ever after", async () => {
    const query = `query ($title: String, $limit: Int) {
      booksPagination(limit: $limit, filters: [{ title: { eq: $title } }]) { pageInfo { itemCount } }
    }`;

    const found = [await platform.data(query), await platform.data(query, { title: "Emma" })];

    expect(found).toEqual([books(3), books(1)]);
  });
});

function books(itemCount: number) {
  return { booksPagination: { pageInfo: { itemCount } } };
}
