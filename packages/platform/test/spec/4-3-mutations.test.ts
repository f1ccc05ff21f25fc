import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { sql } from "../../src/storage/sql.ts";
import { books, readers } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

type Input = Readonly<Record<string, unknown>>;
type Payload = { readonly item: Readonly<Record<string, unknown>> & { readonly id: string } };

const missingId = "00000000-0000-7000-8000-000000000000";
const [ada, bob, editors] = [
  "aaaaaaaa-0000-4000-8000-000000000001",
  "bbbbbbbb-0000-4000-8000-000000000002",
  "cccccccc-0000-4000-8000-000000000003",
];

/** PostgreSQL has a meaning of its own for this name in an upsert. */
const excluded = new PlatformContext({
  id: "excluded",
  fields: [
    { name: "stored", type: "string" },
    { name: "external_id", type: "string", unique: true },
  ],
});

describe.skipIf(isMissing)("4.3 Mutations generated per context", () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startTestPlatform(new PlatformApp({ contexts: [books, readers, excluded] }));
  });
  afterAll(() => platform.close());
  beforeEach(() => platform.database.run("delete from books; delete from readers;"));

  const bookFields = "id title summary isbn pages lent published details state scan word_count external_id";

  /** Creates with one document, so that it is executed by the interpreter first and compiled later on. */
  const createBook = async (input: Input, upsert?: boolean) => {
    const { booksCreateOne } = await platform.data<{ booksCreateOne: Payload }>(
      `mutation ($input: booksInput!, $upsert: Boolean) {
        booksCreateOne(input: $input, upsert: $upsert) { item { ${bookFields} RBAC { type users { id rights } roles { id rights } } } }
      }`,
      { input, ...(upsert !== undefined && { upsert }) },
    );
    return booksCreateOne.item;
  };

  const upsertReader = async (input: Input) => {
    const { readersCreateOne } = await platform.data<{ readersCreateOne: Payload }>(
      `mutation ($input: readersInput!) { readersCreateOne(input: $input, upsert: true) { item { id name email card level } } }`,
      { input },
    );
    return readersCreateOne.item;
  };

  /** Everything that is stored, in a fixed order: a refused mutation must leave it as it was. */
  const stored = async () => ({
    books: await platform.database.query(sql`select * from books order by title, id`),
    readers: await platform.database.query(sql`select * from readers order by name, id`),
  });

  /** The error of a mutation that must fail and change nothing. */
  const refusal = async (mutation: string, variables?: Input) => {
    const before = await stored();
    const error = await platform.error(mutation, variables);
    expect(await stored()).toEqual(before);
    return error;
  };

  const noGrants = { type: "private", users: [], roles: [] };
  const emptyBook = {
    summary: null,
    isbn: null,
    pages: null,
    lent: false,
    published: null,
    details: null,
    state: null,
    scan: null,
    word_count: null,
    external_id: null,
    RBAC: noGrants,
  };

  describe("booksCreateOne", () => {
    test("creates an item; fields that are left out have their default or are empty", async () => {
      const item = await createBook({ title: "Emma" });

      expect(item).toEqual({ ...emptyBook, id: expect.stringMatching(/^[0-9a-f-]{36}$/), title: "Emma" });
    });

    test("keeps a value of every type as it was given", async () => {
      const values = {
        title: 'Faust ❦ «Der Tragödie» \\ "erster" \' Teil',
        summary: "",
        isbn: "978-3",
        pages: -0.125,
        lent: true,
        published: "1808-04-01T10:30:00.250Z",
        details: { list: [1, null, { deep: "ü" }], 'key with "quotes"': false },
        state: "WORN_OUT",
        scan: "faust.PDF",
        external_id: "x-1",
      };

      const item = await createBook(values);

      expect(item).toEqual({ ...emptyBook, ...values, id: item.id });
    });

    test("an enum value is stored as declared, and translated both ways", async () => {
      const item = await createBook({ title: "Emma", state: "IN_REPAIR" });

      expect(item.state).toBe("IN_REPAIR");
      expect(await platform.database.query(sql`select state from books`)).toEqual([{ state: "in-repair" }]);
    });

    test("an explicit null wins over the default", async () => {
      expect(await createBook({ title: "Emma", lent: null })).toMatchObject({ lent: null });
    });

    test("gives the new item its times", async () => {
      const { booksCreateOne } = await platform.data<{ booksCreateOne: Payload }>(
        `mutation { booksCreateOne(input: { title: "Emma" }) { item { id createdAt updatedAt } } }`,
      );

      const { createdAt, updatedAt } = booksCreateOne.item;
      expect(updatedAt).toBe(createdAt);
      expect(Math.abs(Date.parse(String(createdAt)) - Date.now())).toBeLessThan(60_000);
    });

    test.each([
      {
        input: `{ summary: "no title" }`,
        message: /Field "booksInput.title" of required type "String!" was not provided/,
      },
      { input: `{ title: null }`, message: /Expected value of type "String!", found null/ },
      { input: `{ title: "Emma", word_count: 3 }`, message: /Field "word_count" is not defined by type "booksInput"/ },
      { input: `{ title: "Emma", state: LOST }`, message: /Value "LOST" does not exist in "stateEnum" enum/ },
      { input: `{ title: "Emma", scan: "emma.exe" }`, message: /^"scan" must be a file of type pdf, png\.$/ },
      { input: `{ title: "Emma", published: "yesterday" }`, message: /A Date must be an ISO 8601 timestamp/ },
      {
        input: `{ title: "a\\u0000b", isbn: "\\u0000" }`,
        message: /^"title" must not hold a null character; "isbn" must not hold a null character\.$/,
      },
    ])("$input is refused, and nothing is created", async ({ input, message }) => {
      const error = await refusal(`mutation { booksCreateOne(input: ${input}) { item { id } } }`);

      expect(error).toMatchObject({ message: expect.stringMatching(message), extensions: { code: "BAD_USER_INPUT" } });
    });

    test("a unique value that another item has is a conflict", async () => {
      await createBook({ title: "Emma", isbn: "1" });

      const error = await refusal(`mutation { booksCreateOne(input: { title: "Other", isbn: "1" }) { item { id } } }`);

      expect(error).toMatchObject({
        message: `Another record already has this value of "isbn".`,
        extensions: { code: "CONFLICT" },
      });
    });
  });

  describe("booksCreateOne with upsert", () => {
    test("creates the item when there is none to update", async () => {
      expect(await createBook({ title: "Emma", external_id: "e" }, true)).toMatchObject({ title: "Emma" });
    });

    test("updates the item with the same external_id; fields that are left out stay", async () => {
      const first = await createBook({ title: "Emma", external_id: "e", pages: 474, isbn: "1" });

      const second = await createBook({ title: "Emma, 2nd edition", external_id: "e", isbn: "2" }, true);

      expect(second).toEqual({ ...first, title: "Emma, 2nd edition", isbn: "2" });
      expect((await stored()).books).toHaveLength(1);
    });

    test("external_id decides, even where another unique value is given", async () => {
      const first = await createBook({ title: "Emma", external_id: "e", isbn: "1" });
      await createBook({ title: "Faust", external_id: "f", isbn: "2" });

      const error = await refusal(
        `mutation { booksCreateOne(input: { title: "?", external_id: "e", isbn: "2" }, upsert: true) { item { id } } }`,
      );
      const second = await createBook({ title: "Emma", external_id: "e", isbn: "3" }, true);

      expect(error).toMatchObject({ extensions: { code: "CONFLICT" } });
      expect(second).toEqual({ ...first, isbn: "3" });
    });

    test("updates the item with the same unique value when no external_id is given", async () => {
      const first = await createBook({ title: "Emma", isbn: "1", pages: 474 });

      const second = await createBook({ title: "Emma again", isbn: "1", pages: null }, true);

      expect(second).toEqual({ ...first, title: "Emma again", pages: null });
    });

    test("with several unique values, it updates the one item that has any of them", async () => {
      const first = await upsertReader({ name: "Ada", email: "ada@example.com", card: "1", level: "ADULT" });

      const second = await upsertReader({ name: "Ada L.", email: "ada@example.com", card: "2", level: "ADULT" });
      const third = await upsertReader({ name: "Bob", email: "bob@example.com", card: "3", level: "CHILD" });

      expect(second).toEqual({ ...first, name: "Ada L.", card: "2" });
      expect(third.id).not.toBe(first.id);
      expect((await stored()).readers).toHaveLength(2);
    });

    test("with several unique values that different items have, it is refused", async () => {
      await upsertReader({ name: "Ada", email: "ada@example.com", level: "ADULT" });
      await upsertReader({ name: "Bob", card: "2", level: "ADULT" });

      const error = await refusal(
        `mutation {
          readersCreateOne(input: { name: "?", email: "ada@example.com", card: "2", level: ADULT }, upsert: true) { item { id } }
        }`,
      );

      expect(error.message).toBe(
        "More than one record matches the values of email, card; nothing was changed. Narrow it down to one.",
      );
    });

    test("without a value of a unique field it is refused", async () => {
      const error = await refusal(
        `mutation { booksCreateOne(input: { title: "Emma" }, upsert: true) { item { id } } }`,
      );

      expect(error).toMatchObject({
        message: "An upsert needs a value of a unique field to match on: isbn, external_id.",
        extensions: { code: "BAD_USER_INPUT" },
      });
    });

    test("many at once leave one item, and all of them succeed", async () => {
      const numbers = Array.from({ length: 8 }, (_, index) => index);
      const reader = { email: "ada@example.com", card: "1", level: "ADULT" };

      const [books, readers] = await Promise.all([
        Promise.all(numbers.map((number) => createBook({ title: `edition ${number}`, external_id: "e" }, true))),
        Promise.all(numbers.map((number) => upsertReader({ ...reader, name: `name ${number}` }))),
      ]);

      expect(new Set(books.map(({ id }) => id)).size).toBe(1);
      expect(new Set(readers.map(({ id }) => id)).size).toBe(1);
      expect(await stored()).toMatchObject({ books: [{ id: books[0]?.id }], readers: [{ id: readers[0]?.id }] });
    });

    test("works whatever the context is called", async () => {
      const upsert = `mutation ($input: excludedInput!) {
        excludedCreateOne(input: $input, upsert: true) { item { stored external_id } }
      }`;
      await platform.data(upsert, { input: { stored: "first", external_id: "x" } });

      const changed = await platform.data(upsert, { input: { stored: "second", external_id: "x" } });

      expect(changed).toEqual({ excludedCreateOne: { item: { stored: "second", external_id: "x" } } });
    });
  });

  describe("booksCopyOneById", () => {
    const copy = `mutation ($id: ID!) {
      booksCopyOneById(id: $id) { item { ${bookFields} RBAC { type users { id rights } roles { id rights } } } }
    }`;

    test("the copy's title gets the suffix (Copy), has no unique values, and is private", async () => {
      const original = await createBook({
        title: "Emma",
        summary: "Rich",
        isbn: "1",
        external_id: "e",
        pages: 474,
        lent: true,
        details: { genre: "novel" },
        state: "NEW",
        RBAC: { type: "public", users: [{ id: ada, rights: "write" }] },
      });

      const { booksCopyOneById } = await platform.data<{ booksCopyOneById: Payload }>(copy, { id: original.id });

      const item = booksCopyOneById.item;
      expect(item.id).not.toBe(original.id);
      expect(item).toEqual({
        ...original,
        id: item.id,
        title: "Emma (Copy)",
        isbn: null,
        external_id: null,
        RBAC: noGrants,
      });
    });

    test("the original stays as it was", async () => {
      const original = await createBook({ title: "Emma", isbn: "1" });

      await platform.data(copy, { id: original.id });

      expect(
        await platform.data(`query ($id: ID!) { booksById(id: $id) { title isbn } }`, { id: original.id }),
      ).toEqual({
        booksById: { title: "Emma", isbn: "1" },
      });
    });

    test.each([missingId, "none"])("Record not found: %s", async (id) => {
      expect(await refusal(copy, { id })).toMatchObject({ message: "Record not found", path: ["booksCopyOneById"] });
    });
  });

  describe("booksUpdateOne", () => {
    const update = `mutation ($where: [FilterBooks], $input: booksInput!) {
      booksUpdateOne(where: $where, input: $input) { item { title pages state } }
    }`;

    test("changes the one item that matches", async () => {
      await createBook({ title: "Emma", state: "NEW" });
      await createBook({ title: "Faust", state: "IN_REPAIR", pages: 160 });

      const changed = await platform.data(update, {
        where: [{ state: { eq: "IN_REPAIR" } }, { pages: { gte: 100 } }],
        input: { title: "Faust I", state: "NEW" },
      });

      expect(changed).toEqual({ booksUpdateOne: { item: { title: "Faust I", pages: 160, state: "NEW" } } });
      expect((await stored()).books).toMatchObject([{ title: "Emma" }, { title: "Faust I" }]);
    });

    test("no match is an error", async () => {
      await createBook({ title: "Emma" });

      const error = await refusal(update, { where: [{ title: { eq: "Faust" } }], input: { title: "?" } });

      expect(error).toMatchObject({ message: "Record not found", extensions: { code: "NOT_FOUND" } });
    });

    test.each([{ where: [{ title: { contains: "a" } }] }, { where: [] }, {}])(
      "more than one match is an error: %j",
      async (where) => {
        await createBook({ title: "Emma" });
        await createBook({ title: "Faust" });

        const error = await refusal(update, { ...where, input: { title: "?" } });

        expect(error).toMatchObject({
          message: "More than one record matches the filter; nothing was changed. Narrow it down to one.",
          extensions: { code: "BAD_USER_INPUT" },
        });
      },
    );
  });

  describe("booksUpdateOneById", () => {
    const update = `mutation ($id: ID!, $input: booksInput!) {
      booksUpdateOneById(id: $id, input: $input) { item { ${bookFields} RBAC { type users { id rights } roles { id rights } } } }
    }`;
    const updateBook = async (id: string, input: Input) =>
      (await platform.data<{ booksUpdateOneById: Payload }>(update, { id, input })).booksUpdateOneById.item;

    test("fields that are left out stay, an explicit null clears", async () => {
      const before = await createBook({ title: "Emma", pages: 474, summary: "Rich", details: [1], state: "NEW" });

      const after = await updateBook(before.id, { title: "Emma", pages: null, details: null, state: null });

      expect(after).toEqual({ ...before, pages: null, details: null, state: null });
    });

    test("a variable that is not given leaves the field as it is", async () => {
      const { id } = await createBook({ title: "Emma", pages: 474, summary: "Rich" });

      for (const variables of [{ id }, { id, summary: null }, { id }]) {
        await platform.data(
          `mutation ($id: ID!, $pages: Float, $summary: String) {
            booksUpdateOneById(id: $id, input: { title: "Emma", pages: $pages, summary: $summary }) { item { id } }
          }`,
          variables,
        );
      }

      expect((await stored()).books).toMatchObject([{ pages: 474, summary: null }]);
    });

    test("updatedAt moves, createdAt stays", async () => {
      const { id } = await createBook({ title: "Emma" });
      await platform.database.run(`update books set "createdAt" = '2020-01-01Z', "updatedAt" = '2020-01-01Z'`);

      const { booksUpdateOneById } = await platform.data<{ booksUpdateOneById: Payload }>(
        `mutation ($id: ID!) { booksUpdateOneById(id: $id, input: { title: "Emma" }) { item { id createdAt updatedAt } } }`,
        { id },
      );

      expect(booksUpdateOneById.item.createdAt).toBe("2020-01-01T00:00:00.000Z");
      expect(Math.abs(Date.parse(String(booksUpdateOneById.item.updatedAt)) - Date.now())).toBeLessThan(60_000);
    });

    test("required fields are non-null, also on update", async () => {
      const { id } = await createBook({ title: "Emma" });

      const error = await refusal(update, { id, input: { pages: 3 } });

      expect(error.message).toMatch(/"title" of required type "String!" was not provided/);
    });

    test.each([missingId, "none"])("Record not found: %s", async (id) => {
      expect(await refusal(update, { id, input: { title: "?" } })).toMatchObject({ message: "Record not found" });
    });

    test("RBAC: given lists replace the old ones, lists that are left out stay, the type is derived", async () => {
      const { id } = await createBook({
        title: "Emma",
        RBAC: { users: [{ id: ada, rights: "read" }], roles: [{ id: editors, rights: "write" }] },
      });
      const rights = async (RBAC: Input) => (await updateBook(id, { title: "Emma", RBAC })).RBAC;
      const roles = [{ id: editors, rights: "write" }];

      expect(await rights({ users: [{ id: bob, rights: "write" }] })).toEqual({
        type: "users",
        users: [{ id: bob, rights: "write" }],
        roles,
      });
      expect(await rights({ users: [] })).toEqual({ type: "roles", users: [], roles });
      expect(await rights({ type: "public" })).toEqual({ type: "public", users: [], roles });
      expect(await rights({ roles: [] })).toEqual(noGrants);
    });

    test("RBAC stays when it is left out", async () => {
      const before = await createBook({ title: "Emma", RBAC: { users: [{ id: ada, rights: "read" }] } });

      const after = await updateBook(before.id, { title: "Emma again" });

      expect(after.RBAC).toEqual({ type: "users", users: [{ id: ada, rights: "read" }], roles: [] });
    });
  });

  describe("RBAC of a new item", () => {
    test.each([
      { RBAC: { users: [{ id: ada, rights: "read" }], roles: [{ id: editors, rights: "write" }] }, type: "users" },
      { RBAC: { roles: [{ id: editors, rights: "read" }] }, type: "roles" },
      { RBAC: { users: [], roles: [] }, type: "private" },
      { RBAC: {}, type: "private" },
      { RBAC: { type: "public" }, type: "public" },
      { RBAC: { type: "roles", users: [{ id: ada, rights: "write" }] }, type: "roles" },
    ])("$RBAC has the type $type", async ({ RBAC, type }) => {
      const item = await createBook({ title: "Emma", RBAC });

      expect(item.RBAC).toEqual({ ...noGrants, ...RBAC, type });
    });

    test.each([
      { RBAC: { users: [{ id: "ada", rights: "read" }] }, message: `"RBAC.users" holds an id that is none.` },
      { RBAC: { users: [{ id: ada, rights: "own" }] }, message: `The rights in "RBAC.users" must be read or write.` },
      {
        RBAC: {
          roles: [
            { id: editors, rights: "read" },
            { id: editors, rights: "write" },
          ],
        },
        message: `"RBAC.roles" names ${editors} twice.`,
      },
      { RBAC: { type: "secret" }, message: `"RBAC.type" must be one of private, users, roles, public.` },
    ])("$RBAC is refused", async ({ RBAC, message }) => {
      const error = await refusal(
        `mutation ($RBAC: RBACInput) { booksCreateOne(input: { title: "Emma", RBAC: $RBAC }) { item { id } } }`,
        { RBAC },
      );

      expect(error).toMatchObject({ message, extensions: { code: "BAD_USER_INPUT" } });
    });
  });

  describe("booksRemoveOne", () => {
    const remove = `mutation ($where: JSON!) { booksRemoveOne(where: $where) { title state } }`;
    const titles = async () => (await stored()).books.map(({ title }) => title);

    beforeEach(async () => {
      await createBook({ title: "Emma", state: "NEW", pages: 474 });
      await createBook({ title: "Faust", state: "IN_REPAIR", pages: 160, published: "1808-04-01T00:00:00Z" });
    });

    test.each([
      { what: "a filter", where: { title: { eq: "Faust" } } },
      { what: "a list of filters", where: [{ pages: { lte: 200 } }, { title: { contains: "FAU" } }] },
      { what: "enum names", where: { state: { in: ["IN_REPAIR", "WORN_OUT"] } } },
      { what: "and, or", where: { or: [{ title: { eq: "?" } }, { and: [{ pages: { or: [{ eq: 160 }] } }] }] } },
      { what: "dates", where: { published: { gte: "1808-01-01T00:00:00Z" } } },
    ])("removes the one item that matches $what, and gives it back", async ({ where }) => {
      const removed = await platform.data(remove, { where });

      expect(removed).toEqual({ booksRemoveOne: { title: "Faust", state: "IN_REPAIR" } });
      expect(await titles()).toEqual(["Emma"]);
    });

    test("where can be written in the document", async () => {
      const removed = await platform.data(`mutation { booksRemoveOne(where: { state: { eq: "NEW" } }) { title } }`);

      expect(removed).toEqual({ booksRemoveOne: { title: "Emma" } });
    });

    test.each([
      { where: "Faust", message: /^"where": Expected type "FilterBooks" to be an object\.$/ },
      { where: 7, message: /Expected type "FilterBooks" to be an object/ },
      { where: [null], message: /Expected non-nullable type "FilterBooks!" not to be null/ },
      { where: { titel: { eq: "Faust" } }, message: /Field "titel" is not defined by type "FilterBooks"/ },
      {
        where: { title: "Faust" },
        message: /^"where" at title: Expected type "FilterOperatorString" to be an object\.$/,
      },
      { where: { title: { like: "Faust" } }, message: /Field "like" is not defined by type "FilterOperatorString"/ },
      {
        where: { state: { eq: "in-repair" } },
        message: /^"where" at state.eq: Value "in-repair" does not exist in "stateEnum" enum/,
      },
      {
        where: { pages: { lte: "200" } },
        message: /^"where" at pages.lte: Float cannot represent non numeric value: "200"$/,
      },
      {
        where: { published: { lte: "then" } },
        message: /^"where" at published.lte: .*A Date must be an ISO 8601 timestamp/,
      },
    ])("$where is not shaped like the filter type, and refused", async ({ where, message }) => {
      const error = await refusal(remove, { where });

      expect(error).toMatchObject({
        message: expect.stringMatching(message),
        path: ["booksRemoveOne"],
        extensions: { code: "BAD_USER_INPUT" },
      });
    });

    test.each([{ where: { title: { contains: "a" } } }, { where: {} }, { where: [] }])(
      "more than one match is an error: $where",
      async ({ where }) => {
        const error = await refusal(remove, { where });

        expect(error.message).toBe(
          "More than one record matches the filter; nothing was changed. Narrow it down to one.",
        );
      },
    );

    test("no match is an error", async () => {
      expect(await refusal(remove, { where: { title: { in: [] } } })).toMatchObject({ message: "Record not found" });
    });
  });

  describe("booksRemoveOneById", () => {
    const remove = `mutation ($id: ID!) { booksRemoveOneById(id: $id) { id title RBAC { type } } }`;

    test("removes the item, and gives it back as it was", async () => {
      const { id } = await createBook({ title: "Emma", RBAC: { type: "public" } });

      const removed = await platform.data(remove, { id });

      expect(removed).toEqual({ booksRemoveOneById: { id, title: "Emma", RBAC: { type: "public" } } });
      expect((await stored()).books).toEqual([]);
    });

    test.each([missingId, "none"])("Record not found: %s", async (id) => {
      await createBook({ title: "Emma" });

      expect(await refusal(remove, { id })).toMatchObject({
        message: "Record not found",
        path: ["booksRemoveOneById"],
      });
    });
  });

  test("several mutations run one after the other, and one that fails does not undo the others", async () => {
    const answer = await platform.ask(`mutation {
      first: booksCreateOne(input: { title: "Emma", isbn: "1" }) { item { title } }
      second: booksCreateOne(input: { title: "Faust", isbn: "1" }) { item { title } }
      third: booksUpdateOne(where: [{ isbn: { eq: "1" } }], input: { title: "Emma II" }) { item { title isbn } }
    }`);

    expect(answer).toMatchObject({
      data: { first: { item: { title: "Emma" } }, second: null, third: { item: { title: "Emma II", isbn: "1" } } },
      errors: [{ path: ["second"], extensions: { code: "CONFLICT" } }],
    });
  });
});
