import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstIdAt } from "../../src/foundation/ids.ts";
import { sql } from "../../src/storage/sql.ts";
import { type Caller, createCaller } from "../support/callers.ts";
import { checksum, told } from "../support/checksum.ts";
import { library } from "../support/library.ts";
import { isMissing, openTestDatabase } from "../support/test-database.ts";
import { type Client, startTestPlatform, type TestPlatform, testSecret } from "../support/test-platform.ts";

interface Entry {
  readonly id: string;
  readonly createdAt: string;
  readonly action: string;
  readonly resource: string;
  readonly recordId: string;
  readonly actor: string;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
  readonly fields: readonly string[];
}

const query = `query ($resource: String, $recordId: ID, $userId: ID, $limit: Int, $page: Int) {
  auditLog(resource: $resource, recordId: $recordId, userId: $userId, limit: $limit, page: $page) {
    pageInfo { itemCount pageCount currentPage hasPreviousPage hasNextPage }
    items { id createdAt action resource recordId actor userId apiKeyId fields }
  }
}`;

describe.skipIf(isMissing)("The audit log", () => {
  let platform: TestPlatform;
  let writer: Caller;
  let auditor: Caller;

  beforeAll(async () => {
    platform = await startTestPlatform(library());
    const permissions = { contexts: "WRITE", variables: "WRITE", agents: "WRITE" } as const;
    writer = await createCaller(platform, { email: "writer@example.com", permissions });
    auditor = await createCaller(platform, { email: "auditor@example.com", permissions: { users: "READ" } });
  });
  afterAll(() => platform.close());

  const log = async (filter: Record<string, unknown>): Promise<readonly Entry[]> => {
    const { auditLog } = await auditor.data<{ auditLog: { items: Entry[] } }>(query, { limit: 500, ...filter });
    return auditLog.items;
  };

  /** What the entries of a record say, oldest first, without their ids and times. */
  const saidOf = async (recordId: string) => {
    const entries = await log({ recordId });
    return entries.map(({ id: _id, createdAt: _createdAt, recordId: _recordId, ...said }) => said).reverse();
  };

  const createBook = async (by: Client, input: Record<string, unknown>, upsert = false): Promise<string> => {
    const { booksCreateOne } = await by.data<{ booksCreateOne: { item: { id: string } } }>(
      `mutation ($input: booksInput!, $upsert: Boolean) { booksCreateOne(input: $input, upsert: $upsert) { item { id } } }`,
      { input, upsert },
    );
    return booksCreateOne.item.id;
  };

  const generateKey = async (by: Client): Promise<{ readonly id: string; readonly key: string }> => {
    const { apiKeysGenerate } = await by.data<{ apiKeysGenerate: { key: string; apiKey: { id: string } } }>(
      `mutation { apiKeysGenerate(name: "for the log") { key apiKey { id } } }`,
    );
    return { id: apiKeysGenerate.apiKey.id, key: apiKeysGenerate.key };
  };

  test("says who did what to an item, with the names of the fields that were set", async () => {
    const id = await createBook(writer, { title: "Emma", isbn: "audit-1" });
    await createBook(writer, { title: "Emma II", isbn: "audit-1", pages: 3 }, true);
    await writer.data(
      `mutation ($id: ID!) { booksUpdateOneById(id: $id, input: { title: "Emma", summary: null, RBAC: { type: "public" } }) { item { id } } }`,
      { id },
    );
    const { booksCopyOneById } = await writer.data<{ booksCopyOneById: { item: { id: string } } }>(
      `mutation ($id: ID!) { booksCopyOneById(id: $id) { item { id } } }`,
      { id },
    );
    await writer.data(`mutation ($where: JSON!) { booksRemoveOne(where: $where) { id } }`, {
      where: { id: { eq: id } },
    });

    const by = { resource: "books", actor: "session", userId: writer.userId, apiKeyId: null };
    expect(await saidOf(id)).toEqual([
      { ...by, action: "create", fields: ["title", "isbn"] },
      { ...by, action: "upsert", fields: ["title", "isbn", "pages"] },
      { ...by, action: "update", fields: ["title", "summary", "RBAC"] },
      { ...by, action: "remove", fields: [] },
    ]);
    expect(await saidOf(booksCopyOneById.item.id)).toEqual([{ ...by, action: "copy", fields: [] }]);
  });

  test("says how they came in, and with which key", async () => {
    const { id: apiKeyId, key } = await generateKey(writer);

    const ids = [
      await createBook(platform.as({ "x-api-key": key }), { title: "by key" }),
      await createBook(platform.as({ internal: testSecret }), { title: "by a service" }),
      await createBook(platform, { title: "by the development key" }),
    ];

    const said = await Promise.all(ids.map((id) => saidOf(id)));
    expect(said.flat().map(({ actor, userId, apiKeyId }) => ({ actor, userId, apiKeyId }))).toEqual([
      { actor: "apiKey", userId: writer.userId, apiKeyId },
      { actor: "internal", userId: null, apiKeyId: null },
      { actor: "development", userId: null, apiKeyId: null },
    ]);
  });

  test("says when: within the moment of the change", async () => {
    const [clock] = await platform.database.query<{ now: string }>(sql`select now() as now`);
    const id = await createBook(writer, { title: "now" });
    const [entry] = await log({ recordId: id });

    expect(Date.parse(entry?.createdAt ?? "")).toBeGreaterThanOrEqual(Date.parse(clock?.now ?? ""));
    expect(Date.parse(entry?.createdAt ?? "")).toBeLessThan(Date.parse(clock?.now ?? "") + 20_000);
  });

  test("follows keys from their making to their end, and their rotation", async () => {
    const { id } = await generateKey(writer);
    const { apiKeysRotate } = await writer.data<{ apiKeysRotate: { apiKey: { id: string } } }>(
      `mutation ($id: ID!) { apiKeysRotate(id: $id) { apiKey { id } } }`,
      { id },
    );
    await writer.data(`mutation ($id: ID!) { apiKeysRevoke(id: $id) { id } }`, { id });

    const by = { resource: "apiKeys", actor: "session", userId: writer.userId, apiKeyId: null };
    const made = { ...by, action: "create", fields: ["name", "user", "scopes", "expiresAt"] };
    expect(await saidOf(id)).toEqual([
      made,
      { ...by, action: "update", fields: ["expiresAt"] },
      { ...by, action: "revoke", fields: [] },
    ]);
    expect(await saidOf(apiKeysRotate.apiKey.id)).toEqual([made]);
  });

  test("holds names of fields, never values: not of passwords, variables, keys or anything else", async () => {
    await platform.data(
      `mutation { usersCreateOne(input: { email: "values@example.com", password: "value-of-a-password" }) { item { id } } }`,
    );
    await writer.data(
      `mutation { variablesCreateOne(input: { name: "value-of-a-name", value: "value-of-a-variable" }) { item { id } } }`,
    );
    await createBook(writer, { title: "value-of-a-title", details: { deep: "value-of-a-detail" } });
    const { key } = await generateKey(writer);

    const rows = await platform.database.query(sql`select * from platform_audit_log`);

    const written = JSON.stringify(rows);
    const values = ["values@example.com", "value-of-", key, key.slice(-43)];
    expect(values.filter((value) => written.includes(value))).toEqual([]);
    expect(written).toContain("password");
  });

  test("gets no entry from what failed: refused, in conflict, malformed, matching several, or matching nothing", async () => {
    await createBook(writer, { title: "twin", isbn: "taken", summary: "twins" });
    await createBook(writer, { title: "twin", summary: "twins" });
    const missing = "00000000-0000-7000-8000-0000000000ff";
    const before = await checksum(platform.database);

    const errors = [
      await auditor.error(`mutation { booksCreateOne(input: { title: "x" }) { item { id } } }`),
      await writer.error(`mutation { booksCreateOne(input: { title: "x", isbn: "taken" }) { item { id } } }`),
      await writer.error(`mutation { booksCreateOne(input: { title: "x", scan: "x.exe" }) { item { id } } }`),
      await writer.error(
        `mutation { booksUpdateOne(where: [{ title: { eq: "twin" } }], input: { title: "x" }) { item { id } } }`,
      ),
      await writer.error(`mutation { booksRemoveOne(where: { summary: { eq: "twins" } }) { id } }`),
      await writer.error(`mutation ($id: ID!) { booksCopyOneById(id: $id) { item { id } } }`, { id: missing }),
      await platform.error(`mutation { usersCreateOne(input: { email: "writer@example.com" }) { item { id } } }`),
      await writer.error(`mutation ($id: ID!) { apiKeysRevoke(id: $id) { id } }`, { id: missing }),
    ];

    expect(errors.map((error) => told(error).code)).toEqual([
      "ACCESS_CONTROL",
      "CONFLICT",
      "BAD_USER_INPUT",
      "BAD_USER_INPUT",
      "BAD_USER_INPUT",
      "NOT_FOUND",
      "CONFLICT",
      "NOT_FOUND",
    ]);
    expect(await checksum(platform.database)).toEqual(before);
  });

  test("is written with the change or not at all: when the entry can't be written, nothing changes", async () => {
    const { id } = await generateKey(writer);
    await platform.database.run(`alter table platform_audit_log add constraint shut check (false) not valid`);
    try {
      const before = await checksum(platform.database);

      const answers = [
        await writer.ask(`mutation { booksCreateOne(input: { title: "x" }) { item { id } } }`),
        await platform.ask(`mutation { usersCreateOne(input: { email: "x@example.com" }) { item { id } } }`),
        await writer.ask(`mutation ($id: ID!) { apiKeysRevoke(id: $id) { id } }`, { id }),
        await writer.ask(`mutation { apiKeysGenerate(name: "x") { key } }`),
      ];

      expect(answers.map(({ data }) => data)).toEqual([null, null, null, null]);
      expect(await checksum(platform.database)).toEqual(before);
    } finally {
      await platform.database.run(`alter table platform_audit_log drop constraint shut`);
    }
  });

  test("has an entry for every mutation of one request that succeeded, and for no other", async () => {
    const { data } = await writer.ask(`mutation {
      first: booksCreateOne(input: { title: "one", isbn: "of-a-request" }) { item { id } }
      second: booksCreateOne(input: { title: "two", isbn: "of-a-request" }) { item { id } }
      third: booksCreateOne(input: { title: "three" }) { item { id } }
    }`);

    const answer = data as unknown as Record<string, { item: { id: string } } | null>;
    expect(answer.second).toBeNull();
    const entries = await log({ resource: "books", userId: writer.userId, limit: 2 });
    expect(new Set(entries.map(({ recordId }) => recordId))).toEqual(
      new Set([answer.first?.item.id, answer.third?.item.id]),
    );
  });

  test("needs users: read, whichever way one came in", async () => {
    const { key } = await generateKey(auditor);
    const before = await checksum(platform.database);

    expect(told(await writer.error(query))).toEqual({ message: "Access control error", code: "ACCESS_CONTROL" });
    expect(await checksum(platform.database)).toEqual(before);
    expect((await platform.as({ "x-api-key": key }).ask(query)).errors).toBeUndefined();
  });

  test("is paged, newest first, without gaps or doubles", async () => {
    const ids: string[] = [];
    const pagedBy = await createCaller(platform, { email: "paged@example.com", permissions: { contexts: "WRITE" } });
    for (let index = 0; index < 5; index++) ids.unshift(await createBook(pagedBy, { title: `page ${index}` }));

    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) =>
        auditor.data<{ auditLog: { pageInfo: unknown; items: Entry[] } }>(query, {
          userId: pagedBy.userId,
          limit: 2,
          page,
        }),
      ),
    );

    expect(pages.map(({ auditLog }) => auditLog.items.map(({ recordId }) => recordId))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
      [],
    ]);
    expect(pages[1]?.auditLog.pageInfo).toEqual({
      itemCount: 5,
      pageCount: 3,
      currentPage: 2,
      hasPreviousPage: true,
      hasNextPage: true,
    });
  });

  test.for([{ limit: 0 }, { limit: 501 }, { limit: -1 }, { page: 0 }, { page: -1 }])(
    "refuses a page out of bounds: %o",
    async (page) => {
      expect(told(await auditor.error(query, page)).code).toBe("BAD_USER_INPUT");
    },
  );

  test("is filtered by type, record and user, together and apart; what is no id matches nothing", async () => {
    const id = await createBook(writer, { title: "filtered" });
    await writer.data(`mutation { projectsCreateOne(input: { name: "filtered" }) { item { id } } }`);

    const [books, projects, mine, both, none, noId, injected] = await Promise.all([
      log({ resource: "books" }),
      log({ resource: "projects" }),
      log({ userId: writer.userId }),
      log({ resource: "books", recordId: id, userId: writer.userId }),
      log({ resource: "projects", recordId: id }),
      log({ recordId: "not an id" }),
      log({ resource: "books' or '1'='1" }),
    ]);

    expect(new Set(books.map(({ resource }) => resource))).toEqual(new Set(["books"]));
    expect(new Set(projects.map(({ resource }) => resource))).toEqual(new Set(["projects"]));
    expect(new Set(mine.map(({ userId }) => userId))).toEqual(new Set([writer.userId]));
    expect(both.map(({ action }) => action)).toEqual(["create"]);
    expect([none, noId, injected]).toEqual([[], [], []]);
  });

  test("can't be changed by anybody: there is no mutation for it", async () => {
    const { __schema } = await platform.data<{ __schema: { mutationType: { fields: { name: string }[] } } }>(
      `{ __schema { mutationType { fields { name } } } }`,
    );

    expect(__schema.mutationType.fields.filter(({ name }) => /audit/i.test(name))).toEqual([]);
  });
});

describe.skipIf(isMissing)("The audit log's retention", () => {
  test.for([
    { days: undefined, kept: ["young", "months old"] },
    { days: 30, kept: ["young"] },
    { days: 0, kept: ["young", "months old", "years old"] },
  ])("of $days days keeps $kept", async ({ days, kept }) => {
    const on = await openTestDatabase();
    const first = await startTestPlatform(library(), { on: { ...on, discard: async () => undefined } });
    for (const [age, action] of [
      [1, "young"],
      [100, "months old"],
      [400, "years old"],
    ] as const) {
      const id = firstIdAt(Date.now() - age * 24 * 60 * 60 * 1000);
      await first.database.query(sql`
        insert into platform_audit_log (id, "createdAt", action, resource, actor, fields)
        values (${id}::uuid, now() - make_interval(days => ${age}::int), ${action}, 'books', 'session', '{}')`);
    }
    await first.platform.http.close();

    const second = await startTestPlatform(library(), {
      on,
      ...(days !== undefined && { auditRetentionInDays: days }),
    });

    const rows = await second.database.query<{ action: string }>(
      sql`select action from platform_audit_log order by "createdAt" desc`,
    );
    await second.close();
    expect(rows.map(({ action }) => action)).toEqual(kept);
  });
});
