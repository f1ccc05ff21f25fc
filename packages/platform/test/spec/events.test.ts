import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, createCaller } from "../support/callers.ts";
import { type Following, follow } from "../support/event-client.ts";
import { describePlaces, startWorkshop, type Workshop } from "../support/workshop.ts";

/** Longer than it takes for a change to be told. */
const aWhile = 1500;

describePlaces("GET /events", (place) => {
  let shop: Workshop;
  let reader: Caller;
  let librarian: Caller;
  let admin: Caller;
  const followings: Following[] = [];
  const open = async (caller: Caller, query?: string) => {
    const following = await follow(shop, caller.headers, query);
    followings.push(following);
    return following;
  };
  const createBook = async (caller: Caller, mode: string) => {
    const { booksCreateOne } = await caller.data<{ booksCreateOne: { item: { id: string } } }>(
      `mutation ($input: booksInput!) { booksCreateOne(input: $input) { item { id } } }`,
      { input: { title: "A book", RBAC: { type: mode, users: [], roles: [] } } },
    );
    return booksCreateOne.item.id;
  };

  beforeAll(async () => {
    shop = await startWorkshop({ place });
    reader = await createCaller(shop, { email: "reader@example.com", permissions: { contexts: "READ" } });
    librarian = await createCaller(shop, {
      email: "librarian@example.com",
      permissions: { contexts: "WRITE", queues: "READ" },
    });
    admin = await createCaller(shop, { email: "admin@example.com", isSuperAdmin: true });
  });
  afterAll(async () => {
    for (const following of followings) following.stop();
    await shop.close();
  });

  test("tells of items that are created, changed and removed, only those that the caller may read", async () => {
    const [asReader, asLibrarian, asAdmin] = [await open(reader), await open(librarian), await open(admin)];
    const shown = await createBook(librarian, "public");
    const hidden = await createBook(librarian, "private");
    await asLibrarian.until("item", { context: "books", id: hidden, action: "create" });
    await librarian.data(
      `mutation ($id: ID!) { booksUpdateOneById(id: $id, input: { title: "New" }) { item { id } } }`,
      {
        id: shown,
      },
    );
    await librarian.data(`mutation ($id: ID!) { booksRemoveOneById(id: $id) { id } }`, { id: hidden });

    await asLibrarian.until("item", { context: "books", id: hidden, action: "remove" });
    await asAdmin.until("item", { context: "books", id: hidden, action: "remove" });
    await asReader.until("item", { context: "books", id: shown, action: "update" });
    await wait(aWhile);

    const told = asReader.events.map(({ data }) => `${data.id} ${data.action}`);
    expect(told).toEqual([`${shown} create`, `${shown} update`]);
  });

  test("tells a key that reads less than its user nothing of what that user removes", async () => {
    const { apiKeysGenerate } = await librarian.data<{ apiKeysGenerate: { key: string } }>(
      `mutation { apiKeysGenerate(name: "k", scopes: { queues: "read" }) { key } }`,
    );
    const asKey = await follow(shop, { "x-api-key": apiKeysGenerate.key });
    followings.push(asKey);
    const asLibrarian = await open(librarian);
    const id = await createBook(librarian, "private");
    await librarian.data(`mutation ($id: ID!) { booksRemoveOneById(id: $id) { id } }`, { id });
    await asLibrarian.until("item", { context: "books", id, action: "remove" });
    await wait(aWhile);

    expect(asKey.events.filter(({ type }) => type === "item")).toEqual([]);
  });

  test("lets one caller follow 50 times, and others still", async () => {
    const guest = await createCaller(shop, { email: "many@example.com", permissions: { contexts: "READ" } });
    const many = await Promise.all(Array.from({ length: 50 }, () => open(guest)));
    const refused = await fetch(`${shop.url}/events`, { headers: guest.headers });

    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain("You follow 50 times the changes here already");
    (await open(reader)).stop();
    for (const following of many) following.stop();
  });

  test("tells of jobs, only those who may look at queues", async () => {
    const [asReader, asLibrarian] = [await open(reader), await open(librarian)];
    const { id } = await shop.run({ result: "done" });

    await asLibrarian.until("job", { queue: "e-mail", id, state: "completed" });
    await wait(aWhile);
    expect(asReader.events.filter(({ type }) => type === "job")).toEqual([]);
  });

  test("can be narrowed to contexts and queues; names that are not there, and what is not open, are refused", async () => {
    const following = await open(librarian, "?queues=e-mail");
    const book = await createBook(librarian, "public");
    const { id } = await shop.run({});
    await following.until("job", { id, state: "completed" });
    await wait(aWhile);
    const refused = async (caller: Caller, query: string) => {
      const response = await fetch(`${shop.url}/events${query}`, { headers: caller.headers });
      return { status: response.status, text: await response.text() };
    };

    expect(following.events.filter(({ data }) => data.id === book)).toEqual([]);
    expect(await refused(reader, "?queues=e-mail")).toMatchObject({ status: 403 });
    expect(await refused(reader, "?contexts=users")).toMatchObject({ status: 403 });
    const unknown = await refused(librarian, "?contexts=boks&queues=nowhere");
    expect(unknown.status).toBe(400);
    expect(unknown.text).toMatch(/There is no context \\"boks\\".*There is no queue \\"nowhere\\"/);
    expect((await fetch(`${shop.url}/events`)).status).toBe(401);
  });

  test("ends when the caller's rights do, and when the platform stops", async () => {
    const guest = await createCaller(shop, { email: "guest@example.com", permissions: { contexts: "READ" } });
    const asGuest = await open(guest);
    const asAdmin = await open(admin);
    await shop.data(`mutation ($id: ID!) { usersRemoveOneById(id: $id) { id } }`, { id: guest.userId });
    await createBook(librarian, "public");
    await asGuest.ended;

    await shop.platform.http.close();
    await asAdmin.ended;
  });
});
