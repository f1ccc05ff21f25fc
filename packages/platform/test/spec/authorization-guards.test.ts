import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Caller, createCaller, createRole, tokenFor } from "../support/callers.ts";
import { checksum, told } from "../support/checksum.ts";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { type Client, startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const notFound = { message: "Record not found", code: "NOT_FOUND" };
const locked = { message: "Insufficient permissions", code: "FORBIDDEN" };
const reserved = { message: "You are not authorized", code: "UNAUTHORIZED" };
const barred = { message: "Access control error", code: "ACCESS_CONTROL" };

describe.skipIf(isMissing)("What rights don't reach", () => {
  let platform: TestPlatform;
  let admin: Caller;
  let manager: Caller;
  let member: Caller;
  let other: Caller;
  let people = 0;

  beforeAll(async () => {
    platform = await startTestPlatform(library());
    admin = await createCaller(platform, { email: "admin@example.com", isSuperAdmin: true });
    manager = await createCaller(platform, { email: "manager@example.com", permissions: { users: "WRITE" } });
    const everyday = { contexts: "WRITE", agents: "WRITE" } as const;
    member = await createCaller(platform, { email: "member@example.com", permissions: everyday });
    other = await createCaller(platform, { email: "other@example.com", permissions: everyday });
  });
  afterAll(() => platform.close());

  const createPerson = (options: Partial<Parameters<typeof createCaller>[1]> = {}) =>
    createCaller(platform, { email: `person-${people++}@example.com`, ...options });

  /** The id of an item that one mutation makes. */
  const created = async (by: Client, mutation: string, variables?: Record<string, unknown>): Promise<string> => {
    const data = await by.data<Record<string, { item: { id: string } }>>(mutation, variables);
    return Object.values(data)[0]?.item.id ?? "";
  };

  /** The one error of a call, after which every table must be as it was. */
  const refused = async (by: Client, query: string, variables?: Record<string, unknown>) => {
    const before = await checksum(platform.database);
    const error = await by.error(query, variables);
    expect(await checksum(platform.database)).toEqual(before);
    return told(error);
  };

  const isLetIn = async (client: Client): Promise<boolean> => !(await client.ask(`{ me { id } }`)).errors;

  /** A change is told to every process by the database: it takes as long as that takes, and far less than a cache lives. */
  const soon = (expectation: () => Promise<void>) => vi.waitFor(expectation, { timeout: 1000, interval: 5 });

  const keyOf = async (by: Client, args: Record<string, unknown> = {}): Promise<Client & { id: string }> => {
    const { apiKeysGenerate } = await by.data<{ apiKeysGenerate: { key: string; apiKey: { id: string } } }>(
      `mutation ($user: ID, $scopes: JSON) { apiKeysGenerate(name: "k", user: $user, scopes: $scopes) { key apiKey { id } } }`,
      args,
    );
    const client = platform.as({ "x-api-key": apiKeysGenerate.key });
    // The first use of a key is noted on it, and would look like a change.
    await client.data(`{ me { id } }`);
    return { ...client, id: apiKeysGenerate.apiKey.id };
  };

  describe("Reserved for super admins", () => {
    test.for([
      `mutation { rolesCreateOne(input: { name: "x", users: WRITE }) { item { id } } }`,
      `mutation { rolesCreateOne(input: { name: "x" }, upsert: true) { item { id } } }`,
      `mutation ($role: ID!) { rolesUpdateOneById(id: $role, input: { name: "x", agents: WRITE }) { item { id } } }`,
      `mutation ($role: ID!) { rolesUpdateOne(where: [{ id: { eq: $role } }], input: { name: "x" }) { item { id } } }`,
      `mutation ($role: ID!) { rolesCopyOneById(id: $role) { item { id } } }`,
      `mutation ($role: ID!) { rolesRemoveOneById(id: $role) { id } }`,
      `mutation ($where: JSON!) { rolesRemoveOne(where: $where) { id } }`,
    ])("roles: %s", async (mutation) => {
      const variables = { role: manager.roleId, where: { id: { eq: manager.roleId } } };

      expect(await refused(manager, mutation, variables)).toEqual(reserved);
    });

    test.for([
      `mutation { usersCreateOne(input: { email: "new@example.com" }) { item { id } } }`,
      `mutation ($email: String!) { usersCreateOne(input: { email: $email, name: "x" }, upsert: true) { item { id } } }`,
      `mutation ($id: ID!) { usersCopyOneById(id: $id) { item { id } } }`,
      `mutation ($id: ID!) { usersRemoveOneById(id: $id) { id } }`,
      `mutation ($where: JSON!) { usersRemoveOne(where: $where) { id } }`,
    ])("who there is: %s", async (mutation) => {
      const { userId: id, email } = member;

      expect(await refused(manager, mutation, { id, email, where: { id: { eq: id } } })).toEqual(reserved);
    });

    test.for([
      { what: "a role", change: () => ({ role: manager.roleId }) },
      { what: "no role", change: () => ({ role: null }) },
      { what: "the super_admin flag", change: () => ({ super_admin: true }) },
      { what: "no super_admin flag", change: () => ({ super_admin: false }) },
      { what: "a password", change: () => ({ password: "correct horse battery" }) },
      { what: "another address", change: () => ({ email: "taken-over@example.com" }) },
    ])("giving somebody $what, by id, by filter, to others and to oneself", async ({ change }) => {
      const refusals = [];
      for (const { userId: id, email } of [member, manager]) {
        const variables = { id, input: { email, ...change() } };
        refusals.push(
          await refused(
            manager,
            `mutation ($id: ID!, $input: usersInput!) { usersUpdateOneById(id: $id, input: $input) { item { id } } }`,
            variables,
          ),
          await refused(
            manager,
            `mutation ($id: ID!, $input: usersInput!) { usersUpdateOne(where: [{ id: { eq: $id } }], input: $input) { item { id } } }`,
            variables,
          ),
        );
      }

      expect(refusals).toEqual(refusals.map(() => reserved));
    });

    test("even for a super admin whose key is narrowed", async () => {
      const key = await keyOf(admin, { scopes: { users: "write" } });

      const refusals = [
        await refused(key, `mutation { rolesCreateOne(input: { name: "x" }) { item { id } } }`),
        await refused(
          key,
          `mutation ($id: ID!, $email: String!) { usersUpdateOneById(id: $id, input: { email: $email, super_admin: true }) { item { id } } }`,
          { id: member.userId, email: member.email },
        ),
      ];

      expect(refusals).toEqual([reserved, reserved]);
    });
  });

  describe("A role that does not exist", () => {
    const missing = "00000000-0000-7000-8000-0000000000ff";
    const create = `mutation ($input: usersInput!) { usersCreateOne(input: $input) { item { role } } }`;
    const upsert = `mutation ($input: usersInput!) { usersCreateOne(input: $input, upsert: true) { item { role } } }`;
    const updateById = `mutation ($id: ID!, $input: usersInput!) { usersUpdateOneById(id: $id, input: $input) { item { role } } }`;
    const update = `mutation ($id: ID!, $input: usersInput!) { usersUpdateOne(where: [{ id: { eq: $id } }], input: $input) { item { role } } }`;

    test.for([missing, "manager", ""])("is given to nobody, and the fault is named: «%s»", async (role) => {
      const { userId: id, email } = member;
      const refusals = [
        await refused(admin, create, { input: { email: "new@example.com", role } }),
        await refused(admin, upsert, { input: { email, role } }),
        await refused(admin, updateById, { id, input: { email, role } }),
        await refused(admin, update, { id, input: { email, role } }),
      ];

      const message = `"role" must be the id of a role; there is none with the id "${role}".`;
      expect(refusals).toEqual(refusals.map(() => ({ message, code: "BAD_USER_INPUT" })));
    });

    test("is not told apart from one that does by those who can't give either", async () => {
      const { userId: id, email } = member;
      const answers = [];
      for (const role of [manager.roleId, missing, "manager"]) {
        answers.push(
          await refused(manager, create, { input: { email: "new@example.com", role } }),
          await refused(manager, updateById, { id, input: { email, role } }),
          await refused(manager, update, { id, input: { email, role } }),
        );
      }

      expect(answers).toEqual(answers.map(() => reserved));
    });

    test("one that does may be written in capitals, and taken away again", async () => {
      const { userId: id, email } = await createPerson();
      const role = manager.roleId ?? "";

      const given = await admin.data(updateById, { id, input: { email, role: role.toUpperCase() } });
      const taken = await admin.data(updateById, { id, input: { email, role: null } });

      expect(given).toEqual({ usersUpdateOneById: { item: { role } } });
      expect(taken).toEqual({ usersUpdateOneById: { item: { role: null } } });
    });
  });

  describe("With users: write", () => {
    const change = `mutation ($id: ID!, $input: usersInput!) { usersUpdateOneById(id: $id, input: $input) { item { name status } } }`;

    test("people are renamed and suspended", async () => {
      const { userId: id, email } = await createPerson();

      const data = await manager.data(change, { id, input: { email, name: "Jane", status: "SUSPENDED" } });

      expect(data).toEqual({ usersUpdateOneById: { item: { name: "Jane", status: "SUSPENDED" } } });
    });

    test("super admins are not touched", async () => {
      const { userId: id, email } = admin;

      const refusals = [
        await refused(manager, change, { id, input: { email, name: "Jane" } }),
        await refused(manager, change, { id, input: { email, status: "SUSPENDED" } }),
      ];

      expect(refusals).toEqual([locked, locked]);
    });

    test("users: read changes nobody", async () => {
      const reader = await createPerson({ permissions: { users: "READ" } });

      expect(await refused(reader, change, { id: member.userId, input: { email: member.email } })).toEqual(barred);
    });
  });

  describe("No escalation through rights on items", () => {
    const createBook = (input: Record<string, unknown>) =>
      created(other, `mutation ($input: booksInput!) { booksCreateOne(input: $input) { item { id } } }`, {
        input: { title: "Emma", ...input },
      });
    const upsert = `mutation ($input: booksInput!) { booksCreateOne(input: $input, upsert: true) { item { id } } }`;

    test("an upsert does not reach somebody else's item, with or without rights in the input", async () => {
      await createBook({ isbn: "upsert-1", external_id: "upsert-1" });
      const rights = { type: "public", users: [{ id: member.userId, rights: "write" }] };

      const refusals = [
        await refused(member, upsert, { input: { title: "Mine", isbn: "upsert-1" } }),
        await refused(member, upsert, { input: { title: "Mine", external_id: "upsert-1" } }),
        await refused(member, upsert, { input: { title: "Mine", isbn: "upsert-1", RBAC: rights } }),
      ];

      expect(refusals).toEqual([notFound, notFound, notFound]);
    });

    test("an upsert of an item that one may only read changes neither fields nor rights", async () => {
      await createBook({ isbn: "upsert-2", RBAC: { users: [{ id: member.userId, rights: "read" }] } });
      const RBAC = { users: [{ id: member.userId, rights: "write" }] };

      const refusals = [
        await refused(member, upsert, { input: { title: "Mine", isbn: "upsert-2" } }),
        await refused(member, upsert, { input: { title: "Mine", isbn: "upsert-2", RBAC } }),
      ];

      expect(refusals).toEqual([locked, locked]);
    });

    test("whoever may only read an item can't give themselves more, by id or by filter", async () => {
      const id = await createBook({ RBAC: { users: [{ id: member.userId, rights: "read" }] } });
      const input = { title: "Emma", RBAC: { users: [{ id: member.userId, rights: "write" }] } };

      const refusals = [
        await refused(
          member,
          `mutation ($id: ID!, $input: booksInput!) { booksUpdateOneById(id: $id, input: $input) { item { id } } }`,
          { id, input },
        ),
        await refused(
          member,
          `mutation ($id: ID!, $input: booksInput!) { booksUpdateOne(where: [{ id: { eq: $id } }], input: $input) { item { id } } }`,
          { id, input },
        ),
      ];

      expect(refusals).toEqual([locked, locked]);
    });

    test("a copy carries no rights along, and is the copier's own", async () => {
      const id = await createBook({ RBAC: { type: "public", users: [{ id: manager.userId, rights: "write" }] } });

      const copyId = await created(member, `mutation ($id: ID!) { booksCopyOneById(id: $id) { item { id } } }`, { id });

      const byId = `query ($id: ID!) { booksById(id: $id) { RBAC { type users { id } roles { id } } } }`;
      expect(await member.data(byId, { id: copyId })).toEqual({
        booksById: { RBAC: { type: "private", users: [], roles: [] } },
      });
      expect(told(await other.error(byId, { id: copyId }))).toEqual(notFound);
    });

    test("a writer can't lock the creator out", async () => {
      const id = await createBook({ RBAC: { users: [{ id: member.userId, rights: "write" }] } });

      await member.data(
        `mutation ($id: ID!) { booksUpdateOneById(id: $id, input: { title: "x", RBAC: { type: "private", users: [], roles: [] } }) { item { id } } }`,
        { id },
      );

      const write = `mutation ($id: ID!) { booksUpdateOneById(id: $id, input: { title: "y" }) { item { id } } }`;
      expect(await other.data(write, { id })).toEqual({ booksUpdateOneById: { item: { id } } });
      expect(await refused(member, write, { id })).toEqual(notFound);
    });

    test("a new role of an old name does not revive the old one's grants", async () => {
      const roleId = await createRole(platform, "librarians", { contexts: "WRITE" });
      const id = await createBook({ RBAC: { roles: [{ id: roleId, rights: "write" }] } });
      await platform.data(`mutation ($id: ID!) { rolesRemoveOneById(id: $id) { id } }`, { id: roleId });
      const again = await createRole(platform, "librarians", { contexts: "WRITE" });
      const librarian = await createPerson({ roleId: again });

      expect(told(await librarian.error(`query ($id: ID!) { booksById(id: $id) { id } }`, { id }))).toEqual(notFound);
    });
  });

  test("the last super admin who can sign in is neither demoted, suspended nor removed by people", async () => {
    const refusals = [
      await refused(
        admin,
        `mutation ($id: ID!, $email: String!) { usersUpdateOneById(id: $id, input: { email: $email, super_admin: false }) { item { id } } }`,
        { id: admin.userId, email: admin.email },
      ),
      await refused(
        admin,
        `mutation ($id: ID!, $email: String!) { usersUpdateOneById(id: $id, input: { email: $email, status: SUSPENDED }) { item { id } } }`,
        { id: admin.userId, email: admin.email },
      ),
      await refused(admin, `mutation ($id: ID!) { usersRemoveOneById(id: $id) { id } }`, { id: admin.userId }),
    ];

    const last = { message: "This is the last super admin: make another one first.", code: "CONFLICT" };
    expect(refusals).toEqual([last, last, last]);
  });

  test("what was said in a conversation goes with it", async () => {
    const { agent_sessionsCreateOne } = await platform.data<{ agent_sessionsCreateOne: { item: { id: string } } }>(
      `mutation { agent_sessionsCreateOne(input: { agent: "a" }) { item { id } } }`,
    );
    const session = agent_sessionsCreateOne.item.id;
    await platform.data(
      `mutation ($session: String!) { agent_messagesCreateOne(input: { session: $session, role: "user", content: "hi" }) { item { id } } }`,
      { session },
    );

    await platform.data(`mutation ($id: ID!) { agent_sessionsRemoveOneById(id: $id) { id } }`, { id: session });

    const count = `query ($session: String) { agent_messagesStatistics(filters: [{ session: { eq: $session } }]) { count } }`;
    expect(await platform.data(count, { session })).toEqual({ agent_messagesStatistics: [{ count: 0 }] });
  });

  describe("API keys", () => {
    const generate = `mutation ($user: ID, $scopes: JSON) { apiKeysGenerate(name: "k", user: $user, scopes: $scopes) { apiKey { id } } }`;

    const rotate = `mutation ($id: ID!) { apiKeysRotate(id: $id) { apiKey { id } } }`;
    const revoke = `mutation ($id: ID!) { apiKeysRevoke(id: $id) { id } }`;

    test.for([{ contexts: "read" }, { contexts: "write", api: "read" }, {}])(
      "a key narrowed to %o neither makes, rotates nor ends keys, not even itself",
      async (scopes) => {
        const keeper = await createPerson({ permissions: { contexts: "WRITE", api: "WRITE" } });
        const whole = await keyOf(keeper);
        const narrow = await keyOf(keeper, { scopes });
        const missing = "00000000-0000-7000-8000-0000000000ff";

        const refusals = [
          await refused(narrow, generate),
          await refused(narrow, generate, { scopes }),
          await refused(narrow, generate, { user: missing, scopes }),
        ];
        for (const mutation of [rotate, revoke]) {
          for (const id of [whole.id, narrow.id, missing]) refusals.push(await refused(narrow, mutation, { id }));
        }

        expect(refusals).toEqual(refusals.map(() => barred));
        expect(await isLetIn(narrow)).toBe(true);
      },
    );

    test("whose user has no api: write has no say over keys whatever its scopes", async () => {
      const { userId } = await createPerson({ permissions: { contexts: "WRITE" } });
      const narrow = await keyOf(admin, { user: userId, scopes: { contexts: "read", api: "write" } });

      expect(await refused(narrow, generate, { scopes: { contexts: "read" } })).toEqual(barred);
    });

    test("narrowed with api: write, it makes no key that is not, nor one beyond its scopes, nor rotates one", async () => {
      const keeper = await createPerson({ permissions: { contexts: "WRITE", agents: "READ", api: "WRITE" } });
      const whole = await keyOf(keeper);
      const narrow = await keyOf(keeper, { scopes: { contexts: "read", api: "write" } });

      const refusals = [
        await refused(narrow, generate),
        await refused(narrow, generate, { scopes: { contexts: "write" } }),
        await refused(narrow, generate, { scopes: { contexts: "read", agents: "read" } }),
        await refused(narrow, rotate, { id: whole.id }),
      ];

      expect(refusals).toEqual([locked, locked, locked, locked]);
      const made = await keyOf(narrow, { scopes: { contexts: "read" } });
      expect(await isLetIn(made)).toBe(true);
      expect(await narrow.data(revoke, { id: made.id })).toEqual({ apiKeysRevoke: { id: made.id } });
      await soon(async () => expect(await isLetIn(made)).toBe(false));
    });

    test("a key that ends neither makes nor rotates into one that outlives it", async () => {
      const whole = await keyOf(member);
      const soon = new Date(Date.now() + 3_600_000).toISOString();
      const { apiKeysGenerate } = await member.data<{ apiKeysGenerate: { key: string } }>(
        `mutation ($soon: Date) { apiKeysGenerate(name: "short", expiresAt: $soon) { key } }`,
        { soon },
      );
      const ending = platform.as({ "x-api-key": apiKeysGenerate.key });
      await ending.data(`{ me { id } }`);

      const refusals = [
        await refused(ending, generate),
        await refused(ending, `mutation ($id: ID!) { apiKeysRotate(id: $id) { key } }`, { id: whole.id }),
      ];

      expect(refusals).toEqual([locked, locked]);
    });

    test("a super admin's key that may only read agents changes nobody's conversations", async () => {
      const { agent_sessionsCreateOne } = await platform.data<{ agent_sessionsCreateOne: { item: { id: string } } }>(
        `mutation { agent_sessionsCreateOne(input: { agent: "a", title: "t" }) { item { id } } }`,
      );
      const { id } = agent_sessionsCreateOne.item;
      const narrow = await keyOf(admin, { scopes: { agents: "read" } });

      expect(await narrow.data(`query ($id: ID!) { agent_sessionById(id: $id) { title } }`, { id })).toEqual({
        agent_sessionById: { title: "t" },
      });
      expect(
        await refused(narrow, `mutation ($id: ID!) { agent_sessionsRemoveOneById(id: $id) { id } }`, { id }),
      ).toEqual(locked);
    });

    test("nobody's scopes go beyond their role, and only super admins make keys for others", async () => {
      const refusals = [
        await refused(member, generate, { scopes: { users: "read" } }),
        await refused(member, generate, { user: other.userId, scopes: { contexts: "read" } }),
        await refused(member, generate, { user: admin.userId }),
      ];

      expect(refusals).toEqual([locked, reserved, reserved]);
      expect(await isLetIn(await keyOf(admin, { user: member.userId }))).toBe(true);
    });

    test("other people's keys are as good as missing", async () => {
      const { id } = await keyOf(other);
      const missing = "00000000-0000-7000-8000-0000000000ff";
      const mutations = ["apiKeysRevoke(id: $id) { id }", "apiKeysRotate(id: $id) { apiKey { id } }"];

      for (const mutation of mutations) {
        for (const each of [id, missing]) {
          expect(await refused(member, `mutation ($id: ID!) { ${mutation} }`, { id: each })).toEqual(notFound);
        }
      }
      const { apiKeys } = await member.data<{ apiKeys: { userId: string }[] }>(`{ apiKeys { userId } }`);
      expect(apiKeys.filter(({ userId }) => userId !== member.userId)).toEqual([]);
    });

    test("a key has two ids, and is as good as missing by either", async () => {
      const own = await keyOf(member);
      const theirs = await keyOf(other);
      const { apiKeys } = await platform.data<{ apiKeys: { id: string; keyId: string }[] }>(`{ apiKeys { id keyId } }`);
      const keyIdOf = ({ id }: { id: string }) => apiKeys.find((each) => each.id === id)?.keyId ?? "";

      expect(await refused(member, revoke, { id: keyIdOf(theirs) })).toEqual(notFound);
      expect(await refused(member, revoke, { id: `sk_${keyIdOf(theirs)}` })).toEqual(notFound);
      expect(await member.data(revoke, { id: keyIdOf(own) })).toEqual({ apiKeysRevoke: { id: own.id } });
    });

    test("api: write ends everyone's keys, and makes none of them anew", async () => {
      const keeper = await createPerson({ permissions: { api: "WRITE" } });
      const key = await keyOf(other);

      expect(
        await refused(keeper, `mutation ($id: ID!) { apiKeysRotate(id: $id) { apiKey { id } } }`, { id: key.id }),
      ).toEqual(reserved);
      await keeper.data(`mutation ($id: ID!) { apiKeysRevoke(id: $id) { id } }`, { id: key.id });
      await soon(async () => expect(await isLetIn(key)).toBe(false));
    });

    test("a key gives what both its scopes and its user's role give, and shrinks with the role at once", async () => {
      const roleId = await createRole(platform, "shrinking", { contexts: "WRITE", evals: "WRITE" });
      const person = await createPerson({ roleId });
      const keys = [await keyOf(person), await keyOf(person, { scopes: { contexts: "write" } })];
      const write = `mutation { readersCreateOne(input: { name: "x", level: CHILD }) { item { id } } }`;
      for (const key of keys) await key.data(write);

      await platform.data(
        `mutation ($id: ID!) { rolesUpdateOneById(id: $id, input: { name: "shrinking", contexts: READ }) { item { id } } }`,
        { id: roleId },
      );

      for (const key of keys) {
        await soon(async () => expect(await refused(key, write)).toEqual(barred));
        expect((await key.ask(`{ readersPagination(limit: 1) { items { name } } }`)).errors).toBeUndefined();
      }
    });

    test("a super admin who is one no longer takes their keys down with them", async () => {
      const person = await createPerson({ isSuperAdmin: true });
      const key = await keyOf(person);
      await key.data(`{ usersPagination { items { id } } }`);

      await platform.data(
        `mutation ($id: ID!, $email: String!) { usersUpdateOneById(id: $id, input: { email: $email, super_admin: false }) { item { id } } }`,
        { id: person.userId, email: person.email },
      );

      await soon(async () => expect(told(await key.error(`{ usersPagination { items { id } } }`))).toEqual(barred));
    });
  });

  describe("Conversations and favourites", () => {
    const createMessage = `mutation ($session: String!) { agent_messagesCreateOne(input: { session: $session, role: "user", content: "hello" }) { item { id } } }`;
    const move = `mutation ($id: ID!, $session: String!) { agent_messagesUpdateOneById(id: $id, input: { session: $session, role: "user", content: "moved" }) { item { id session } } }`;
    const copy = `mutation ($id: ID!) { agent_messagesCopyOneById(id: $id) { item { id session } } }`;
    const createSession = (by: Client, RBAC?: object) =>
      created(
        by,
        `mutation ($input: agent_sessionsInput!) { agent_sessionsCreateOne(input: $input) { item { id } } }`,
        { input: { agent: "a", ...(RBAC && { RBAC }) } },
      );

    test("a message is seen and written with its conversation", async () => {
      const session = await createSession(other, { users: [{ id: member.userId, rights: "write" }] });
      const id = await created(other, createMessage, { session });

      expect(await member.data(`query ($id: ID!) { agent_messageById(id: $id) { content } }`, { id })).toEqual({
        agent_messageById: { content: "hello" },
      });
      expect(await member.data(move, { id, session })).toEqual({
        agent_messagesUpdateOneById: { item: { id, session } },
      });
      const added = await created(member, createMessage, { session: session.toUpperCase() });
      expect(await other.data(`query ($id: ID!) { agent_messageById(id: $id) { session } }`, { id: added })).toEqual({
        agent_messageById: { session },
      });
    });

    test("whoever may only read a conversation adds nothing to it and changes nothing in it", async () => {
      const session = await createSession(other, { users: [{ id: member.userId, rights: "read" }] });
      const id = await created(other, createMessage, { session });
      const own = await created(member, createMessage, { session: await createSession(member) });

      const refusals = [
        await refused(member, move, { id, session }),
        await refused(member, copy, { id }),
        await refused(member, `mutation ($id: ID!) { agent_messagesRemoveOneById(id: $id) { id } }`, { id }),
      ];
      const additions = [
        await refused(member, createMessage, { session }),
        await refused(member, move, { id: own, session }),
      ];

      expect(refusals).toEqual([locked, locked, locked]);
      expect(additions).toEqual([locked, locked]);
    });

    test("a hidden conversation takes no message, new or moved, and is as good as missing", async () => {
      const hidden = await createSession(other);
      const missing = "00000000-0000-7000-8000-0000000000ff";
      const own = await created(member, createMessage, { session: await createSession(member) });

      for (const session of [hidden, hidden.toUpperCase(), missing, "not an id"]) {
        expect(await refused(member, createMessage, { session })).toEqual(notFound);
        expect(await refused(member, move, { id: own, session })).toEqual(notFound);
      }
    });

    test("the copy of a message stays in its conversation", async () => {
      const session = await createSession(member);
      const id = await created(member, createMessage, { session });

      const { agent_messagesCopyOneById } = await member.data<{
        agent_messagesCopyOneById: { item: { session: string } };
      }>(copy, { id });

      expect(agent_messagesCopyOneById.item.session).toBe(session);
    });

    test("a conversation is nobody else's", async () => {
      const write = `mutation ($user: String!) { agent_sessionsCreateOne(input: { agent: "a", user: $user }) { item { user } } }`;
      const id = await createSession(member);

      expect(await refused(member, write, { user: other.userId })).toEqual(locked);
      expect(
        await refused(
          member,
          `mutation ($id: ID!, $user: String!) { agent_sessionsUpdateOneById(id: $id, input: { agent: "a", user: $user }) { item { id } } }`,
          { id, user: other.userId },
        ),
      ).toEqual(locked);
      expect(await member.data(write, { user: member.userId })).toEqual({
        agent_sessionsCreateOne: { item: { user: member.userId } },
      });
    });

    test("favourites are the caller's own, made, seen, copied and changed", async () => {
      const write = `mutation ($user: String!) { prompt_favoritesCreateOne(input: { user: $user, prompt: "p" }) { item { id } } }`;
      const theirs = await created(other, write, { user: other.userId });
      const own = await created(member, write, { user: member.userId });
      const change = `mutation ($id: ID!, $user: String!) { prompt_favoritesUpdateOneById(id: $id, input: { user: $user, prompt: "q" }) { item { id } } }`;

      const refusals = [
        await refused(member, write, { user: other.userId }),
        await refused(member, change, { id: own, user: other.userId }),
        await refused(member, change, { id: theirs, user: member.userId }),
        await refused(member, `mutation ($id: ID!) { prompt_favoritesCopyOneById(id: $id) { item { id } } }`, {
          id: theirs,
        }),
      ];
      const { prompt_favoritesCopyOneById } = await member.data<{
        prompt_favoritesCopyOneById: { item: { user: string } };
      }>(`mutation ($id: ID!) { prompt_favoritesCopyOneById(id: $id) { item { user } } }`, { id: own });

      expect(refusals).toEqual([locked, locked, notFound, notFound]);
      expect(prompt_favoritesCopyOneById.item.user).toBe(member.userId);
    });
  });

  describe("Users who go", () => {
    const signIn = async (email: string, password: string): Promise<Client> => {
      const response = await fetch(`${platform.url}/auth/sign-in`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password }),
      });
      const { token } = (await response.json()) as { token: string };
      return platform.as({ authorization: `Bearer ${token}` });
    };

    const createSignedIn = async () => {
      const person = await createPerson({ permissions: { contexts: "WRITE" } });
      const password = "correct horse battery";
      await platform.data(
        `mutation ($id: ID!, $input: usersInput!) { usersUpdateOneById(id: $id, input: $input) { item { id } } }`,
        { id: person.userId, input: { email: person.email, password } },
      );
      const session = await signIn(person.email, password);
      const token = platform.as({ authorization: `Bearer ${await tokenFor({ email: person.email })}` });
      return { person, clients: [session, token, await keyOf(session)] };
    };

    test("a suspended user's keys and sessions stop at once", async () => {
      const { person, clients } = await createSignedIn();
      for (const client of clients) expect(await isLetIn(client)).toBe(true);

      await manager.data(
        `mutation ($id: ID!, $email: String!) { usersUpdateOneById(id: $id, input: { email: $email, status: SUSPENDED }) { item { id } } }`,
        { id: person.userId, email: person.email },
      );

      for (const client of clients) await soon(async () => expect(await isLetIn(client)).toBe(false));
    });

    test("a removed user's items stay, owned by nobody; their keys and sessions go; their id never comes back", async () => {
      const { person, clients } = await createSignedIn();
      const [session = person, token] = clients;
      const createBook = `mutation ($RBAC: RBACInput) { booksCreateOne(input: { title: "Kept", RBAC: $RBAC }) { item { id } } }`;
      const alone = await created(session, createBook);
      const shared = await created(session, createBook, { RBAC: { users: [{ id: member.userId, rights: "write" }] } });

      await admin.data(`mutation ($id: ID!) { usersRemoveOneById(id: $id) { id } }`, { id: person.userId });

      for (const client of clients) await soon(async () => expect(await isLetIn(client)).toBe(false));
      const byId = `query ($id: ID!) { booksById(id: $id) { title } }`;
      expect(await admin.data(byId, { id: alone })).toEqual({ booksById: { title: "Kept" } });
      expect(told(await member.error(byId, { id: alone }))).toEqual(notFound);
      expect(await member.data(byId, { id: shared })).toEqual({ booksById: { title: "Kept" } });
      const { apiKeys } = await admin.data<{ apiKeys: { userId: string }[] }>(`{ apiKeys { userId } }`);
      expect(apiKeys.filter(({ userId }) => userId === person.userId)).toEqual([]);

      const again = await createCaller(platform, { email: person.email, permissions: { contexts: "WRITE" } });
      expect(again.userId).not.toBe(person.userId);
      expect(told(await again.error(byId, { id: alone }))).toEqual(notFound);
      // A token by address is for whoever has the address now; everything else stays ended.
      for (const client of clients) expect(await isLetIn(client)).toBe(client === token);
    });
  });
});
