import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../src/definitions/json.ts";
import { type Caller, createCaller } from "../support/callers.ts";
import type { Client } from "../support/test-platform.ts";
import { comparable } from "../support/test-platform.ts";
import { describePlaces, type Order, startWorkshop, type Workshop } from "../support/workshop.ts";

interface Job {
  readonly id: string;
  readonly data: unknown;
  readonly [field: string]: unknown;
}

const fields =
  "id name state data failedReason stacktrace attemptsMade attempts returnvalue progress timestamp processedOn finishedOn";
const listed = `{ jobs(queue: e_mail, limit: 500) { items { ${fields} } pageInfo { itemCount pageCount } } }`;
const single = `query ($id: ID!) { job(queue: e_mail, id: $id) { ${fields} } }`;
const logs = `query ($id: ID!) { jobLogs(queue: e_mail, id: $id) }`;

describePlaces("Threat 13: the contents of jobs", (place) => {
  let shop: Workshop;
  let owner: Caller;
  let sharer: Caller;
  let onlooker: Caller;
  let queuesOnly: Caller;
  let admin: Caller;

  beforeAll(async () => {
    shop = await startWorkshop({ place });
    const permissions = { queues: "READ", contexts: "WRITE", agents: "WRITE" } as const;
    owner = await createCaller(shop, { email: "owner@example.com", permissions });
    sharer = await createCaller(shop, { email: "sharer@example.com", permissions });
    onlooker = await createCaller(shop, { email: "onlooker@example.com", permissions });
    queuesOnly = await createCaller(shop, { email: "queues@example.com", permissions: { queues: "WRITE" } });
    admin = await createCaller(shop, { email: "admin@example.com", isSuperAdmin: true });
  });
  afterAll(() => shop.close());

  const created = async (by: Client, mutation: string, variables?: Record<string, unknown>): Promise<string> => {
    const data = await by.data<Record<string, { item: { id: string } }>>(mutation, variables);
    return Object.values(data)[0]?.item.id ?? "";
  };
  const createBook = (RBAC?: object) =>
    created(owner, `mutation ($input: booksInput!) { booksCreateOne(input: $input) { item { id } } }`, {
      input: { title: "Emma", ...(RBAC && { RBAC }) },
    });
  /** Jobs about an item that tell something of it in every way they can: completed, failed, and delayed. */
  const talkAbout = async (context: string, item: string): Promise<readonly string[]> => {
    const subject = { context, item, event: "create" };
    const told: Order = { logs: ["the title is Emma"], progress: { title: "Emma" } };
    const completed = await shop.run({ ...subject, ...told, result: { title: "Emma" } } as never);
    const failed = await shop.run({ ...subject, ...told, failure: "Emma is too long" } as never);
    const delayed = await shop.add({ ...subject, result: "Emma" }, { delay: 600_000 });
    return [completed.id, failed.id, delayed];
  };
  /** Everything that a caller can find out about some jobs. */
  const seen = async (by: Client, ids: readonly string[]) => {
    const { jobs } = await by.data<{ jobs: { items: Job[]; pageInfo: unknown } }>(listed);
    const answers = [];
    for (const id of ids) answers.push(await by.ask(single, { id }), await by.ask(logs, { id }));
    return {
      listed: jobs.items.filter(({ id }) => ids.includes(id)),
      pageInfo: jobs.pageInfo,
      answers: answers.map(comparable),
    };
  };
  const contentsOf = ({ data, returnvalue, progress, failedReason, stacktrace }: Job) => ({
    data,
    returnvalue,
    progress,
    failedReason,
    stacktrace,
  });
  const empty = { data: null, returnvalue: null, progress: null, failedReason: null, stacktrace: [] };
  const remove = (id: string) => shop.app.context("books").remove(id);

  describe("about an item", () => {
    test("are shown to nobody who may not read it: a hidden item and a removed one give the same answers", async () => {
      const book = await createBook();
      const ids = await talkAbout("books", book);

      const whileHidden = await seen(onlooker, ids);
      await remove(book);
      const onceRemoved = await seen(onlooker, ids);

      expect(whileHidden).toEqual(onceRemoved);
      expect(whileHidden.listed).toHaveLength(3);
      expect(whileHidden.listed.map(contentsOf)).toEqual([empty, empty, empty]);
      expect(JSON.stringify(whileHidden)).not.toMatch(/Emma/);
      expect(JSON.stringify(whileHidden)).not.toContain(book);
    });

    test("leave standing that there is a job: its name, its state, its attempts and its times", async () => {
      const ids = await talkAbout("books", await createBook());

      const { listed: hidden } = await seen(onlooker, ids);
      const { listed: shown } = await seen(admin, ids);

      expect(hidden.map(({ state }) => state)).toEqual(["delayed", "failed", "completed"]);
      expect(hidden).toEqual(shown.map((job) => ({ ...job, ...empty })));
    });

    test("are shown to its creator, until it is gone", async () => {
      const book = await createBook();
      const ids = await talkAbout("books", book);

      const before = await seen(owner, ids);
      await remove(book);
      const after = await seen(owner, ids);

      expect(before.listed.map(contentsOf)).toMatchObject([
        { data: { context: "books", item: book } },
        {
          data: { context: "books", item: book },
          failedReason: "Emma is too long",
          stacktrace: [expect.stringContaining("Emma is too long")],
          progress: { title: "Emma" },
        },
        { data: { context: "books", item: book }, returnvalue: { title: "Emma" }, progress: { title: "Emma" } },
      ]);
      expect(before.answers.filter((answer) => answer.includes("the title is Emma"))).toHaveLength(4);
      expect(after.listed.map(contentsOf)).toEqual([empty, empty, empty]);
      expect(JSON.stringify(after)).not.toMatch(/Emma/);
    });

    test("are shown with a grant to the reader or to their role, and to everyone when it is public", async () => {
      const shared = [
        await createBook({ users: [{ id: sharer.userId, rights: "read" }] }),
        await createBook({ roles: [{ id: sharer.roleId, rights: "read" }] }),
        await createBook({ type: "public" }),
      ];
      const ids = [];
      for (const book of shared) ids.push((await shop.run({ context: "books", item: book } as never)).id);

      const toSharer = await seen(sharer, ids);
      const toOnlooker = await seen(onlooker, ids);

      expect(new Set(toSharer.listed.map(({ data }) => (data as { item: string }).item))).toEqual(new Set(shared));
      expect(toOnlooker.listed.filter(({ data }) => data !== null).map(({ data }) => data)).toEqual([
        { context: "books", item: shared[2] },
      ]);
    });

    test("are hidden again as soon as the grant is taken back", async () => {
      const book = await createBook({ users: [{ id: sharer.userId, rights: "read" }] });
      const ids = await talkAbout("books", book);
      const before = await seen(sharer, ids);

      await owner.data(
        `mutation ($id: ID!) { booksUpdateOneById(id: $id, input: { title: "Emma", RBAC: { type: "private", users: [] } }) { item { id } } }`,
        { id: book },
      );

      expect(before.listed.map(({ data }) => data)).not.toContain(null);
      expect((await seen(sharer, ids)).listed.map(contentsOf)).toEqual([empty, empty, empty]);
    });

    test("are shown to super admins, also when it is gone; through a key, as far as that reaches", async () => {
      const book = await createBook();
      const ids = await talkAbout("books", book);
      await remove(book);
      const keyWith = async (scopes: object) => {
        const { apiKeysGenerate } = await admin.data<{ apiKeysGenerate: { key: string } }>(
          `mutation ($scopes: JSON) { apiKeysGenerate(name: "k", scopes: $scopes) { key } }`,
          { scopes },
        );
        return shop.as({ "x-api-key": apiKeysGenerate.key });
      };

      const whole = await seen(admin, ids);
      const reading = await seen(await keyWith({ queues: "read", contexts: "read" }), ids);
      const narrow = await seen(await keyWith({ queues: "write" }), ids);

      expect(whole.listed.map(({ data }) => (data as { item: string }).item)).toEqual([book, book, book]);
      expect(reading).toEqual(whole);
      expect(narrow.listed.map(contentsOf)).toEqual([empty, empty, empty]);
    });

    test("need the permission on its kind besides, even where its items have no rights of their own", async () => {
      const reader = await created(
        admin,
        `mutation { readersCreateOne(input: { name: "Ann", level: ADULT }) { item { id } } }`,
      );
      const ids = await talkAbout("readers", reader);

      const permitted = await seen(onlooker, ids);
      const whileThere = await seen(queuesOnly, ids);
      await shop.app.context("readers").remove(reader);
      const onceGone = await seen(queuesOnly, ids);

      expect(permitted.listed.map(({ data }) => (data as { item: string }).item)).toEqual([reader, reader, reader]);
      expect(whileThere.listed.map(contentsOf)).toEqual([empty, empty, empty]);
      expect(whileThere).toEqual(onceGone);
    });

    test("follow the rights of core types as well", async () => {
      const agent = await created(owner, `mutation { agentsCreateOne(input: { name: "Emma" }) { item { id } } }`);
      const session = await created(
        owner,
        `mutation ($agent: String!) { agent_sessionsCreateOne(input: { agent: $agent }) { item { id } } }`,
        { agent },
      );
      const message = await created(
        owner,
        `mutation ($session: String!) { agent_messagesCreateOne(input: { session: $session, role: "user", content: "Emma" }) { item { id } } }`,
        { session },
      );
      const ids = [
        ...(await talkAbout("agents", agent)),
        ...(await talkAbout("agent_sessions", session)),
        ...(await talkAbout("agent_messages", message)),
      ];

      const toOwner = await seen(owner, ids);
      const toOnlooker = await seen(onlooker, ids);

      expect(toOwner.listed.filter(({ data }) => data === null)).toEqual([]);
      expect(toOnlooker.listed.map(contentsOf)).toEqual(ids.map(() => empty));
      expect(JSON.stringify(toOnlooker)).not.toMatch(/Emma/);
    });

    test("stay hidden however the id is written, and when it is none", async () => {
      const book = await createBook();
      const ids = [];
      for (const item of [book.toUpperCase(), "no id", "", "' or true --", "\ud83d\ude00"]) {
        ids.push((await shop.run({ context: "books", item, result: "Emma" } as never)).id);
      }

      const { listed: jobs } = await seen(onlooker, ids);
      const { listed: own } = await seen(owner, ids);

      expect(jobs.map(contentsOf)).toEqual(ids.map(() => empty));
      expect(own.filter(({ data }) => data !== null).map(({ data }) => data)).toEqual([
        { context: "books", item: book.toUpperCase(), result: "Emma" },
      ]);
    });
  });

  test("about nothing that the platform knows are shown to whoever may look at queues", async () => {
    const orders: readonly Record<string, Json>[] = [
      { report: 5 },
      { context: "nowhere", item: "x" },
      { context: "books" },
      { item: "x" },
      { context: ["books"], item: "x" },
    ];
    const ids = [];
    for (const order of orders) ids.push((await shop.run(order)).id);

    const { listed: jobs } = await seen(queuesOnly, ids);

    expect(jobs.map(({ data }) => data).toReversed()).toEqual(orders);
  });

  describe("Threat 33: without secrets", () => {
    const apiKey = `sk_0123456789ab_${"Ab3-_".repeat(8)}xyz`;
    const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N";
    const texts = [
      `key ${apiKey}`,
      `session ${jwt}`,
      "Authorization: Bearer opaque-token-8472",
      "authorization: bearer opaque-token-1193",
      "Authorization: Basic b3BlbjpzZXNhbWU=",
      "postgres://me:sesame-1@db.example.com:5432/shop",
      "redis://:sesame-2@127.0.0.1:6379",
      "https://example.com/x?token=sesame-3&api_key=sesame-4",
      `{"password":"sesame-5"}`,
      "OPENAI_API_KEY=sk-proj-sesame-6-0123456789abcdef",
    ];
    const secrets = [apiKey, jwt, "opaque-token", "b3BlbjpzZXNhbWU", "sesame"];
    const members = {
      password: "sesame-7",
      apiKey: "sesame-8",
      nested: [{ accessToken: "sesame-9", client_secret: ["sesame-10"] }],
    };

    test("in data, failedReason, stacktrace, returnvalue, progress and logs, even for super admins", async () => {
      const completed = await shop.run({
        ...members,
        texts,
        logs: texts,
        progress: { ...members, texts },
        result: { ...members, texts },
      });
      const failed = await shop.run({ failure: texts.join("\n") });

      for (const caller of [admin, queuesOnly]) {
        const shown = JSON.stringify(await seen(caller, [completed.id, failed.id]));
        expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
        expect(shown).toContain("key [redacted]\\nsession [redacted]\\nAuthorization: [redacted]");
      }
      const { listed: jobs } = await seen(admin, [completed.id]);
      const redacted = {
        password: "[redacted]",
        apiKey: "[redacted]",
        nested: [{ accessToken: "[redacted]", client_secret: "[redacted]" }],
        texts: expect.arrayContaining(["key [redacted]", "postgres://me:[redacted]@db.example.com:5432/shop"]),
      };
      expect(jobs).toMatchObject([{ data: redacted, returnvalue: redacted, progress: redacted }]);
      const { jobLogs } = await admin.data<{ jobLogs: string[] }>(logs, { id: completed.id });
      expect(jobLogs).toHaveLength(texts.length);
      expect(jobLogs[0]).toBe("key [redacted]");
    });

    test("while the handler, and the program that looks, have them as they were given", async () => {
      const { id } = await shop.run({ password: "sesame", result: "postgres://me:sesame@db/x" });

      expect(await shop.queue("e-mail").getJob(id)).toMatchObject({
        data: { password: "sesame", result: "postgres://me:sesame@db/x" },
        returnvalue: "postgres://me:sesame@db/x",
      });
    });

    test("and without going astray on a text that was made for it", async () => {
      const { id } = await shop.run({ result: "ey-".repeat(100_000), logs: ["ey-".repeat(3000)] });
      const started = Date.now();

      await admin.data(single, { id });
      await admin.data(logs, { id });

      expect(Date.now() - started).toBeLessThan(5000);
    });
  });
});
