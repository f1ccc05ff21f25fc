import { getIntrospectionQuery, type IntrospectionQuery } from "graphql";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { told } from "../support/checksum.ts";
import { articles } from "../support/encyclopedia.ts";
import { books, library, readers } from "../support/library.ts";
import { postBody } from "../support/post-body.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const badInput = "BAD_USER_INPUT";
const dearest =
  "booksPagination(limit: 500) { items { id title RBAC { users { id } roles { id } } } pageInfo { itemCount } }";
const tooManyTokens = "Syntax Error: Document contains more that 2000 tokens. Parsing aborted.";

describe.skipIf(isMissing)("Limits before execution", () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startTestPlatform(new PlatformApp({ contexts: [books, readers, articles] }));
    await platform.data("{ __typename }");
  });
  afterAll(() => platform.close());
  beforeEach(() => platform.forget());

  const limits: readonly { limit: string; within: string; beyond: string; message: string }[] = [
    {
      limit: "100 aliases",
      within: `{ ${aliases(100, "booksOne { id }")} }`,
      beyond: `{ ${aliases(101, "booksOne { id }")} }`,
      message: "The operation has more than 100 aliases, which is the limit.",
    },
    {
      limit: "100 aliases below the root",
      within: `{ booksOne { ${aliases(100, "id")} } }`,
      beyond: `{ booksOne { ${aliases(101, "id")} } }`,
      message: "The operation has more than 100 aliases, which is the limit.",
    },
    {
      limit: "100 root fields",
      within: `{ ${"booksOne { id } ".repeat(100)} }`,
      beyond: `{ ${"booksOne { id } ".repeat(101)} }`,
      message: "The operation has more than 100 root fields, which is the limit.",
    },
    {
      limit: "100 root fields in fragments",
      within: `{ ${"...F ".repeat(20)} } fragment F on Query { ${"booksOne { id } ".repeat(5)} }`,
      beyond: `{ ${"...F ".repeat(21)} } fragment F on Query { ${"booksOne { id } ".repeat(5)} }`,
      message: "The operation has more than 100 root fields, which is the limit.",
    },
    {
      limit: "2,000 tokens",
      within: `{ ${aliases(666, "__typename")} }`,
      beyond: `{ ${aliases(666, "__typename")} __typename }`,
      message: tooManyTokens,
    },
    {
      limit: "a cost of 5,000",
      within: `{ ${aliases(9, "booksPagination(limit: 500) { items { id } }")} }`,
      beyond: `{ ${aliases(10, "booksPagination(limit: 500) { items { id } }")} }`,
      message: "The operation may give back 5010 objects; the limit is 5000. Ask for fewer rows or fields.",
    },
    {
      limit: "a cost of 5,000, with variables that have a default",
      within: `query ($rows: Int = 500) { ${aliases(9, "booksPagination(limit: $rows) { items { id } }")} }`,
      beyond: `query ($rows: Int = 500) { ${aliases(10, "booksPagination(limit: $rows) { items { id } }")} }`,
      message: "The operation may give back 5010 objects; the limit is 5000. Ask for fewer rows or fields.",
    },
    {
      limit: "a cost of 5,000, with lists inside lists",
      within: "{ booksPagination(limit: 400) { items { RBAC { users { id } } } } }",
      beyond: "{ booksPagination(limit: 500) { items { RBAC { users { id } } } } }",
      message: "The operation may give back 6001 objects; the limit is 5000. Ask for fewer rows or fields.",
    },
    {
      limit: "45 searches",
      within: `{ ${aliases(45, `articlesVectorSearch(query: "a", method: tsvector) { chunks { chunk_id } }`)} }`,
      beyond: `{ ${aliases(46, `articlesVectorSearch(query: "a", method: tsvector) { chunks { chunk_id } }`)} }`,
      message: "The operation may give back 5106 objects; the limit is 5000. Ask for fewer rows or fields.",
    },
    {
      limit: "9 searches with all neighbours",
      within: `{ ${aliases(9, `articlesVectorSearch(query: "a", method: tsvector, expand: { before: 20, after: 20 }) { chunks { chunk_id } }`)} }`,
      beyond: `{ ${aliases(10, `articlesVectorSearch(query: "a", method: tsvector, expand: { before: 20, after: 20 }) { chunks { chunk_id } }`)} }`,
      message: "The operation may give back 5110 objects; the limit is 5000. Ask for fewer rows or fields.",
    },
    {
      limit: "45 ranked lists",
      within: `{ ${aliases(45, `articlesPagination(search: { query: "a", method: tsvector }) { items { id } }`)} }`,
      beyond: `{ ${aliases(46, `articlesPagination(search: { query: "a", method: tsvector }) { items { id } }`)} }`,
      message: "The operation may give back 5106 objects; the limit is 5000. Ask for fewer rows or fields.",
    },
    {
      limit: "5 introspections",
      within: `{ ${aliases(5, "__schema { queryType { name } }")} }`,
      beyond: `{ ${aliases(6, "__schema { queryType { name } }")} }`,
      message: "The operation has more than 5 introspections, which is the limit.",
    },
  ];
  for (const { limit, within, beyond, message } of limits) {
    test(`an operation may have ${limit}, and more is refused without a statement`, async () => {
      await platform.data(within);
      platform.forget();

      const error = await platform.error(beyond);

      expect(told(error)).toEqual({ message, code: badInput });
      expect(platform.statements).toEqual([]);
    });
  }

  test("an operation may be nested 10 levels deep, fragments included", async () => {
    const nested = (levels: number): string => (levels === 1 ? "a" : `a { ${nested(levels - 1)} }`);
    const spread = `{ ...F } fragment F on Query { ${nested(11)} }`;

    const errors = [
      await platform.error(`{ ${nested(10)} }`),
      await platform.error(`{ ${nested(11)} }`),
      await platform.error(spread),
    ];

    const message = "The operation has more than 10 levels of nesting, which is the limit.";
    expect(errors.map(told)).toEqual([
      { message: `Cannot query field "a" on type "Query".`, code: badInput },
      { message, code: badInput },
      { message, code: badInput },
    ]);
  });

  test("a body may have 1 MiB", async () => {
    const body = (bytes: number) => {
      const empty = JSON.stringify({ query: "{ __typename }", extensions: { padding: "" } });
      return empty.replace(`""`, () => `"${"x".repeat(bytes - empty.length)}"`);
    };

    const within = await postBody(platform, body(1024 * 1024));
    const beyond = await postBody(platform, body(1024 * 1024 + 1));

    expect(within).toEqual({ status: 200, answer: { data: { __typename: "Query" } } });
    expect(beyond.status).toBe(413);
    expect(beyond.answer.errors?.map(told)).toEqual([{ message: "Request body is too large", code: badInput }]);
  });

  test("threat 21: 5,000 aliases of the dearest resolver are refused within 50 ms, without a statement", async () => {
    const query = `{ ${aliases(5000, dearest)} }`;

    const { milliseconds, error } = await quickest(query);

    expect(told(error)).toEqual({ message: tooManyTokens, code: badInput });
    expect(milliseconds).toBeLessThan(50);
    expect(platform.statements).toEqual([]);
  });

  const chain = (length: number) =>
    Array.from({ length }, (_, index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`).join(" ");
  const attacks: readonly { attack: string; query: string; message: string }[] = [
    {
      attack: "a fragment that spreads itself",
      query: "{ booksOne { ...A } } fragment A on books { id ...A }",
      message: `Cannot spread fragment "A" within itself.`,
    },
    {
      attack: "fragments in a circle",
      query: "{ ...A } fragment A on Query { ...B } fragment B on Query { ...C } fragment C on Query { ...A }",
      message: `Cannot spread fragment "A" within itself via "B", "C".`,
    },
    {
      attack: "fragments that double sixty times, with fields in the end",
      query: `{ ...F0 } ${chain(60)} fragment F60 on Query { ${dearest} }`,
      message: "The operation has more than 100 root fields, which is the limit.",
    },
    {
      attack: "fragments that double sixty times, with nothing in the end",
      query: `{ ...F0 } ${chain(60)} fragment F60 on Query { __typename }`,
      message: "The operation has more than 20000 fields, which is the limit.",
    },
    {
      attack: "fields nested 200 levels deep",
      query: `{ ${"a { ".repeat(199)} a ${"}".repeat(199)} }`,
      message: "The operation has more than 10 levels of nesting, which is the limit.",
    },
    {
      attack: "values nested 100,000 levels deep",
      query: `{ booksOne(filters: ${"[".repeat(100_000)}`,
      message: "The document has brackets nested more than 200 levels deep, which is the limit.",
    },
    { attack: "10,000 duplicated fields", query: `{ booksOne { ${"id ".repeat(10_000)} } }`, message: tooManyTokens },
    { attack: "a query of a megabyte", query: `{ booksOne { ${"id ".repeat(340_000)} } }`, message: tooManyTokens },
    {
      attack: "5,000 directives",
      query: `{ booksOne ${"@include(if: true) ".repeat(5000)} { id } }`,
      message: tooManyTokens,
    },
    {
      attack: "introspection that goes round in circles",
      query: `{ __type(name: "Query") { fields { type { fields { type { fields { type { fields { name } } } } } } } } }`,
      message: "Maximum introspection depth exceeded",
    },
  ];
  for (const { attack, query, message } of attacks) {
    test(`threat 22: ${attack}: refused within 50 ms, before execution`, async () => {
      const { milliseconds, error } = await quickest(query);

      expect(told(error)).toEqual({ message, code: badInput });
      expect(milliseconds).toBeLessThan(50);
      expect(platform.statements).toEqual([]);
    });
  }

  test("threat 22: a hundred times the whole schema, by aliases, is refused", async () => {
    const whole = getIntrospectionQuery().replace(
      /query IntrospectionQuery \{\s*__schema/,
      "fragment Whole on __Schema",
    );
    const query = `{ ${aliases(100, "__schema { ...Whole }")} } ${whole.replace(/\}\s*fragment FullType/, "fragment FullType")}`;

    const error = await platform.error(query);

    expect(told(error)).toEqual({
      message: "The operation has more than 5 introspections, which is the limit.",
      code: badInput,
    });
  });

  test("the standard introspection query is answered, and not counted", async () => {
    const query = getIntrospectionQuery({ descriptions: true, specifiedByUrl: true, directiveIsRepeatable: true });

    const { __schema } = await platform.data<IntrospectionQuery>(query);

    expect(__schema.types.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["books", "booksInput", "FilterBooks", "BooksPaginationResult", "stateEnum", "agents"]),
    );
    expect(platform.statements).toEqual([]);
  });

  test("introspection is for callers who have signed in", async () => {
    const body = JSON.stringify({ query: getIntrospectionQuery() });

    const response = await fetch(`${platform.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });

    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ data: null, errors: [{ message: "Invalid token" }] });
  });

  /** The least that some attempts took of the processor: the time on the clock would say how busy the machine is. */
  async function quickest(query: string) {
    let milliseconds = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 8; attempt++) {
      const before = process.cpuUsage();
      await postBody(platform, JSON.stringify({ query }));
      const { user, system } = process.cpuUsage(before);
      milliseconds = Math.min(milliseconds, (user + system) / 1000);
    }
    return { milliseconds, error: await platform.error(query) };
  }
});

