import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { developmentKey, startTestPlatform, type TestPlatform, testSecret } from "../support/test-platform.ts";

const json = "application/json";
const modern = "application/graphql-response+json";
const requestId = expect.any(String);
const authorised = { "x-api-key": developmentKey };

interface Reply {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
  readonly headers: Headers;
}

const refused = (message: string | RegExp, code = "BAD_USER_INPUT") => ({
  data: null,
  errors: [{ message: expect.stringMatching(message), extensions: { code, requestId } }],
});
const invalidToken = (place: object) => ({
  data: null,
  errors: [{ message: "Invalid token", ...place, extensions: { code: "UNAUTHENTICATED", requestId } }],
});
const atFirstField = { locations: [{ line: 1, column: 3 }], path: ["__typename"] };
const atStart = { locations: [{ line: 1, column: 1 }], path: [] };

describe.skipIf(isMissing)("4.1 Transport", () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    const app = library();
    platform = await startTestPlatform(app);
    await app.context("books").create({ title: "Füße ❦" });
  });
  afterAll(() => platform.close());

  const send = async (init: RequestInit & { readonly path?: string } = {}): Promise<Reply> => {
    const response = await fetch(`${platform.url}${init.path ?? "/graphql"}`, {
      ...init,
      headers: { ...authorised, ...(init.headers as Record<string, string>) },
    });
    const body: unknown = await response.json();
    return { status: response.status, type: response.headers.get("content-type"), body, headers: response.headers };
  };
  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
    send({
      method: "POST",
      headers: { "content-type": json, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const get = (parameters: Record<string, string>, headers: Record<string, string> = {}): Promise<Reply> =>
    send({ path: `/graphql?${new URLSearchParams(parameters)}`, headers });

  describe("POST {base_url}/graphql", () => {
    test("takes a JSON object with the member query, and answers with a JSON object with data", async () => {
      const { status, type, body, headers } = await post({ query: "{ booksOne { title } }" });

      expect({ status, type, body }).toEqual({
        status: 200,
        type: "application/json; charset=utf-8",
        body: { data: { booksOne: { title: "Füße ❦" } } },
      });
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    });

    test("takes variables, operationName and extensions", async () => {
      const { body } = await post({
        query: `query A { booksStatistics { count } } query B($title: String) { booksOne(filters: [{ title: { eq: $title } }]) { title } }`,
        variables: { title: "Füße ❦" },
        operationName: "B",
        extensions: { client: "test" },
      });

      expect(body).toEqual({ data: { booksOne: { title: "Füße ❦" } } });
    });

    test.each([
      { operationName: undefined, message: /holds several operations: say which one with operationName/ },
      { operationName: "C", message: /holds no operation named "C"/ },
    ])("refuses to guess which operation is meant: $operationName", async ({ operationName, message }) => {
      const query = "query A { booksStatistics { count } } query B { readersStatistics { count } }";

      const { body } = await post({ query, operationName });

      expect(body).toEqual(refused(message));
    });

    test.each([
      { what: "no body", body: "" },
      { what: "a body that is not JSON", body: "{ query" },
      { what: "a list of requests", body: [{ query: "{ __typename }" }] },
      { what: "a text", body: `"{ __typename }"` },
      { what: "null", body: "null" },
      { what: "no query", body: {} },
      { what: "a query that is no text", body: { query: 7 } },
      { what: "an empty query", body: { query: "" } },
      { what: "variables that are a list", body: { query: "{ __typename }", variables: [] } },
      { what: "variables that are a text", body: { query: "{ __typename }", variables: "{}" } },
      { what: "an operationName that is no text", body: { query: "{ __typename }", operationName: 7 } },
      { what: "extensions that are a list", body: { query: "{ __typename }", extensions: [] } },
    ])("400 malformed: $what", async ({ body }) => {
      const reply = await post(body);

      expect(reply).toMatchObject({ status: 400, body: refused(/./) });
    });

    test.each(["text/plain", "application/x-www-form-urlencoded", "application/graphql", "multipart/form-data"])(
      "415 for the content type %s",
      async (type) => {
        const reply = await post({ query: "{ __typename }" }, { "content-type": type });

        expect(reply).toMatchObject({ status: 415, body: refused(/./) });
      },
    );

    test("takes application/json with a charset", async () => {
      const { status, body } = await post(
        { query: "{ __typename }" },
        { "content-type": "application/json; charset=UTF-8" },
      );

      expect({ status, body }).toEqual({ status: 200, body: { data: { __typename: "Query" } } });
    });

    test("413 for a body over 1 MiB; just below it is read", async () => {
      const padding = (length: number) =>
        JSON.stringify({ query: "{ __typename }", extensions: { padding: "x".repeat(length) } });

      const [large, fitting] = [await post(padding(1024 * 1024)), await post(padding(1024 * 1024 - 100))];

      expect(large).toMatchObject({ status: 413, body: refused(/./) });
      expect(fitting).toMatchObject({ status: 200 });
    });
  });

  describe("GET {base_url}/graphql", () => {
    test("runs queries, with variables as JSON", async () => {
      const { status, body } = await get({
        query: "query Q($title: String) { booksOne(filters: [{ title: { contains: $title } }]) { title } }",
        variables: JSON.stringify({ title: "fü" }),
        operationName: "Q",
      });

      expect({ status, body }).toEqual({ status: 200, body: { data: { booksOne: { title: "Füße ❦" } } } });
    });

    test("405 for a mutation, which does not run", async () => {
      const { status, headers, body } = await get({
        query: `mutation { booksCreateOne(input: { title: "No" }) { item { id } } }`,
      });

      expect({ status, allow: headers.get("allow"), body }).toEqual({
        status: 405,
        allow: "POST",
        body: refused(/^A mutation must be sent with POST\.$/),
      });
      expect(await platform.data("{ booksStatistics { count } }")).toEqual({ booksStatistics: [{ count: 1 }] });
    });

    test.each([
      { what: "no query", parameters: {} },
      { what: "an empty query", parameters: { query: "" } },
      { what: "variables that are not JSON", parameters: { query: "{ __typename }", variables: "{" } },
      { what: "variables that are a list", parameters: { query: "{ __typename }", variables: "[]" } },
    ])("400 malformed: $what", async ({ parameters }) => {
      const reply = await get({ ...parameters });

      expect(reply).toMatchObject({ status: 400, body: refused(/./) });
    });
  });

  test.each(["PUT", "PATCH", "DELETE"])("405 for %s", async (method) => {
    const { status, headers, body } = await send({ method });

    expect({ status, allow: headers.get("allow"), body }).toEqual({
      status: 405,
      allow: "GET, POST",
      body: refused(`${method} is not supported here; use POST.`),
    });
  });

  describe("the media type of the response", () => {
    test.each([
      { accept: "*/*", type: json },
      { accept: json, type: json },
      { accept: modern, type: modern },
      { accept: `${modern}, ${json};q=0.9`, type: modern },
      { accept: `${json}, ${modern}`, type: modern },
      { accept: `${json}, ${modern};q=0.5`, type: json },
      { accept: `${modern};q=0, ${json}`, type: json },
      { accept: `${modern}; charset=utf-8`, type: modern },
      { accept: "text/html", type: json },
    ])("for Accept: $accept is $type", async ({ accept, type }) => {
      const reply = await post({ query: "{ __typename }" }, { accept });

      expect(reply).toMatchObject({
        status: 200,
        type: `${type}; charset=utf-8`,
        body: { data: { __typename: "Query" } },
      });
    });

    const invalid = { query: "{ unknown }" };

    test("application/json: errors before execution have status 200 and carry data: null", async () => {
      const { status, body } = await post(invalid, { accept: json });

      expect({ status, body }).toMatchObject({ status: 200, body: { data: null, errors: [{}] } });
    });

    test("application/graphql-response+json: errors before execution have status 400 and no data entry", async () => {
      const { status, body } = await post(invalid, { accept: modern });

      expect({ status, body }).toEqual({ status: 400, body: { errors: [expect.any(Object)] } });
    });

    test("errors in the execution have status 200 and data in both", async () => {
      const failing = { query: `{ booksById(id: "none") { id } }` };

      const replies = [await post(failing, { accept: json }), await post(failing, { accept: modern })];

      for (const reply of replies) {
        expect(reply).toMatchObject({ status: 200, body: { data: null, errors: [{ message: "Record not found" }] } });
      }
    });
  });

  describe("5 Authentication: every request must be authenticated", () => {
    /** Sends the given header lines as they are: `fetch` would join those of the same name. */
    const ask = (headers: readonly (readonly [string, string])[]): Promise<{ status: number; body: unknown }> =>
      new Promise((resolve, reject) => {
        const { host } = new URL(platform.url);
        const lines = [["host", host], ["content-type", json], ...headers].flat();
        const request = httpRequest(`${platform.url}/graphql`, { method: "POST", headers: lines }, async (response) =>
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(await text(response)) }),
        );
        request.on("error", reject).end(JSON.stringify({ query: "{ __typename }" }));
      });

    const key = ["x-api-key", developmentKey] as const;
    const internal = ["internal", testSecret] as const;

    test.each([
      { what: "an API key", headers: [key] },
      { what: "the internal key", headers: [internal] },
      { what: "both", headers: [internal, key] },
      { what: "the internal key, which is looked at first", headers: [["x-api-key", "wrong"], internal] },
      {
        what: "an API key, which is looked at before Authorization",
        headers: [["authorization", "Bearer wrong"], key],
      },
    ] as const)("with $what", async ({ headers }) => {
      expect(await ask(headers)).toEqual({ status: 200, body: { data: { __typename: "Query" } } });
    });

    test.each([
      { what: "no header", headers: [] },
      { what: "a wrong API key", headers: [["x-api-key", "sk_wrong"]] },
      { what: "an empty API key", headers: [["x-api-key", ""]] },
      { what: "an API key with something before it", headers: [["x-api-key", ` x${developmentKey}`]] },
      { what: "the same API key twice", headers: [key, key] },
      { what: "a wrong internal key", headers: [["internal", "wrong"]] },
      { what: "an empty internal key", headers: [["internal", ""]] },
      { what: "the same internal key twice", headers: [internal, internal] },
      { what: "a bad internal key, which a good API key does not rescue", headers: [["internal", "wrong"], key] },
      { what: "the API key in the internal header", headers: [["internal", developmentKey]] },
      { what: "the internal key in the API key header", headers: [["x-api-key", testSecret]] },
      { what: "a session token that is none", headers: [["authorization", "Bearer wrong"]] },
      { what: "an API key as a session token", headers: [["authorization", `Bearer ${developmentKey}`]] },
    ] as const)("failure yields 401 Invalid token: $what", async ({ headers }) => {
      expect(await ask(headers)).toEqual({ status: 401, body: invalidToken(atFirstField) });
    });

    test("it comes before everything else that could be wrong", async () => {
      const stranger = { ...authorised, "x-api-key": "wrong" };

      const replies = [
        await post("{ not json", stranger),
        await post({}, { ...stranger, "content-type": "text/plain" }),
        await post(JSON.stringify({ query: "x".repeat(1024) }), stranger),
        await get({}, stranger),
        await post({ query: `{ __typename } # ${"x".repeat(64 * 1024)}` }, stranger),
        await send({ method: "DELETE", headers: stranger }),
      ];

      for (const { status, body } of replies)
        expect({ status, body }).toEqual({ status: 401, body: invalidToken(atStart) });
    });

    test("application/graphql-response+json: 401 has no data entry", async () => {
      const { status, body } = await post({ query: "{ __typename }" }, { "x-api-key": "wrong", accept: modern });

      expect({ status, body }).toEqual({ status: 401, body: { errors: invalidToken(atFirstField).errors } });
    });
  });

  describe("schema introspection is available through the same endpoint", () => {
    test("__schema { types { name kind description } }", async () => {
      const { body } = await post({ query: "{ __schema { types { name kind description } } }" });

      const { data } = body as { data: { __schema: { types: object[] } } };
      expect(data.__schema.types).toContainEqual({
        name: "books",
        kind: "OBJECT",
        description: "What the library holds.",
      });
    });

    test("__type(name) { name fields { name type { name kind } } }", async () => {
      const { body } = await post({
        query: `{ __type(name: "PageInfo") { name fields { name type { name kind } } } }`,
      });

      const required = { name: null, kind: "NON_NULL" };
      const names = ["pageCount", "itemCount", "currentPage", "hasPreviousPage", "hasNextPage"];
      expect(body).toEqual({
        data: { __type: { name: "PageInfo", fields: names.map((name) => ({ name, type: required })) } },
      });
    });
  });
});

describe.skipIf(isMissing)("5 Authentication without an internal secret", () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startTestPlatform(library(), { internalSecret: undefined });
  });
  afterAll(() => platform.close());

  test.each(["", "undefined", testSecret])(
    "the internal header is refused, whatever it holds: «%s»",
    async (internal) => {
      const response = await fetch(`${platform.url}/graphql?query={__typename}`, {
        headers: { ...authorised, internal },
      });

      const place = { locations: [{ line: 1, column: 2 }], path: ["__typename"] };
      expect({ status: response.status, body: await response.json() }).toEqual({
        status: 401,
        body: invalidToken(place),
      });
    },
  );
});
