import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, createCaller } from "../support/callers.ts";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { type Answer, comparable, startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

type Headers = Readonly<Record<string, string>>;

const missingId = "00000000-0000-7000-8000-000000000000";
const requestId = expect.any(String);
const stranger: Headers = {};
const atStart = { locations: [{ line: 1, column: 1 }], path: [] };

interface Reply {
  readonly status: number;
  readonly answer: Answer;
}

describe.skipIf(isMissing)("7 Errors: the six messages, each with its locations and its path", () => {
  let platform: TestPlatform;
  let reader: Caller;
  let manager: Caller;
  let bookId: string;
  /** Used up. */
  let spentKey: Headers;

  beforeAll(async () => {
    platform = await startTestPlatform(library(), { rateLimitPerMinute: 1 });
    reader = await createCaller(platform, { email: "reader@example.com", permissions: { contexts: "WRITE" } });
    manager = await createCaller(platform, { email: "manager@example.com", permissions: { users: "WRITE" } });
    const { booksCreateOne } = await platform.data<{ booksCreateOne: { item: { id: string } } }>(
      `mutation { booksCreateOne(input: { title: "Emma", RBAC: { type: "public" } }) { item { id } } }`,
    );
    bookId = booksCreateOne.item.id;
    const { apiKeysGenerate } = await reader.data<{ apiKeysGenerate: { key: string } }>(
      `mutation { apiKeysGenerate(name: "spent") { key } }`,
    );
    spentKey = { "x-api-key": apiKeysGenerate.key };
    await send(spentKey, { query: "{ __typename }" });
  });
  afterAll(() => platform.close());

  const reply = async (response: Response): Promise<Reply> => ({
    status: response.status,
    answer: (await response.json()) as Answer,
  });
  const post = async (headers: Headers, body: string): Promise<Reply> =>
    reply(
      await fetch(`${platform.url}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      }),
    );
  const send = (headers: Headers, request: object): Promise<Reply> => post(headers, JSON.stringify(request));
  const get = async (headers: Headers, parameters: Record<string, string>): Promise<Reply> =>
    reply(await fetch(`${platform.url}/graphql?${new URLSearchParams(parameters)}`, { headers }));
  const failed = (status: number, message: string, code: string, place: object): Reply => ({
    status,
    answer: { data: null, errors: [{ message, ...place, extensions: { code, requestId } }] },
  });
  const invalidToken = (place: object) => failed(401, "Invalid token", "UNAUTHENTICATED", place);
  const limited = (place: object) =>
    failed(429, "Rate limit exceeded. Try again in 60 seconds.", "RATE_LIMITED", place);

  const remove = `mutation ($id: ID!) {\n  gone: booksRemoveOneById(id: $id) { id }\n}`;
  const place = { locations: [{ line: 2, column: 3 }], path: ["gone"] };

  test("Record not found", async () => {
    expect(await send(reader.headers, { query: remove, variables: { id: missingId } })).toEqual(
      failed(200, "Record not found", "NOT_FOUND", place),
    );
  });

  test("Insufficient permissions", async () => {
    expect(await send(reader.headers, { query: remove, variables: { id: bookId } })).toEqual(
      failed(200, "Insufficient permissions", "FORBIDDEN", place),
    );
  });

  test("Access control error", async () => {
    expect(await send(manager.headers, { query: remove, variables: { id: bookId } })).toEqual(
      failed(200, "Access control error", "ACCESS_CONTROL", place),
    );
  });

  test("You are not authorized", async () => {
    const query = `mutation {\n  gone: rolesCreateOne(input: { name: "x" }) { item { id } }\n}`;

    expect(await send(manager.headers, { query })).toEqual(
      failed(200, "You are not authorized", "UNAUTHORIZED", place),
    );
  });

  test("Invalid token", async () => {
    expect(await send(stranger, { query: remove, variables: { id: bookId } })).toEqual(invalidToken(place));
  });

  test("Rate limit exceeded. Try again in 60 seconds.", async () => {
    expect(await send(spentKey, { query: remove, variables: { id: bookId } })).toEqual(limited(place));
  });

  describe("A caller who is not let in is told the first root field of the operation that would be run", () => {
    const two = `query One { a: me { id } }\nquery Two {\n  b: me { id }\n  c: me { id }\n}`;

    test.for([
      { what: "without an alias", request: { query: "{ me { id } }" }, line: 1, column: 3, path: ["me"] },
      {
        what: "of the named operation",
        request: { query: two, operationName: "Two" },
        line: 3,
        column: 3,
        path: ["b"],
      },
      {
        what: "in fragments",
        request: {
          query: "{ ... { ...Outer } }\nfragment Outer on Query { ...Inner }\nfragment Inner on Query { x: me { id } }",
        },
        line: 3,
        column: 27,
        path: ["x"],
      },
      {
        what: "that does not exist: nothing is validated",
        request: { query: "\n  { xyzzy(a: 1) }", variables: { unknown: true } },
        line: 2,
        column: 5,
        path: ["xyzzy"],
      },
    ])("$what", async ({ request, line, column, path }) => {
      const expected = { locations: [{ line, column }], path };

      expect(await send(stranger, request)).toEqual(invalidToken(expected));
      expect(await send(spentKey, request)).toEqual(limited(expected));
    });

    test("also with GET", async () => {
      const expected = { locations: [{ line: 3, column: 3 }], path: ["b"] };

      expect(await get(stranger, { query: two, operationName: "Two" })).toEqual(invalidToken(expected));
      expect(await get(spentKey, { query: two, operationName: "Two" })).toEqual(limited(expected));
    });

    test.for([
      ["no body", ""],
      ["no JSON", "{ me"],
      ["no document", "{}"],
      ["a document that can't be parsed", JSON.stringify({ query: "{ me {" })],
      ["no operation", JSON.stringify({ query: "fragment A on Query { me { id } }" })],
      ["one of several operations", JSON.stringify({ query: two })],
      ["an unknown operation", JSON.stringify({ query: two, operationName: "Three" })],
      ["an unknown fragment", JSON.stringify({ query: "{ ...A }" })],
      [
        "fragments in a circle",
        JSON.stringify({ query: "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }" }),
      ],
      ["too many tokens", JSON.stringify({ query: `{ ${"me ".repeat(2000)} }` })],
      ["brackets nested too deep", JSON.stringify({ query: "{me".repeat(500) })],
      ["more than 64 KiB", JSON.stringify({ query: `{ me } # ${"x".repeat(64 * 1024)}` })],
    ] as const)("or the start, when there is %s", async ([, body]) => {
      expect(await post(stranger, body)).toEqual(invalidToken(atStart));
      expect(await post(spentKey, body)).toEqual(limited(atStart));
    });

    test("or the start, when the body comes in pieces and grows too large; the connection goes on", async () => {
      const pieces = (count: number) =>
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode(`{"query":"{ me { id } }","more":"`));
            for (let sent = 0; sent < count; sent++) controller.enqueue(new TextEncoder().encode("x".repeat(16_384)));
            controller.enqueue(new TextEncoder().encode(`"}`));
            controller.close();
          },
        });
      const stream = async (count: number) => {
        const init = { method: "POST", headers: { "content-type": "application/json" }, duplex: "half" } as const;
        return reply(await fetch(`${platform.url}/graphql`, { ...init, body: pieces(count) }));
      };

      const answers = [await stream(1), await stream(8), await stream(1)];

      const found = { locations: [{ line: 1, column: 3 }], path: ["me"] };
      expect(answers).toEqual([invalidToken(found), invalidToken(atStart), invalidToken(found)]);
    });

    test("whatever the credential lacks, the answer is the same", async () => {
      const credentials = [
        {},
        { internal: "wrong" },
        { "x-api-key": "sk_wrong" },
        { "x-api-key": `sk_${"0".repeat(12)}_${"A".repeat(43)}` },
        { "x-api-key": `${spentKey["x-api-key"]?.slice(0, -43)}${"A".repeat(43)}` },
        { authorization: "Bearer wrong" },
      ];
      const request = { query: remove, variables: { id: bookId } };

      const answers = [];
      for (const headers of credentials) answers.push(comparable((await send(headers, request)).answer));

      expect(new Set(answers).size).toBe(1);
    });

    test("nothing is asked of the database", async () => {
      platform.forget();

      await send(stranger, { query: remove, variables: { id: bookId } });

      expect(platform.statements).toEqual([]);
    });
  });

  describe("A refused document costs little, whatever is in it", () => {
    const room = 60_000;
    const documents: Readonly<Record<string, string>> = {
      "many tokens": `{ ${"me ".repeat(room / 3)} }`,
      "as many tokens as are allowed": `{ ${"me ".repeat(1990)} }`,
      comments: `{ me } ${"#\n".repeat(room / 3)}`,
      "line breaks": `${"\n".repeat(room / 2)}{ me }`,
      brackets: "{me".repeat(room / 3),
      "one long text": `{ me(a: "${"x".repeat(room)}") }`,
      "one long block of text": `{ me(a: """${"\n x".repeat(room / 4)}""") }`,
      "fragments in a row": `{ ...A0 } ${Array.from({ length: 280 }, (_, n) => `fragment A${n} on Q{...A${n + 1}}`).join(" ")}`,
    };

    test.for(Object.keys(documents))("%s", async (kind) => {
      const body = JSON.stringify({ query: documents[kind] });
      // The least that some attempts took of the processor: the time on the clock would say how busy the machine is.
      let milliseconds = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < 20; attempt++) {
        const before = process.cpuUsage();
        const { status } = await post(stranger, body);
        const { user, system } = process.cpuUsage(before);
        milliseconds = Math.min(milliseconds, (user + system) / 1000);
        expect(status).toBe(401);
      }

      expect(body.length).toBeLessThan(64 * 1024);
      expect(milliseconds).toBeLessThan(25);
    });
  });
});
