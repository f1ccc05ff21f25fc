import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { library } from "../support/library.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { hasRedis, PrivateRedis } from "./private-redis.ts";

const limit = 5;

interface Reply {
  readonly status: number;
  readonly remaining: number;
  readonly milliseconds: number;
}

describe.skipIf(!hasRedis)("Redis goes away while the platform runs", () => {
  let redis: PrivateRedis;
  let platform: TestPlatform;
  let userId: string;
  const logged: string[] = [];

  beforeAll(async () => {
    redis = await PrivateRedis.start();
    const destination = new Writable({
      write: (line, _encoding, done) => {
        logged.push(JSON.parse(String(line)).msg);
        done();
      },
    });
    platform = await startTestPlatform(library(), {
      redisUrl: redis.url,
      rateLimitPerMinute: limit,
      logger: pino({ level: "error" }, destination),
    });
    const { usersCreateOne } = await platform.data<{ usersCreateOne: { item: { id: string } } }>(
      `mutation { usersCreateOne(input: { email: "ann@example.com", password: "correct horse battery" }) { item { id } } }`,
    );
    userId = usersCreateOne.item.id;
  });
  afterAll(async () => {
    await platform.close();
    await redis.discard();
  });

  const generateKey = async (): Promise<string> => {
    const { apiKeysGenerate } = await platform.data<{ apiKeysGenerate: { key: string } }>(
      `mutation ($user: ID) { apiKeysGenerate(name: "test", user: $user) { key } }`,
      { user: userId },
    );
    return apiKeysGenerate.key;
  };
  const send = async (key: string): Promise<Reply> => {
    const start = performance.now();
    const response = await fetch(`${platform.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: JSON.stringify({ query: "{ __typename }" }),
    });
    await response.text();
    return {
      status: response.status,
      remaining: Number(response.headers.get("ratelimit-remaining")),
      milliseconds: performance.now() - start,
    };
  };
  const sendTimes = async (key: string, times: number): Promise<readonly Reply[]> => {
    const replies = [];
    for (let count = 0; count < times; count++) replies.push(await send(key));
    return replies;
  };
  const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status);
  const slowest = (replies: readonly Reply[]) => Math.max(...replies.map(({ milliseconds }) => milliseconds));
  const counted = (replies: readonly Reply[]) => replies.map(({ remaining }) => remaining);

  test("killed: requests are answered at once and counted in memory; back again, in Redis", async () => {
    const key = await generateKey();
    const before = await sendTimes(key, 3);

    await redis.crash();
    const without = await sendTimes(key, limit + 1);
    const told = [
      "Redis does not answer: jobs wait until it does",
      "Redis does not answer: rate limits are counted by each process",
    ];
    // It is told when connecting again fails, a moment after the connection broke.
    await vi.waitFor(() => expect(logged.toSorted()).toEqual(told), { timeout: 5000 });
    await redis.comeBack();
    // Memory has had enough of this key, and Redis comes back with its three: the first answer is Redis's.
    const first = await vi.waitFor(
      async () => {
        const reply = await send(key);
        expect(reply.status).toBe(200);
        return reply;
      },
      { timeout: 10_000, interval: 50 },
    );
    const after = [first, ...(await sendTimes(key, 2))];

    expect(counted(before)).toEqual([4, 3, 2]);
    expect(statuses(without)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(counted(without)).toEqual([4, 3, 2, 1, 0, 0]);
    expect(slowest(without)).toBeLessThan(1000);
    expect(statuses(after)).toEqual([200, 200, 429]);
    expect(counted(after)).toEqual([1, 0, 0]);
  });

  test("hanging: requests are answered within a second and counted in memory; awake again, in Redis", async () => {
    const key = await generateKey();
    const before = await sendTimes(key, 3);

    redis.hang();
    const without = await sendTimes(key, limit + 1).finally(() => redis.wakeUp());
    // Redis counts what it was asked while it hung; memory would answer only after half a second.
    const after = await vi.waitFor(
      async () => {
        const reply = await send(key);
        expect(reply.milliseconds).toBeLessThan(400);
        return reply;
      },
      { timeout: 10_000, interval: 50 },
    );

    expect(counted(before)).toEqual([4, 3, 2]);
    expect(statuses(without)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(slowest(without)).toBeLessThan(1000);
    expect(after.status).toBe(429);
  });

  test("gone: people can still sign in, and guessing is still slowed down", async () => {
    const signIn = async (password: string): Promise<number> => {
      const response = await fetch(`${platform.url}/auth/sign-in`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "ann@example.com", password }),
      });
      return response.status;
    };

    await redis.crash();
    const welcome = await signIn("correct horse battery");
    const guesses = [];
    for (let guess = 0; guess < 11; guess++) guesses.push(await signIn("wrong horse battery"));
    await redis.comeBack();

    expect(welcome).toBe(200);
    expect(guesses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });
});
