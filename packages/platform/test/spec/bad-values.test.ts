import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal, told } from "../support/checksum.ts";
import { library } from "../support/library.ts";
import { postBody } from "../support/post-body.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const badInput = "BAD_USER_INPUT";
const someone = "019f0000-0000-7000-8000-000000000001";
const notADate = "A Date must be an ISO 8601 timestamp";
const noNull = "must not hold a null character";
const noHalf = "must be well-formed Unicode (it holds half of a surrogate pair)";

const create = "mutation ($input: booksInput!) { booksCreateOne(input: $input) { item { id } } }";
const upsert = "mutation ($input: readersInput!) { readersCreateOne(input: $input, upsert: true) { item { id } } }";
const list = "query ($filter: FilterBooks) { booksPagination(filters: [$filter]) { items { id } } }";
const update = `mutation ($id: ID!, $input: booksInput!) {
  booksUpdateOneById(id: $id, input: $input) { item { title summary pages details } }
}`;

describe.skipIf(isMissing)("Bad values", () => {
  const app = library();
  let platform: TestPlatform;
  let emma: string;

  beforeAll(async () => {
    platform = await startTestPlatform(app);
    emma = (await app.context("books").create({ title: "Emma", isbn: "0-19-251003-2", summary: "A match." })).id;
    await app.context("readers").create({ name: "Ada", email: "ada@example.com", card: "A1", level: "adult" });
    await app.context("readers").create({ name: "Bob", email: "bob@example.com", card: "B2", level: "child" });
  });
  afterAll(() => platform.close());

  const wrongTypes: readonly { field: string; values: readonly unknown[]; fault: string }[] = [
    { field: "title", values: [5, true, {}, [], ["Emma"]], fault: "String cannot represent a non string value" },
    { field: "pages", values: ["5", true, {}, [], [5]], fault: "Float cannot represent non numeric value" },
    { field: "lent", values: ["true", 1, {}, []], fault: "Boolean cannot represent a non boolean value" },
    { field: "published", values: [5, true, {}, []], fault: notADate },
    { field: "state", values: [1, true, {}, []], fault: `Enum "stateEnum" cannot represent non-string value` },
    { field: "scan", values: [5, {}], fault: "String cannot represent a non string value" },
  ];
  for (const { field, values, fault } of wrongTypes) {
    test(`a value of the wrong type for ${field} is refused, and nothing changes`, async () => {
      for (const value of values) {
        const error = await refusal(platform, create, { input: { title: "T", [field]: value } });

        expect(error).toEqual({
          message: expect.stringMatching(literal(`at "input.${field}"; ${fault}`)),
          code: badInput,
        });
      }
    });
  }

  test.for([
    { title: null },
    {},
    { title: "T", word_count: 3 },
    { title: "T", id: someone },
    { title: "T", createdAt: "2026-01-01" },
  ])("a required field that is missing, and a field that can't be set, are refused: %j", async (input) => {
    const error = await refusal(platform, create, { input });

    expect(error).toEqual({
      message: expect.stringMatching(
        /Expected non-nullable type "String!"|was not provided|is not defined by type "booksInput"/,
      ),
      code: badInput,
    });
  });

  test("a required field can't be emptied by an update", async () => {
    const error = await refusal(platform, update, { id: emma, input: { title: null } });

    expect(error).toEqual({
      message: expect.stringContaining(`at "input.title"; Expected non-nullable type "String!" not to be null.`),
      code: badInput,
    });
  });

  test("a program that sets a calculated, unknown or required field wrongly is told of every fault at once", async () => {
    const input = { title: null, word_count: 3, nope: 1, pages: Number.NaN, published: "2026-02-30" } as never;

    const attempt = app.context("books").create(input);

    await expect(attempt).rejects.toThrow(
      `"title" is required and can't be empty; "pages" must be a finite number; "published" must be an ISO 8601 timestamp of an existing day, like 2026-11-15T09:30:00Z; "word_count" is calculated and can't be set; there is no field "nope".`,
    );
  });

  test("an update whose variable is left out leaves the field as it is, the first time and ever after", async () => {
    const query = `mutation ($id: ID!, $summary: String) {
      booksUpdateOneById(id: $id, input: { title: "Emma", summary: $summary }) { item { summary } }
    }`;

    const answers = [];
    for (let times = 0; times < 3; times++) answers.push(await platform.data(query, { id: emma }));

    expect(answers).toEqual(Array(3).fill({ booksUpdateOneById: { item: { summary: "A match." } } }));
  });

  test.for([
    { what: "a null character", text: "a\u0000b", fault: noNull },
    { what: "half of a surrogate pair", text: "a\ud800b", fault: noHalf },
    { what: "the other half of a surrogate pair", text: "\udc00", fault: noHalf },
  ])("texts with $what are refused wherever they come, and nothing changes", async ({ text, fault }) => {
    const errors = [
      await refusal(platform, create, { input: { title: text } }),
      await refusal(platform, create, { input: { title: "T", scan: text } }),
      await refusal(platform, list, { filter: { title: { contains: text } } }),
      await refusal(platform, list, { filter: { title: { eq: text } } }),
      await refusal(platform, list, { filter: { scan: { in: [text] } } }),
      await refusal(platform, create, { input: { title: "T", details: { deep: [text] } } }),
      await refusal(platform, create, { input: { title: "T", details: { [text]: 1 } } }),
      await refusal(platform, list, { filter: { details: { contains: text } } }),
      await refusal(platform, create, { input: { title: "T", state: text } }),
      await refusal(platform, list, { filter: { state: { eq: text } } }),
    ];

    expect(errors.map(({ code }) => code)).toEqual(Array(10).fill(badInput));
    expect(errors.map(({ message }) => message)).toEqual([
      `"title" ${fault}.`,
      `"scan" ${fault}.`,
      `The value of "contains" on "title" ${fault}.`,
      `The filter value of "title" ${fault}.`,
      `The filter value of "scan" ${fault}.`,
      expect.stringContaining(`at "input.details"; JSON ${fault}.`),
      expect.stringContaining(`at "input.details"; JSON ${fault}.`),
      expect.stringContaining(`at "filter.details.contains"; JSON ${fault}.`),
      expect.stringContaining(`does not exist in "stateEnum" enum.`),
      expect.stringContaining(`does not exist in "stateEnum" enum.`),
    ]);
  });

  test("numbers that are not finite are refused wherever they come, and nothing changes", async () => {
    const withVariables = async (query: string, text: string) => {
      const { answer } = await postBody(platform, `{"query":${JSON.stringify(query)},"variables":${text}}`);
      return answer.errors?.map(told) ?? [];
    };

    const errors = [
      await refusal(platform, `mutation { booksCreateOne(input: { title: "T", pages: 1e999 }) { item { id } } }`),
      await refusal(platform, `mutation { booksCreateOne(input: { title: "T", details: [-1e999] }) { item { id } } }`),
      await refusal(platform, "{ booksPagination(filters: [{ pages: { lte: 1e999 } }]) { items { id } } }"),
      ...(await withVariables(create, `{"input":{"title":"T","pages":1e999}}`)),
      ...(await withVariables(create, `{"input":{"title":"T","details":{"a":[-1e999]}}}`)),
      ...(await withVariables(list, `{"filter":{"pages":{"in":[1,1e999]}}}`)),
      ...(await withVariables(
        "query ($limit: Int) { booksPagination(limit: $limit) { items { id } } }",
        `{"limit":1e999}`,
      )),
    ];

    expect(errors.map(({ code }) => code)).toEqual(Array(7).fill(badInput));
    expect(errors.map(({ message }) => message)).toEqual([
      `"pages" must be a finite number.`,
      "JSON must not hold NaN or Infinity.",
      `The filter value of "pages" must be a finite number.`,
      expect.stringContaining("Float cannot represent non numeric value: Infinity"),
      expect.stringContaining("JSON must not hold NaN or Infinity."),
      expect.stringContaining("Float cannot represent non numeric value: Infinity"),
      expect.stringContaining("Int cannot represent non-integer value: Infinity"),
    ]);
  });

  test.for(["new", "in-repair", "WORN OUT", "LOST", "", "__proto__", "constructor", "toString"])(
    "%j is no value of the enum, neither as a value nor in a filter",
    async (state) => {
      const errors = [
        await refusal(platform, create, { input: { title: "T", state } }),
        await refusal(platform, list, { filter: { state: { in: [state] } } }),
      ];

      const message = expect.stringContaining(`Value "${state}" does not exist in "stateEnum" enum.`);
      expect(errors).toEqual([
        { message, code: badInput },
        { message, code: badInput },
      ]);
    },
  );

  test("a file of another type than allowed is refused, and nothing changes", async () => {
    const errors = [
      await refusal(platform, create, { input: { title: "T", scan: "malware.exe" } }),
      await refusal(platform, create, { input: { title: "T", scan: "pdf.exe" } }),
    ];

    expect(errors).toEqual(Array(2).fill({ message: `"scan" must be a file of type pdf, png.`, code: badInput }));
  });

  test("a value of an indexed field that is too long is refused, and nothing changes", async () => {
    // Random, because PostgreSQL compresses what it indexes.
    const isbn = Array.from({ length: 8000 }, () => String.fromCharCode(33 + Math.floor(Math.random() * 90))).join("");

    const error = await refusal(platform, create, { input: { title: "T", isbn } });

    const message = "A value of an indexed field is too long: at most about 2,700 bytes can be indexed.";
    expect(error).toEqual({ message, code: badInput });
  });

  test("a value that must be unique, and is not, is a conflict that does not repeat it", async () => {
    const walden = (await app.context("books").create({ title: "Walden" })).id;

    const errors = [
      await refusal(platform, create, { input: { title: "T", isbn: "0-19-251003-2" } }),
      await refusal(platform, update, { id: walden, input: { title: "T", isbn: "0-19-251003-2" } }),
    ];

    const conflict = { message: `Another record already has this value of "isbn".`, code: "CONFLICT" };
    expect(errors).toEqual([conflict, conflict]);
  });

  test("an upsert that matches two records, or has nothing to match on, is refused, and nothing changes", async () => {
    const errors = [
      await refusal(platform, upsert, { input: { name: "Eve", card: "A1", email: "bob@example.com", level: "ADULT" } }),
      await refusal(platform, upsert, { input: { name: "Eve", level: "ADULT" } }),
    ];

    expect(errors).toEqual([
      { message: expect.stringContaining("More than one record matches"), code: badInput },
      { message: "An upsert needs a value of a unique field to match on: email, card.", code: badInput },
    ]);
  });

  const grant = (rights: unknown, id: unknown = someone) => ({ id, rights });
  const badRights: readonly { rbac: unknown; fault: string }[] = [
    { rbac: { users: [grant("read", "x")] }, fault: `"RBAC.users" holds an id that is none.` },
    { rbac: { roles: [grant("read", "\ud800")] }, fault: `"RBAC.roles" holds an id that is none.` },
    { rbac: { users: [grant("admin")] }, fault: `The rights in "RBAC.users" must be read or write.` },
    { rbac: { roles: [grant("READ")] }, fault: `The rights in "RBAC.roles" must be read or write.` },
    {
      rbac: { users: [grant("read"), grant("write", someone.toUpperCase())] },
      fault: `"RBAC.users" names ${someone} twice.`,
    },
    { rbac: { type: "everyone" }, fault: `"RBAC.type" must be one of private, users, roles, public.` },
    { rbac: { type: "Public" }, fault: `"RBAC.type" must be one of private, users, roles, public.` },
    { rbac: { users: [null] }, fault: `Expected non-nullable type "RBACGrantInput!" not to be null.` },
    { rbac: { users: [{ id: someone }] }, fault: `Field "rights" of required type "String!" was not provided.` },
    { rbac: { users: [grant(["read"])] }, fault: "String cannot represent a non string value" },
    { rbac: { owner: someone }, fault: `Field "owner" is not defined by type "RBACInput".` },
    { rbac: [], fault: `Expected type "RBACInput" to be an object.` },
  ];
  for (const { rbac, fault } of badRights) {
    test(`the rights ${JSON.stringify(rbac)} are refused, and nothing changes`, async () => {
      const errors = [
        await refusal(platform, create, { input: { title: "T", RBAC: rbac } }),
        await refusal(platform, update, { id: emma, input: { title: "T", RBAC: rbac } }),
      ];

      const message = expect.stringContaining(fault);
      expect(errors).toEqual([
        { message, code: badInput },
        { message, code: badInput },
      ]);
    });
  }
});

function literal(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}
