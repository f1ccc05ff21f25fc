import { ApolloClient, gql as apolloGql, HttpLink, InMemoryCache } from "@apollo/client";
import { codegen } from "@graphql-codegen/core";
import * as typescriptPlugin from "@graphql-codegen/typescript";
import { Client, fetchExchange, gql as urqlGql } from "@urql/core";
import { type GraphQLSchema, parse, printSchema } from "graphql";
import { GraphQLClient } from "graphql-request";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import helpdesk from "../../../../examples/helpdesk/platform.config.ts";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { buildSchema } from "../../src/graphql/build-schema.ts";
import { PlatformQueues } from "../../src/queues/queue-registry.ts";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { developmentKey, startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const create = `mutation Create($input: booksInput!) {
  booksCreateOne(input: $input) { item { title state pages details } }
}`;
const list = `query List($filters: [FilterBooks], $limit: Int) {
  booksPagination(filters: $filters, limit: $limit) { items { title state } pageInfo { itemCount } }
}`;

const input = { title: "Emma", state: "IN_REPAIR", pages: 474, details: { genre: "novel" } };
const created = { booksCreateOne: { item: input } };
const filters = [{ state: { eq: "IN_REPAIR" } }];
const listed = { booksPagination: { items: [{ title: "Emma", state: "IN_REPAIR" }], pageInfo: { itemCount: 1 } } };

describe.skipIf(isMissing)("1 Any GraphQL client can use the service", () => {
  let platform: TestPlatform;
  let url: string;
  const headers = { "x-api-key": developmentKey };

  beforeAll(async () => {
    platform = await startTestPlatform(library());
    url = `${platform.url}/graphql`;
  });
  afterAll(() => platform.close());
  beforeEach(() => platform.database.run("delete from books"));

  test("graphql-request runs a mutation and a query", async () => {
    const client = new GraphQLClient(url, { headers });

    const changed = await client.request(create, { input });
    const found = await client.request(list, { filters, limit: 5 });

    expect({ changed, found }).toEqual({ changed: created, found: listed });
  });

  test("graphql-request throws the errors of the specification", async () => {
    const client = new GraphQLClient(url, { headers });
    const stranger = new GraphQLClient(url, { headers: { "x-api-key": "wrong" } });

    const missing = client.request(`{ booksById(id: "none") { title } }`);
    const unknown = stranger.request("{ __typename }");

    await expect(missing).rejects.toMatchObject({
      response: { status: 200, errors: [{ message: "Record not found" }] },
    });
    await expect(unknown).rejects.toMatchObject({ response: { status: 401, errors: [{ message: "Invalid token" }] } });
  });

  test("urql runs a mutation and a query, by POST and by GET", async () => {
    const client = new Client({ url, exchanges: [fetchExchange], fetchOptions: { headers }, preferGetMethod: false });

    const changed = await client.mutation(urqlGql(create), { input }).toPromise();
    const posted = await client.query(urqlGql(list), { filters, limit: 5 }).toPromise();
    const gotten = await client.query(urqlGql(list), { filters, limit: 5 }, { preferGetMethod: "force" }).toPromise();

    expect([changed.error, posted.error, gotten.error]).toEqual([undefined, undefined, undefined]);
    expect([changed.data, posted.data, gotten.data]).toEqual([created, listed, listed]);
  });

  test("Apollo Client runs a mutation and a query, and normalises what it gets", async () => {
    const client = new ApolloClient({ link: new HttpLink({ uri: url, headers }), cache: new InMemoryCache() });

    const changed = await client.mutate({ mutation: apolloGql(create), variables: { input } });
    const found = await client.query({ query: apolloGql(list), variables: { filters, limit: 5 } });

    expect(changed.data).toMatchObject(created);
    expect(found.data).toMatchObject(listed);
  });

  test.each([
    { what: "a deployment of this test", schema: () => platform.platform.schema, type: "Books", input: "BooksInput" },
    {
      what: "the helpdesk example",
      schema: () => buildSchema(checkDefinitions(helpdesk, PlatformQueues.list.keys())),
      type: "Tickets",
      input: "TicketsInput",
    },
  ])("graphql-codegen makes TypeScript types of $what", async ({ schema, type, input }) => {
    const code = await generate(schema());

    const names = [...code.matchAll(/^export (?:type|enum) (\w+)/gm)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(["Query", "Mutation", type, input]));
    expect(new Set(names).size).toBe(names.length);
  });
});

function generate(schema: GraphQLSchema): Promise<string> {
  return codegen({
    schema: parse(printSchema(schema)),
    documents: [],
    filename: "schema.ts",
    config: {},
    plugins: [{ typescript: {} }],
    pluginMap: { typescript: typescriptPlugin },
  });
}
