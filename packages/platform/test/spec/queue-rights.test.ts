import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { permissionNames } from "../../src/definitions/permissions.ts";
import { type Caller, createCaller, tokenFor } from "../support/callers.ts";
import { checksum, told } from "../support/checksum.ts";
import { isMissing, openTestDatabase } from "../support/test-database.ts";
import { type Answer, type Client, comparable, testSecret } from "../support/test-platform.ts";
import { startWorkshop, type Workshop } from "../support/workshop.ts";

const barred = { message: "Access control error", code: "ACCESS_CONTROL" };
const reserved = { message: "You are not authorized", code: "UNAUTHORIZED" };
const missingId = "00000000-0000-7000-8000-0000000000ff";

const queries = [
  `query { jobs(queue: e_mail) { items { id data } pageInfo { itemCount } } }`,
  `query ($id: ID!) { job(queue: e_mail, id: $id) { id data } }`,
  `query ($id: ID!) { jobLogs(queue: e_mail, id: $id) }`,
  `query { queue(queue: e_mail) { name counts { failed } } }`,
  `query { queues { name } }`,
];
const mutations = [
  `mutation { pauseQueue(queue: e_mail) { success } }`,
  `mutation { resumeQueue(queue: e_mail) { success } }`,
  `mutation { drainQueue(queue: e_mail) { success } }`,
  `mutation ($id: ID!) { deleteJob(queue: e_mail, id: $id) { success } }`,
  `mutation ($id: ID!) { retryJob(queue: e_mail, id: $id) { success } }`,
  `mutation { retryFailed(queue: e_mail) { success count } }`,
];

