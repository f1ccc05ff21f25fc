import type { GraphQLSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { books, readers } from "../support/library.ts";
import { membersOf, operationsOf, servedSchema } from "../support/schema-members.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

/** The same enum values as the books have. */
const repairs = new PlatformContext({
  id: "bookRepairs",
  fields: [{ name: "state", type: "enum", enumValues: ["new", "in-repair", "worn out"] }],
});

/** An enum field of the same name with other values, some of them awkward. */
const rooms = new PlatformContext({
  id: "reading_rooms",
  fields: [{ name: "state", type: "enum", enumValues: ["open", "2nd-floor closed", "in_use", "Café"], required: true }],
});

describe.skipIf(isMissing)("2.3 Dynamic types generated per context", () => {
  let platform: TestPlatform;
  let schema: GraphQLSchema;

  beforeAll(async () => {
    platform = await startTestPlatform(new PlatformApp({ contexts: [books, readers, repairs, rooms] }));
    schema = await servedSchema(platform);
  });
  afterAll(() => platform.close());

  const members = (name: string) => membersOf(schema, name);
  const operations = (root: "Query" | "Mutation", prefix: string) => operationsOf(schema, root, prefix);

  /** Every type whose name holds the given word, with its kind. */
  const typesNamedAfter = (word: string): Record<string, string> =>
    Object.fromEntries(
      Object.values(schema.getTypeMap())
        .filter((type) => type.name.toLowerCase().includes(word))
        .map((type) => [type.name, type.constructor.name]),
    );

  test("a context yields its main type, input type, filter type, pagination result and mutation payload", () => {
    expect(typesNamedAfter("books")).toEqual({
      books: "GraphQLObjectType",
      booksInput: "GraphQLInputObjectType",
      FilterBooks: "GraphQLInputObjectType",
      BooksPaginationResult: "GraphQLObjectType",
      booksMutationPayload: "GraphQLObjectType",
    });
  });

  test("only the first letter of the context id is capitalised", () => {
    const names = [...Object.keys(typesNamedAfter("bookrepairs")), ...Object.keys(typesNamedAfter("reading_rooms"))];

    expect(names.sort()).toEqual([
      "BookRepairsPaginationResult",
      "FilterBookRepairs",
      "FilterOperatorreading_rooms_stateEnum",
      "FilterReading_rooms",
      "Reading_roomsPaginationResult",
      "bookRepairs",
      "bookRepairsInput",
      "bookRepairsMutationPayload",
      "reading_rooms",
      "reading_roomsInput",
      "reading_roomsMutationPayload",
      "reading_rooms_stateEnum",
    ]);
  });

  test("2.4 the main type holds each custom field, id, createdAt, updatedAt and, with RBAC enabled, RBAC", () => {
    expect(members("books")).toEqual({
      title: "String!",
      summary: "String",
      isbn: "String",
      pages: "Float",
      lent: "Boolean",
      published: "Date",
      details: "JSON",
      state: "stateEnum",
      scan: "String",
      word_count: "Float",
      external_id: "String",
      id: "ID!",
      createdAt: "Date!",
      updatedAt: "Date!",
      RBAC: "RBACData",
    });
  });

  test("2.4 without RBAC the main type has no RBAC field, and required fields are non-null", () => {
    expect(members("readers")).toEqual({
      name: "String!",
      email: "String",
      card: "String",
      level: "levelEnum!",
      id: "ID!",
      createdAt: "Date!",
      updatedAt: "Date!",
    });
  });

  test("2.4 the input type holds each custom field of the same type, plus RBAC; calculated fields are absent", () => {
    expect(members("booksInput")).toEqual({
      title: "String!",
      summary: "String",
      isbn: "String",
      pages: "Float",
      lent: "Boolean",
      published: "Date",
      details: "JSON",
      state: "stateEnum",
      scan: "String",
      external_id: "String",
      RBAC: "RBACInput",
    });
    expect(members("readersInput")).toEqual({
      name: "String!",
      email: "String",
      card: "String",
      level: "levelEnum!",
    });
  });

  test("2.4 the filter type holds each custom field with its operator type, createdAt, id, updatedAt, and and or", () => {
    expect(members("FilterBooks")).toEqual({
      title: "FilterOperatorString",
      summary: "FilterOperatorString",
      isbn: "FilterOperatorString",
      pages: "FilterOperatorFloat",
      lent: "FilterOperatorBoolean",
      published: "FilterOperatorDate",
      details: "FilterOperatorJSON",
      state: "FilterOperatorstateEnum",
      scan: "FilterOperatorString",
      word_count: "FilterOperatorFloat",
      external_id: "FilterOperatorString",
      id: "FilterOperatorID",
      createdAt: "FilterOperatorDate",
      updatedAt: "FilterOperatorDate",
      and: "[FilterBooks]",
      or: "[FilterBooks]",
    });
  });

  test.each([
    {
      type: "FilterOperatorString",
      operators: { eq: "String", ne: "String", in: "[String]", contains: "String" },
      combines: true,
    },
    {
      type: "FilterOperatorFloat",
      operators: { eq: "Float", ne: "Float", in: "[Float]", lte: "Float", gte: "Float" },
      combines: true,
    },
    { type: "FilterOperatorBoolean", operators: { eq: "Boolean", ne: "Boolean", in: "[Boolean]" }, combines: true },
    { type: "FilterOperatorDate", operators: { lte: "Date", gte: "Date" }, combines: true },
    {
      type: "FilterOperatorJSON",
      operators: { eq: "JSON", ne: "JSON", in: "[JSON]", contains: "JSON" },
      combines: false,
    },
    {
      type: "FilterOperatorstateEnum",
      operators: { eq: "stateEnum", ne: "stateEnum", in: "[stateEnum]" },
      combines: true,
    },
    { type: "FilterOperatorID", operators: { eq: "ID", ne: "ID", in: "[ID]" }, combines: true },
  ])("2.5 $type takes exactly the operators of its field type", ({ type, operators, combines }) => {
    expect(members(type)).toEqual({ ...operators, ...(combines && { and: `[${type}]`, or: `[${type}]` }) });
  });

  test("2.6 each enum value is converted to upper case and sanitised into a valid identifier", () => {
    expect(members("stateEnum")).toEqual(["NEW", "IN_REPAIR", "WORN_OUT"]);
    expect(members("reading_rooms_stateEnum")).toEqual(["OPEN", "_2ND_FLOOR_CLOSED", "IN_USE", "CAF_"]);
  });

  test("2.6 contexts with a same-named enum field share the type when the values are the same", () => {
    expect(members("bookRepairs")).toMatchObject({ state: "stateEnum" });
    expect(members("reading_rooms")).toMatchObject({ state: "reading_rooms_stateEnum!" });
    expect(platform.platform.warnings).toEqual([
      "The enum field reading_rooms.state has other values than books.state, so its type is named reading_rooms_stateEnum instead of stateEnum.",
    ]);
  });

  test.each([
    { type: "SortBy", expected: { field: "String", direction: "SortDirection" } },
    { type: "SortDirection", expected: ["ASC", "DESC"] },
    {
      type: "PageInfo",
      expected: {
        pageCount: "Int!",
        itemCount: "Int!",
        currentPage: "Int!",
        hasPreviousPage: "Boolean!",
        hasNextPage: "Boolean!",
      },
    },
    { type: "BooksPaginationResult", expected: { pageInfo: "PageInfo!", items: "[books]!" } },
    { type: "ReadersPaginationResult", expected: { pageInfo: "PageInfo!", items: "[readers]!" } },
    { type: "StatisticsResult", expected: { group: "String", count: "Int!" } },
    { type: "RBACData", expected: { type: "String!", users: "[RBACGrant!]", roles: "[RBACGrant!]" } },
    { type: "RBACInput", expected: { type: "String", users: "[RBACGrantInput!]", roles: "[RBACGrantInput!]" } },
    { type: "RBACGrant", expected: { id: "ID!", rights: "String!" } },
    { type: "RBACGrantInput", expected: { id: "ID!", rights: "String!" } },
  ])("2.2, 2.7 $type has the members of the specification", ({ type, expected }) => {
    expect(members(type)).toEqual(expected);
  });

  test("2.7 a mutation payload has the item, which is never null", () => {
    expect(members("booksMutationPayload")).toMatchObject({ item: "books!" });
    expect(members("readersMutationPayload")).toMatchObject({ item: "readers!" });
  });

  test("4.2 the queries of a context have the arguments and types of the specification", () => {
    expect(operations("Query", "books")).toEqual({
      booksById: "(id: ID!): books",
      booksByIds: "(ids: [ID!]!): [books]!",
      booksOne: "(filters: [FilterBooks], sort: SortBy): books",
      booksPagination: "(limit: Int, page: Int, filters: [FilterBooks], sort: SortBy): BooksPaginationResult",
      booksStatistics: "(filters: [FilterBooks], groupBy: String, limit: Int): [StatisticsResult]!",
    });
  });

  test("4.3 the mutations of a context have the arguments and types of the specification", () => {
    expect(operations("Mutation", "books")).toEqual({
      booksCreateOne: "(input: booksInput!, upsert: Boolean): booksMutationPayload",
      booksCopyOneById: "(id: ID!): booksMutationPayload",
      booksUpdateOne: "(where: [FilterBooks], input: booksInput!): booksMutationPayload",
      booksUpdateOneById: "(id: ID!, input: booksInput!): booksMutationPayload",
      booksRemoveOne: "(where: JSON!): books",
      booksRemoveOneById: "(id: ID!): books",
    });
  });

  test("4.2, 4.3 a context without RBAC has the same operations", () => {
    const renamed = (signatures: Record<string, string>) =>
      JSON.parse(JSON.stringify(signatures).replaceAll("books", "readers").replaceAll("Books", "Readers"));

    expect(operations("Query", "readers")).toEqual(renamed(operations("Query", "books")));
    expect(operations("Mutation", "readers")).toEqual(renamed(operations("Mutation", "books")));
  });
});
