import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

type Filter = Readonly<Record<string, unknown>>;

const everyTitle = ["dracula", "emma", "faust", "ulysses", "walden"];

describe.skipIf(isMissing)("2.5 Field type mapping and filter operators", () => {
  let platform: TestPlatform;
  const ids = new Map<string, string>();

  /** «walden» has a title and nothing else. */
  beforeAll(async () => {
    const app = library();
    platform = await startTestPlatform(app);
    const books = app.context("books");
    const created = [
      await books.create({
        title: "emma",
        summary: "Handsome, clever, and rich: 100% of it_all",
        pages: 474,
        lent: false,
        published: "1815-12-23T00:00:00.000Z",
        details: { genre: "novel", tags: ["love", "class"], parts: 3 },
        state: "new",
        scan: "scans/emma.pdf",
      }),
      await books.create({
        title: "faust",
        summary: "ÄRGER IM STUDIERZIMMER, C:\\hell",
        pages: 160.5,
        lent: true,
        published: "1808-04-01T10:30:00.000Z",
        details: { genre: "drama", parts: 1, sequel: null },
        state: "in-repair",
        scan: "scans/Faust.png",
      }),
      await books.create({
        title: "ulysses",
        summary: "Один день в Дублине",
        pages: 730,
        lent: true,
        published: "1922-02-02T00:00:00.000Z",
        details: ["odyssey", 18],
        state: "worn out",
        scan: "scans/ulysses.pdf",
      }),
      await books.create({
        title: "dracula",
        summary: "1000 nights",
        pages: 0,
        lent: false,
        published: "1897-05-26T00:00:00.000Z",
        details: "letters",
        state: "new",
      }),
      await books.create({ title: "walden", lent: null }),
    ];
    for (const { title, id } of created) ids.set(title, id);
  });
  afterAll(() => platform.close());

  const titlesOf = async (filters: unknown): Promise<readonly string[]> => {
    const { booksPagination } = await platform.data<{ booksPagination: { items: { title: string }[] } }>(
      `query ($filters: [FilterBooks]) { booksPagination(filters: $filters, sort: { field: "title" }) { items { title } } }`,
      { filters },
    );
    return booksPagination.items.map(({ title }) => title);
  };

  interface Case {
    readonly sentence: string;
    readonly filter: Filter;
    readonly found: readonly string[];
  }

  const holdsFor = (cases: readonly Case[]) =>
    test.each(cases)("$sentence", async ({ filter, found }) => {
      const titles = await titlesOf([filter]);

      expect(titles).toEqual(found);
    });

  describe("a string filter", () => {
    holdsFor([
      { sentence: "eq equals, case included", filter: { title: { eq: "emma" } }, found: ["emma"] },
      { sentence: "eq does not find another case", filter: { title: { eq: "Emma" } }, found: [] },
      { sentence: "eq null finds empty fields", filter: { summary: { eq: null } }, found: ["walden"] },
      {
        sentence: "ne finds what differs, empty fields included",
        filter: { summary: { ne: "1000 nights" } },
        found: ["emma", "faust", "ulysses", "walden"],
      },
      {
        sentence: "ne null finds filled fields",
        filter: { summary: { ne: null } },
        found: ["dracula", "emma", "faust", "ulysses"],
      },
      {
        sentence: "in is member of an array",
        filter: { title: { in: ["faust", "emma", "?"] } },
        found: ["emma", "faust"],
      },
      { sentence: "in with an empty array matches nothing", filter: { title: { in: [] } }, found: [] },
      {
        sentence: "in with null among the values finds empty fields too",
        filter: { summary: { in: [null, "1000 nights"] } },
        found: ["dracula", "walden"],
      },
      {
        sentence: "contains is a substring match",
        filter: { title: { contains: "ul" } },
        found: ["dracula", "ulysses"],
      },
      { sentence: "contains is case-insensitive", filter: { summary: { contains: "CLEVER" } }, found: ["emma"] },
      { sentence: "contains ignores the case of Ä", filter: { summary: { contains: "ärger" } }, found: ["faust"] },
      { sentence: "contains ignores the case of Д", filter: { summary: { contains: "ДУБЛИН" } }, found: ["ulysses"] },
      { sentence: "% in contains is literal", filter: { summary: { contains: "100%" } }, found: ["emma"] },
      { sentence: "_ in contains is literal", filter: { summary: { contains: "it_all" } }, found: ["emma"] },
      { sentence: "_ in contains does not stand for a character", filter: { title: { contains: "e_ma" } }, found: [] },
      {
        sentence: "a backslash in contains is literal",
        filter: { summary: { contains: "C:\\HELL" } },
        found: ["faust"],
      },
      {
        sentence: "contains with an empty text finds every filled field",
        filter: { summary: { contains: "" } },
        found: ["dracula", "emma", "faust", "ulysses"],
      },
      {
        sentence: "a file is filtered like a string",
        filter: { scan: { contains: ".PDF" } },
        found: ["emma", "ulysses"],
      },
      { sentence: "a file equals by its whole name", filter: { scan: { eq: "scans/emma.pdf" } }, found: ["emma"] },
    ]);
  });

  describe("a number filter", () => {
    holdsFor([
      { sentence: "eq equals, fractions included", filter: { pages: { eq: 160.5 } }, found: ["faust"] },
      { sentence: "eq zero does not find empty fields", filter: { pages: { eq: 0 } }, found: ["dracula"] },
      { sentence: "eq null finds empty fields", filter: { pages: { eq: null } }, found: ["walden"] },
      {
        sentence: "ne finds what differs, empty fields included",
        filter: { pages: { ne: 474 } },
        found: ["dracula", "faust", "ulysses", "walden"],
      },
      { sentence: "in is member of an array", filter: { pages: { in: [0, 730, 9] } }, found: ["dracula", "ulysses"] },
      { sentence: "in with an empty array matches nothing", filter: { pages: { in: [] } }, found: [] },
      { sentence: "lte is less than or equal", filter: { pages: { lte: 160.5 } }, found: ["dracula", "faust"] },
      { sentence: "gte is greater than or equal", filter: { pages: { gte: 474 } }, found: ["emma", "ulysses"] },
      {
        sentence: "a range uses gte and lte together",
        filter: { pages: { gte: 1, lte: 500 } },
        found: ["emma", "faust"],
      },
    ]);
  });

  describe("a boolean filter", () => {
    holdsFor([
      { sentence: "eq equals", filter: { lent: { eq: false } }, found: ["dracula", "emma"] },
      { sentence: "eq null finds empty fields", filter: { lent: { eq: null } }, found: ["walden"] },
      {
        sentence: "ne finds what differs, empty fields included",
        filter: { lent: { ne: true } },
        found: ["dracula", "emma", "walden"],
      },
      {
        sentence: "in is member of an array",
        filter: { lent: { in: [true, null] } },
        found: ["faust", "ulysses", "walden"],
      },
    ]);
  });

  describe("a date filter", () => {
    holdsFor([
      {
        sentence: "lte is on or before",
        filter: { published: { lte: "1815-12-23T00:00:00.000Z" } },
        found: ["emma", "faust"],
      },
      {
        sentence: "gte is on or after",
        filter: { published: { gte: "1897-05-26T00:00:00.000Z" } },
        found: ["dracula", "ulysses"],
      },
      {
        sentence: "an offset in the ISO 8601 timestamp counts",
        filter: { published: { lte: "1808-04-01T12:30:00+02:00", gte: "1808-04-01T05:30:00-05:00" } },
        found: ["faust"],
      },
      {
        sentence: "a range uses gte and lte together",
        filter: { published: { gte: "1809-01-01T00:00:00Z", lte: "1899-12-31T23:59:59Z" } },
        found: ["dracula", "emma"],
      },
      {
        sentence: "or combines ranges",
        filter: { published: { or: [{ lte: "1810-01-01T00:00:00Z" }, { gte: "1900-01-01T00:00:00Z" }] } },
        found: ["faust", "ulysses"],
      },
      {
        sentence: "createdAt is filtered as a date",
        filter: { createdAt: { lte: "2000-01-01T00:00:00Z" } },
        found: [],
      },
      {
        sentence: "updatedAt is filtered as a date",
        filter: { updatedAt: { gte: "2000-01-01T00:00:00Z" } },
        found: everyTitle,
      },
    ]);
  });

  describe("a json filter", () => {
    holdsFor([
      {
        sentence: "eq equals the whole value, whatever the order of members",
        filter: { details: { eq: { parts: 3, tags: ["love", "class"], genre: "novel" } } },
        found: ["emma"],
      },
      { sentence: "eq does not find a part of the value", filter: { details: { eq: { genre: "novel" } } }, found: [] },
      { sentence: "eq equals a text", filter: { details: { eq: "letters" } }, found: ["dracula"] },
      { sentence: "eq null finds empty fields", filter: { details: { eq: null } }, found: ["walden"] },
      {
        sentence: "ne finds what differs, empty fields included",
        filter: { details: { ne: "letters" } },
        found: ["emma", "faust", "ulysses", "walden"],
      },
      {
        sentence: "in is member of an array",
        filter: { details: { in: ["letters", ["odyssey", 18], { parts: 3 }] } },
        found: ["dracula", "ulysses"],
      },
      {
        sentence: "contains finds given members",
        filter: { details: { contains: { genre: "drama" } } },
        found: ["faust"],
      },
      {
        sentence: "contains finds given elements",
        filter: { details: { contains: { tags: ["class"] } } },
        found: ["emma"],
      },
      { sentence: "contains finds an element of a list", filter: { details: { contains: [18] } }, found: ["ulysses"] },
      {
        sentence: "contains finds a member that is null",
        filter: { details: { contains: { sequel: null } } },
        found: ["faust"],
      },
    ]);

    test("a value written in the document may hold variables", async () => {
      const found = await platform.data(
        `query ($genre: JSON) { booksOne(filters: { details: { contains: { genre: $genre, parts: 1 } } }) { title } }`,
        { genre: "drama" },
      );

      expect(found).toEqual({ booksOne: { title: "faust" } });
    });
  });

  describe("an enum filter", () => {
    holdsFor([
      { sentence: "eq equals, by the name in the API", filter: { state: { eq: "IN_REPAIR" } }, found: ["faust"] },
      { sentence: "eq null finds empty fields", filter: { state: { eq: null } }, found: ["walden"] },
      {
        sentence: "ne finds what differs, empty fields included",
        filter: { state: { ne: "NEW" } },
        found: ["faust", "ulysses", "walden"],
      },
      {
        sentence: "in is member of an array",
        filter: { state: { in: ["WORN_OUT", "IN_REPAIR"] } },
        found: ["faust", "ulysses"],
      },
    ]);
  });

  describe("an id filter", () => {
    const idOf = (title: string) => ids.get(title) ?? "";

    test.each([
      { sentence: "eq equals", filter: () => ({ eq: idOf("emma") }), found: ["emma"] },
      { sentence: "eq ignores the case", filter: () => ({ eq: idOf("emma").toUpperCase() }), found: ["emma"] },
      {
        sentence: "ne finds the others",
        filter: () => ({ ne: idOf("emma") }),
        found: ["dracula", "faust", "ulysses", "walden"],
      },
      { sentence: "in is member of an array", filter: () => ({ in: [idOf("faust"), "none"] }), found: ["faust"] },
      {
        sentence: "or combines",
        filter: () => ({ or: [{ eq: idOf("faust") }, { eq: idOf("emma") }] }),
        found: ["emma", "faust"],
      },
      { sentence: "what can't be an id equals nothing", filter: () => ({ eq: "emma" }), found: [] },
      { sentence: "what can't be an id differs from everything", filter: () => ({ ne: "emma" }), found: everyTitle },
    ])("$sentence", async ({ filter, found }) => {
      const titles = await titlesOf([{ id: filter() }]);

      expect(titles).toEqual(found);
    });
  });

  describe("and, or", () => {
    holdsFor([
      {
        sentence: "operators of a field are ANDed",
        filter: { title: { ne: "emma", contains: "m" } },
        found: [],
      },
      {
        sentence: "fields of an entry are ANDed",
        filter: { lent: { eq: true }, pages: { gte: 500 } },
        found: ["ulysses"],
      },
      {
        sentence: "or inside an operator type takes a list of the same type",
        filter: { pages: { or: [{ lte: 100 }, { gte: 700 }] } },
        found: ["dracula", "ulysses"],
      },
      {
        sentence: "and inside an operator type takes a list of the same type",
        filter: { title: { and: [{ contains: "u" }, { contains: "l" }, { ne: "ulysses" }] } },
        found: ["dracula"],
      },
      {
        sentence: "operators nest to any depth",
        filter: { pages: { or: [{ and: [{ gte: 100 }, { or: [{ lte: 200 }, { eq: 474 }] }] }, { eq: null }] } },
        found: ["emma", "faust", "walden"],
      },
      {
        sentence: "a combination is ANDed with the operators beside it",
        filter: { pages: { gte: 100, or: [{ eq: 0 }, { eq: 730 }] } },
        found: ["ulysses"],
      },
      {
        sentence: "filter types take or lists of themselves",
        filter: { or: [{ title: { eq: "emma" } }, { state: { eq: "IN_REPAIR" } }] },
        found: ["emma", "faust"],
      },
      {
        sentence: "filter types take and lists of themselves, to any depth",
        filter: {
          and: [
            { or: [{ lent: { eq: true } }, { and: [{ pages: { eq: null } }, { state: { eq: null } }] }] },
            { or: [{ title: { contains: "w" } }, { details: { contains: ["odyssey"] } }] },
          ],
        },
        found: ["ulysses", "walden"],
      },
      {
        sentence: "a field beside and and or is ANDed with them",
        filter: { lent: { eq: true }, or: [{ title: { eq: "emma" } }, { title: { eq: "faust" } }] },
        found: ["faust"],
      },
      { sentence: "an empty and of entries matches everything", filter: { and: [] }, found: everyTitle },
      { sentence: "an empty or of entries matches nothing", filter: { or: [] }, found: [] },
      { sentence: "an empty and of operators matches everything", filter: { title: { and: [] } }, found: everyTitle },
      { sentence: "an empty or of operators matches nothing", filter: { title: { or: [] } }, found: [] },
      { sentence: "no operator matches everything", filter: { title: {} }, found: everyTitle },
      {
        sentence: "an alternative without conditions matches everything",
        filter: { or: [{ or: [] }, {}] },
        found: everyTitle,
      },
    ]);

    test.each([
      {
        sentence: "entries of the list are ANDed",
        filters: [{ lent: { eq: true } }, { title: { contains: "faust" } }],
        found: ["faust"],
      },
      { sentence: "no entry matches everything", filters: [], found: everyTitle },
      { sentence: "filters that are null match everything", filters: null, found: everyTitle },
      { sentence: "one entry needs no list", filters: { title: { eq: "emma" } }, found: ["emma"] },
    ])("$sentence", async ({ filters, found }) => {
      const titles = await titlesOf(filters);

      expect(titles).toEqual(found);
    });
  });

  test.each([
    {
      filter: `{ pages: { contains: "4" } }`,
      message: `Field "contains" is not defined by type "FilterOperatorFloat".`,
    },
    {
      filter: `{ published: { eq: "1808-04-01T10:30:00Z" } }`,
      message: `Field "eq" is not defined by type "FilterOperatorDate".`,
    },
    { filter: `{ details: { or: [] } }`, message: `Field "or" is not defined by type "FilterOperatorJSON".` },
    { filter: `{ RBAC: {} }`, message: `Field "RBAC" is not defined by type "FilterBooks".` },
    {
      filter: `{ published: { lte: "1808-02-30T00:00:00Z" } }`,
      message: "A Date must be an ISO 8601 timestamp of an existing day, like 2026-11-15T09:30:00Z.",
    },
    {
      filter: `{ state: { eq: "in-repair" } }`,
      message: `Enum "stateEnum" cannot represent non-enum value: "in-repair".`,
    },
  ])("the filter $filter is refused", async ({ filter, message }) => {
    const error = await platform.error(`{ booksOne(filters: [${filter}]) { title } }`);

    expect(error).toMatchObject({ message: expect.stringContaining(message), extensions: { code: "BAD_USER_INPUT" } });
  });
});