describe.skipIf(isMissing)("Rights on queues", { timeout: 60_000 }, () => {
  let shop: Workshop;
  let nobody: Caller;
  let everythingElse: Caller;
  let onlooker: Caller;
  let operator: Caller;
  let admin: Caller;
  /** One job in each state that lasts. */
  let failed: string;
  let ids: readonly string[];

  beforeAll(async () => {
    const on = await openTestDatabase();
    const first = await startWorkshop({ options: { on: { ...on, discard: async () => undefined } } });
    failed = (await first.run({ failure: "no" })).id;
    const { id: completed } = await first.run({ logs: ["begun"] });
    await first.platform.http.close();

    // Without workers: nothing changes by itself.
    shop = await startWorkshop({ options: { on, workers: undefined } });
    const waiting = await shop.add({});
    const delayed = await shop.add({}, { delay: 600_000 });
    ids = [failed, completed, waiting, delayed];
    const others = permissionNames.filter((each) => each !== "queues").map((each) => [each, "WRITE"] as const);
    nobody = await createCaller(shop, { email: "nobody@example.com" });
    everythingElse = await createCaller(shop, { email: "else@example.com", permissions: Object.fromEntries(others) });
    onlooker = await createCaller(shop, { email: "onlooker@example.com", permissions: { queues: "READ" } });
    operator = await createCaller(shop, { email: "operator@example.com", permissions: { queues: "WRITE" } });
    admin = await createCaller(shop, { email: "admin@example.com", isSuperAdmin: true });
  });
  afterAll(() => shop.close());

  const keyOf = async (by: Client, scopes?: Record<string, string>): Promise<Client & { id: string }> => {
    const { apiKeysGenerate } = await by.data<{ apiKeysGenerate: { key: string; apiKey: { id: string } } }>(
      `mutation ($scopes: JSON) { apiKeysGenerate(name: "k", scopes: $scopes) { key apiKey { id } } }`,
      { scopes },
    );
    const client = shop.as({ "x-api-key": apiKeysGenerate.key });
    // The first use of a key is noted on it, and would look like a change.
    await client.data(`{ me { id } }`);
    return { ...client, id: apiKeysGenerate.apiKey.id };
  };
  const withId = (operation: string, id: string) => (operation.includes("$id") ? { id } : undefined);
  /** The answers to some operations about one job. */
  const ask = async (by: Client, operations: readonly string[], id: string) => {
    const answers: Answer[] = [];
    for (const operation of operations) answers.push(await by.ask(operation, withId(operation, id)));
    return answers;
  };
  /** What a caller is told who may not, after which every table must be as it was, those of the queues included. */
  const refusals = async (by: Client, operations: readonly string[]) => {
    const before = await checksum(shop.database);
    const existing = await ask(by, operations, failed);
    const missing = await ask(by, operations, missingId);
    expect(await checksum(shop.database)).toEqual(before);
    expect(existing.map(comparable)).toEqual(missing.map(comparable));
    expect(existing.filter(({ data }) => data !== null)).toEqual([]);
    return existing.map(({ errors }) => errors?.map(told));
  };
  const isPaused = () => shop.queue("e-mail").isPaused();

  test("the fingerprint that all of this rests on sees the queues", async () => {
    const before = await checksum(shop.database);
    const id = await shop.add({});
    const after = await checksum(shop.database);
    await shop.data(`mutation ($id: ID!) { deleteJob(queue: e_mail, id: $id) { success } }`, { id });

    expect(after["platform_queues.job"]).not.toBe(before["platform_queues.job"]);
    expect((await checksum(shop.database))["platform_queues.job"]).toBe(before["platform_queues.job"]);
  });

  test("without any role nobody looks at a queue or a job, and whether a job exists is not told", async () => {
    expect(await refusals(nobody, queries)).toEqual(queries.map(() => [barred]));
  });

  test("every other permission is not enough", async () => {
    expect(await refusals(everythingElse, queries)).toEqual(queries.map(() => [barred]));
  });

  test("queues: read is enough to look", async () => {
    const answers = await ask(onlooker, queries, failed);

    expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([]);
    const { jobs } = await onlooker.data<{ jobs: { items: { id: string }[] } }>(queries[0] ?? "");
    expect(new Set(jobs.items.map(({ id }) => id))).toEqual(new Set(ids));
  });

  test.for(["nobody", "everything else", "an onlooker"] as const)(
    "steering needs queues: write: %s is not authorized, and nothing changes (threat 7)",
    async (who) => {
      const caller = { nobody, "everything else": everythingElse, "an onlooker": onlooker }[who];

      expect(await refusals(caller, mutations)).toEqual(mutations.map(() => [reserved]));
      expect(await isPaused()).toBe(false);
    },
  );

  test.for(["an operator", "a super admin", "a service", "a key of an operator"] as const)(
    "%s may look and steer",
    async (who) => {
      const callers = {
        "an operator": operator,
        "a super admin": admin,
        "a service": shop.as({ internal: testSecret }),
        "a key of an operator": await keyOf(operator),
      };
      const caller = callers[who];
      const id = await shop.add({}, { delay: 600_000 });

      const looks = await ask(caller, queries, id);
      const paused = await caller.data(`mutation { pauseQueue(queue: e_mail) { success } }`);
      expect(await isPaused()).toBe(true);
      const resumed = await caller.data(`mutation { resumeQueue(queue: e_mail) { success } }`);
      const deleted = await caller.data(`mutation ($id: ID!) { deleteJob(queue: e_mail, id: $id) { success } }`, {
        id,
      });

      expect(looks.flatMap(({ errors }) => errors ?? [])).toEqual([]);
      expect([paused, resumed, deleted]).toEqual([
        { pauseQueue: { success: true } },
        { resumeQueue: { success: true } },
        { deleteJob: { success: true } },
      ]);
    },
  );

  describe("The scopes of an API key narrow what its user may", () => {
    test("an operator's key without queues sees nothing and steers nothing", async () => {
      // A key may only name what its user has, and this one must have something.
      const both = await createCaller(shop, {
        email: "both@example.com",
        permissions: { queues: "WRITE", contexts: "READ" },
      });
      const key = await keyOf(both, { contexts: "read" });

      expect(await refusals(key, queries)).toEqual(queries.map(() => [barred]));
      expect(await refusals(key, mutations)).toEqual(mutations.map(() => [reserved]));
    });

    test("one with queues: read looks and does not steer", async () => {
      const key = await keyOf(operator, { queues: "read" });

      expect((await ask(key, queries, failed)).flatMap(({ errors }) => errors ?? [])).toEqual([]);
      expect(await refusals(key, mutations)).toEqual(mutations.map(() => [reserved]));
    });

    test("a super admin's key is narrowed as any other", async () => {
      const reading = await keyOf(admin, { queues: "read" });
      const writing = await keyOf(admin, { queues: "write" });
      const elsewhere = await keyOf(admin, { contexts: "write", users: "write" });

      expect(await refusals(reading, mutations)).toEqual(mutations.map(() => [reserved]));
      expect(await refusals(elsewhere, mutations)).toEqual(mutations.map(() => [reserved]));
      expect(await refusals(elsewhere, queries)).toEqual(queries.map(() => [barred]));
      expect(await writing.data(`mutation { resumeQueue(queue: e_mail) { success } }`)).toEqual({
        resumeQueue: { success: true },
      });
    });

    test("nobody gives a key more than they have", async () => {
      const error = await onlooker.error(
        `mutation { apiKeysGenerate(name: "k", scopes: { queues: "write" }) { key } }`,
      );

      expect(told(error)).toEqual({ message: "Insufficient permissions", code: "FORBIDDEN" });
    });
  });

  test("whoever loses the permission loses it at once, their keys too", async () => {
    const person = await createCaller(shop, { email: "person@example.com", permissions: { queues: "WRITE" } });
    const key = await keyOf(person);
    await key.data(`mutation { resumeQueue(queue: e_mail) { success } }`);

    await shop.data(
      `mutation ($id: ID!) { rolesUpdateOneById(id: $id, input: { name: "person", queues: null }) { item { id } } }`,
      { id: person.roleId },
    );

    for (const client of [person, key]) {
      await vi.waitFor(async () => expect(told(await client.error(queries[0] ?? ""))).toEqual(barred), 5000);
      expect(await refusals(client, mutations)).toEqual(mutations.map(() => [reserved]));
    }
  });

  test("without a valid credential every field is closed, and nothing changes", async () => {
    const credentials: readonly Record<string, string>[] = [
      {},
      { authorization: "Bearer nonsense" },
      {
        authorization: `Bearer ${await tokenFor({ email: "admin@example.com" }, "another secret, long enough to be one")}`,
      },
      { "x-api-key": "sk_000000000000_0000000000000000000000000000000000000000000" },
      { internal: "a guess" },
    ];
    const before = await checksum(shop.database);

    for (const headers of credentials) {
      for (const query of [...queries, ...mutations]) {
        const response = await fetch(`${shop.url}/graphql`, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify({ query, variables: { id: failed } }),
        });
        const { data, errors } = (await response.json()) as Answer;
        expect({ status: response.status, data, errors: errors?.map(told) }).toEqual({
          status: 401,
          data: null,
          errors: [{ message: "Invalid token", code: "UNAUTHENTICATED" }],
        });
      }
    }

    expect(await checksum(shop.database)).toEqual(before);
  });

  test("a query over GET looks; a mutation over GET is refused", async () => {
    const get = (query: string) =>
      fetch(`${shop.url}/graphql?query=${encodeURIComponent(query)}`, { headers: { ...operator.headers } });

    expect((await get(`{ queues { name } }`)).status).toBe(200);
    expect((await get(`mutation { pauseQueue(queue: e_mail) { success } }`)).status).toBe(405);
    expect(await isPaused()).toBe(false);
  });

  describe("The audit log", () => {
    const log = async () => {
      const { auditLog } = await shop.data<{ auditLog: { items: Record<string, unknown>[] } }>(
        `{ auditLog(resource: "queues/e-mail", limit: 500) { items { action recordId actor userId apiKeyId fields } } }`,
      );
      return auditLog.items.toReversed();
    };

    test("says who steered what: pause, resume, drain, remove, retry of one and of all", async () => {
      const earlier = (await log()).length;
      const key = await keyOf(operator);
      const id = await shop.add({}, { delay: 600_000 });

      await operator.data(`mutation { pauseQueue(queue: e_mail) { success } }`);
      await key.data(`mutation { drainQueue(queue: e_mail) { success } }`);
      await operator.data(`mutation ($id: ID!) { deleteJob(queue: e_mail, id: $id) { success } }`, { id });
      await admin.data(`mutation ($id: ID!) { retryJob(queue: e_mail, id: $id) { success } }`, { id: failed });
      await shop.data(`mutation { retryFailed(queue: e_mail) { count } }`);
      await shop.as({ internal: testSecret }).data(`mutation { resumeQueue(queue: e_mail) { success } }`);

      const by = (caller: Caller) => ({ actor: "session", userId: caller.userId, apiKeyId: null, fields: [] });
      const service = { userId: null, apiKeyId: null, recordId: null, fields: [] };
      expect((await log()).slice(earlier)).toEqual([
        { ...by(operator), action: "pause", recordId: null },
        { ...by(operator), actor: "apiKey", apiKeyId: key.id, action: "drain", recordId: null },
        { ...by(operator), action: "remove", recordId: id },
        { ...by(admin), action: "retry", recordId: failed },
        { ...service, actor: "development", action: "retry" },
        { ...service, actor: "internal", action: "resume" },
      ]);
    });

    test("gets no entry from looking, nor from what was refused or failed", async () => {
      const before = await checksum(shop.database);

      await ask(onlooker, queries, ids[1] ?? "");
      await ask(onlooker, mutations, failed);
      await ask(operator, [...queries.slice(1, 3), ...mutations.slice(3, 5)], missingId);
      await operator.error(`mutation ($id: ID!) { retryJob(queue: e_mail, id: $id) { success } }`, { id: ids[1] });

      expect(await checksum(shop.database)).toEqual(before);
    });

    test("is written with the change or not at all: when the entry can't be written, nothing changes", async () => {
      await shop.database.run(`alter table platform_audit_log add constraint shut check (false) not valid`);
      try {
        const before = await checksum(shop.database);

        const answers = await ask(operator, mutations, ids[1] ?? "");

        expect(answers.map(({ data }) => data)).toEqual(mutations.map(() => null));
        expect(await checksum(shop.database)).toEqual(before);
      } finally {
        await shop.database.run(`alter table platform_audit_log drop constraint shut`);
      }
    });
  });
});
