import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal } from "../support/checksum.ts";
import { library } from "../support/library.ts";
import { postBody } from "../support/post-body.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const badInput = "BAD_USER_INPUT";
const notADate = "A Date must be an ISO 8601 timestamp of an existing day, like 2026-11-15T09:30:00Z.";
const create = "mutation ($input: booksInput!) { booksCreateOne(input: $input) { item { id } } }";
const list = "query ($filter: FilterBooks) { booksPagination(filters: [$filter]) { items { id } } }";

describe.skipIf(isMissing)("Odd numbers, dates and JSON", () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startTestPlatform(library());
  });
  afterAll(() => platform.close());

  test.for([5e-324, 1.7976931348623157e308, -0.1, 0.30000000000000004, 9007199254740991])(
    "the number %d comes back as it went in",
    async (pages) => {
      const book = await created({ title: "T", pages });

      expect(book).toMatchObject({ pages });
    },
  );

  test.for([
    "2026-02-30",
    "2023-02-29",
    "1900-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "2026-01-01T25:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T23:60:00Z",
    "2026-01-01T23:59:60Z",
    "0000-01-01",
    "10000-01-01",
    "-000001-01-01",
    "+002026-01-01",
    "9999-12-31T23:59:59-01:00",
    "0001-01-01T00:00:00+01:00",
    "2026-01-01T00:00:00+16:00",
    "2026-1-1",
    "",
    "now",
    "infinity",
    "epoch",
    "2026-01-01T00:00:00 UTC",
    "2026-01-01'; drop table books; --",
  ])("%j is no date, neither as a value nor in a filter", async (published) => {
    const errors = [
      await refusal(platform, create, { input: { title: "T", published } }),
      await refusal(platform, list, { filter: { published: { gte: published } } }),
    ];

    expect(errors).toEqual([
      {
        message: `Variable "$input" got an invalid value at "input.published"; ${notADate}`,
        code: badInput,
      },
      {
        message: `Variable "$filter" got an invalid value at "filter.published.gte"; ${notADate}`,
        code: badInput,
      },
    ]);
  });

  test.for([
    { given: "2024-02-29", kept: "2024-02-29T00:00:00.000Z" },
    { given: "2000-02-29T12:00:00", kept: "2000-02-29T12:00:00.000Z" },
    { given: "2026-01-01T00:00:00+14:00", kept: "2025-12-31T10:00:00.000Z" },
    { given: "2026-01-01T00:00:00-0930", kept: "2026-01-01T09:30:00.000Z" },
    { given: "2026-01-01 09:30:00.123456789Z", kept: "2026-01-01T09:30:00.123Z" },
    { given: "0001-01-01", kept: "0001-01-01T00:00:00.000Z" },
    { given: "0099-05-05", kept: "0099-05-05T00:00:00.000Z" },
    { given: "9999-12-31T23:59:59.999Z", kept: "9999-12-31T23:59:59.999Z" },
  ])("the date $given is kept as $kept", async ({ given, kept }) => {
    const book = await created({ title: "T", published: given });

    expect(book).toMatchObject({ published: kept });
  });

  const shapes: readonly { shape: string; details: string }[] = [
    ...[
      "0",
      "-1.5e-7",
      "true",
      "false",
      `""`,
      `"text"`,
      "[]",
      "{}",
      "[null]",
      `{"a":null}`,
      '[[1,[2]],{"b":[{}]}]',
    ].map((details) => ({ shape: details, details })),
    { shape: "keys of any script", details: `{"ключ":1,"鍵":2,"":3,"a\\"b":4,"a.b":5,"😀":6}` },
    {
      shape: "keys with a meaning in JavaScript",
      details: `{"__proto__":{"x":1},"constructor":{"prototype":2},"toString":3}`,
    },
    {
      shape: "texts that look like SQL and escapes",
      details: `["'; drop table books; --","\\\\u0000","\\\\","\\t\\n\\u001f"]`,
    },
    { shape: "100 levels", details: `${"[".repeat(100)}${"]".repeat(100)}` },
  ];
  for (const { shape, details } of shapes) {
    test(`JSON comes back as it went in: ${shape}`, async () => {
      const book = await created({ title: "T", details: "$details" }, details);

      expect(book.details).toEqual(JSON.parse(details));
    });
  }

  test("null in a JSON field empties it", async () => {
    const book = await created({ title: "T", details: null });

    expect(book).toMatchObject({ details: null });
  });

  test("JSON nested 101 levels deep is refused, and nothing changes", async () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

    const errors = [
      await refusal(platform, create, { input: { title: "T", details: nested(101) } }),
      await refusal(platform, list, { filter: { details: { contains: nested(101) } } }),
    ];

    const fault = "JSON must not be nested deeper than 100 levels.";
    expect(errors).toEqual([
      { message: expect.stringContaining(`at "input.details"; ${fault}`), code: badInput },
      { message: expect.stringContaining(`at "filter.details.contains"; ${fault}`), code: badInput },
    ]);
  });

  /** Creates a book, with JSON text in place of `"$details"`, and reads it back. */
  async function created(input: object, details = ""): Promise<Record<string, unknown>> {
    const body = JSON.stringify({ query: create, variables: { input } }).replace(`"$details"`, () => details);
    const { answer } = await postBody(platform, body);
    const { booksCreateOne } = answer.data as unknown as { booksCreateOne: { item: { id: string } } };
    const { booksById } = await platform.data<{ booksById: Record<string, unknown> }>(
      "query ($id: ID!) { booksById(id: $id) { pages published details } }",
      { id: booksCreateOne.item.id },
    );
    return booksById;
  }
});