describe.skipIf(isMissing)("Limits of one's own", () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startTestPlatform(library(), {
      limits: { depth: 3, aliases: 1, tokens: 60, rootFields: 2, cost: 20 },
    });
  });
  afterAll(() => platform.close());

  test.for([
    {
      within: "{ booksPagination { items { id } } }",
      beyond: "{ booksPagination { items { RBAC { type } } } }",
      message: "more than 3 levels",
    },
    {
      within: "{ a: booksOne { id } }",
      beyond: "{ a: booksOne { id } b: booksOne { id } }",
      message: "more than 1 aliases",
    },
    {
      within: "{ booksOne { id } readersOne { id } }",
      beyond: "{ booksOne { id } readersOne { id } agentOne { id } }",
      message: "more than 2 root fields",
    },
    {
      within: `{ booksOne { ${"id ".repeat(54)} } }`,
      beyond: `{ booksOne { ${"id ".repeat(60)} } }`,
      message: "more that 60 tokens",
    },
    {
      within: "{ booksPagination(limit: 19) { items { id } } }",
      beyond: "{ booksPagination(limit: 20) { items { id } } }",
      message: "21 objects; the limit is 20",
    },
  ])("an operation is refused that has $message", async ({ within, beyond, message }) => {
    await platform.data(within);

    const error = await platform.error(beyond);

    expect(told(error)).toEqual({ message: expect.stringContaining(message), code: badInput });
  });

  test("introspection is not counted", async () => {
    const query = "{ __schema { types { fields { type { ofType { name } } } } } }";

    const { __schema } = await platform.data<IntrospectionQuery>(query);

    expect(__schema.types.length).toBeGreaterThan(50);
  });
});

function aliases(count: number, field: string): string {
  return Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(" ");
}
