import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, createCaller, createRole } from "../support/callers.ts";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

/**
 * Who may do what with a book, by the book's rights. `yes`: it happens. `hidden`: Record not found. `locked`:
 * Insufficient permissions. `barred`: Access control error.
 */
const outcomes = {
  //                     read      list  count write     remove    copy
  private: {
    creator: "           yes       1     1     yes       yes       yes",
    admin: "             yes       1     1     yes       yes       yes",
    colleague: "         hidden    0     0     hidden    hidden    hidden",
    reader: "            hidden    0     0     barred    barred    barred",
    stranger: "          barred    -     -     barred    barred    barred",
  },
  "users, colleague may read": {
    creator: "           yes       1     1     yes       yes       yes",
    admin: "             yes       1     1     yes       yes       yes",
    colleague: "         yes       1     1     locked    locked    yes",
    reader: "            hidden    0     0     barred    barred    barred",
    stranger: "          barred    -     -     barred    barred    barred",
  },
  "users, colleague may write": {
    creator: "           yes       1     1     yes       yes       yes",
    colleague: "         yes       1     1     yes       yes       yes",
    reader: "            hidden    0     0     barred    barred    barred",
    stranger: "          barred    -     -     barred    barred    barred",
  },
  "roles, team may read": {
    creator: "           yes       1     1     yes       yes       yes",
    colleague: "         yes       1     1     locked    locked    yes",
    reader: "            hidden    0     0     barred    barred    barred",
    stranger: "          barred    -     -     barred    barred    barred",
  },
  "roles, team may write": {
    colleague: "         yes       1     1     yes       yes       yes",
    reader: "            hidden    0     0     barred    barred    barred",
  },
  public: {
    creator: "           yes       1     1     yes       yes       yes",
    colleague: "         yes       1     1     locked    locked    yes",
    reader: "            yes       1     1     barred    barred    barred",
    stranger: "          barred    -     -     barred    barred    barred",
  },
  "public, colleague may write": {
    colleague: "         yes       1     1     yes       yes       yes",
    reader: "            yes       1     1     barred    barred    barred",
  },
  "private, but with a grant left over": {
    creator: "           yes       1     1     yes       yes       yes",
    colleague: "         hidden    0     0     hidden    hidden    hidden",
  },
} as const;

const messages: Readonly<Record<string, string>> = {
  hidden: "Record not found",
  locked: "Insufficient permissions",
  barred: "Access control error",
};

describe.skipIf(isMissing)("Row-level rights, as a matrix", () => {
  let platform: TestPlatform;
  let callers: Record<string, Caller>;
  let teamId: string;

  beforeAll(async () => {
    platform = await startTestPlatform(library());
    teamId = await createRole(platform, "team", { contexts: "WRITE" });
    callers = {
      creator: await createCaller(platform, { email: "creator@example.com", permissions: { contexts: "WRITE" } }),
      admin: await createCaller(platform, { email: "admin@example.com", isSuperAdmin: true }),
      colleague: await createCaller(platform, { email: "colleague@example.com", roleId: teamId }),
      reader: await createCaller(platform, { email: "reader@example.com", permissions: { contexts: "READ" } }),
      stranger: await createCaller(platform, { email: "stranger@example.com" }),
    };
  });
  afterAll(() => platform.close());

  const caller = (name: string): Caller => {
    const found = callers[name];
    if (!found) throw new Error(`There is no caller ${name}.`);
    return found;
  };

  const rightsOf = (rights: string) => {
    const grant = (right: string) => ({ id: caller("colleague").userId, rights: right });
    const team = (right: string) => ({ id: teamId, rights: right });
    const inputs: Readonly<Record<string, object>> = {
      private: { type: "private" },
      "users, colleague may read": { users: [grant("read")] },
      "users, colleague may write": { users: [grant("write")] },
      "roles, team may read": { roles: [team("read")] },
      "roles, team may write": { roles: [team("write")] },
      public: { type: "public" },
      "public, colleague may write": { type: "public", users: [grant("write")] },
      "private, but with a grant left over": { type: "private", users: [grant("write")] },
    };
    return inputs[rights];
  };

  const createBook = async (rights: string): Promise<string> => {
    const input = { title: "Emma", RBAC: rightsOf(rights) };
    const { booksCreateOne } = await caller("creator").data<{ booksCreateOne: { item: { id: string } } }>(
      `mutation ($input: booksInput!) { booksCreateOne(input: $input) { item { id } } }`,
      { input },
    );
    return booksCreateOne.item.id;
  };

  const outcome = async (name: string, query: string, id: string): Promise<string> => {
    const { errors } = await caller(name).ask(query, { id });
    if (!errors) return "yes";
    return Object.keys(messages).find((key) => messages[key] === errors[0]?.message) ?? String(errors[0]?.message);
  };

  const counted = async (name: string, query: string, id: string, read: (data: never) => number): Promise<string> => {
    const { data, errors } = await caller(name).ask(query, { id });
    return errors ? "-" : String(read(data as never));
  };

  for (const [rights, expected] of Object.entries(outcomes)) {
    for (const [name, row] of Object.entries(expected)) {
      test(`${rights}: ${name}`, async () => {
        const id = await createBook(rights);

        const found = [
          await outcome(name, `query ($id: ID!) { booksById(id: $id) { id } }`, id),
          await counted(
            name,
            `query ($id: ID!) { booksPagination(filters: [{ id: { eq: $id } }]) { pageInfo { itemCount } items { id } } }`,
            id,
            (data: { booksPagination: { items: unknown[] } }) => data.booksPagination.items.length,
          ),
          await counted(
            name,
            `query ($id: ID!) { booksStatistics(filters: [{ id: { eq: $id } }]) { count } }`,
            id,
            (data: { booksStatistics: { count: number }[] }) => data.booksStatistics[0]?.count ?? -1,
          ),
          await outcome(
            name,
            `mutation ($id: ID!) { booksUpdateOneById(id: $id, input: { title: "x" }) { item { id } } }`,
            id,
          ),
          await outcome(name, `mutation ($id: ID!) { booksRemoveOneById(id: $id) { id } }`, await createBook(rights)),
          await outcome(name, `mutation ($id: ID!) { booksCopyOneById(id: $id) { item { id } } }`, id),
        ];

        expect(found).toEqual(row.trim().split(/\s+/));
      });
    }
  }
});
