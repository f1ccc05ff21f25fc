import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createCaller } from "../support/callers.ts";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { developmentKey, startTestPlatform, type TestPlatform, testSecret } from "../support/test-platform.ts";

type Headers = Readonly<Record<string, string>>;

const limit = 5;
const redisUrl = inject("redisUrl");

async function generateKey(platform: TestPlatform, user: string): Promise<string> {
  const { apiKeysGenerate } = await platform.data<{ apiKeysGenerate: { key: string } }>(
    `mutation ($user: ID) { apiKeysGenerate(name: "test", user: $user) { key } }`,
    { user },
  );
  return apiKeysGenerate.key;
}

function send(platform: TestPlatform, headers: Headers): Promise<Response> {
  return fetch(`${platform.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ query: "{ __typename }" }),
  });
}

async function statuses(platform: TestPlatform, headers: Headers, times: number): Promise<readonly number[]> {
  const all = [];
  for (let count = 0; count < times; count++) all.push((await send(platform, headers)).status);
  return all;
}

function times(count: number, status: number): readonly number[] {
  return Array.from({ length: count }, () => status);
}

describe.skipIf(isMissing).for(redisUrl ? ["memory", "Redis"] : ["memory"])("8. Rate limit, counted in %s", (where) => {
  let platform: TestPlatform;
  let userId: string;
  let session: Headers;

  beforeAll(async () => {
    const redis = where === "Redis" && { redisUrl };
    platform = await startTestPlatform(library(), { rateLimitPerMinute: limit, ...redis });
    ({ userId, headers: session } = await createCaller(platform, { email: "ann@example.com" }));
  });
  afterAll(() => platform.close());

  test("the request after the last is answered 429, with the spec's message and when to come back", async () => {
    const headers = { "x-api-key": await generateKey(platform, userId) };

    const within = await statuses(platform, headers, limit);
    const over = await send(platform, headers);

    expect(within).toEqual(times(limit, 200));
    expect(over.status).toBe(429);
    expect(await over.json()).toEqual({
      data: null,
      errors: [
        {
          message: "Rate limit exceeded. Try again in 60 seconds.",
          locations: [{ line: 1, column: 3 }],
          path: ["__typename"],
          extensions: { code: "RATE_LIMITED", requestId: expect.any(String) },
        },
      ],
    });
    const reset = Number(over.headers.get("retry-after"));
    expect(reset).toBeGreaterThan(50);
    expect(reset).toBeLessThanOrEqual(60);
    expect(over.headers.get("ratelimit-limit")).toBe(String(limit));
    expect(over.headers.get("ratelimit-remaining")).toBe("0");
    expect(over.headers.get("ratelimit-reset")).toBe(String(reset));
  });

  test("each answer says how much is left of the window", async () => {
    const headers = { "x-api-key": await generateKey(platform, userId) };

    const remaining = [];
    for (let count = 0; count < limit; count++) {
      const response = await send(platform, headers);
      remaining.push(response.headers.get("ratelimit-remaining"));
      expect(response.headers.get("ratelimit-limit")).toBe(String(limit));
      expect(Number(response.headers.get("ratelimit-reset"))).toBeGreaterThan(50);
      expect(response.headers.get("retry-after")).toBeNull();
    }

    expect(remaining).toEqual(["4", "3", "2", "1", "0"]);
  });

  test("it counts per key: not per user, not per address, and not for other ways in", async () => {
    const used = { "x-api-key": await generateKey(platform, userId) };
    const other = { "x-api-key": await generateKey(platform, userId) };
    await statuses(platform, used, limit + 1);

    expect(await statuses(platform, other, limit + 1)).toEqual([...times(limit, 200), 429]);
    expect(await statuses(platform, session, 3 * limit)).toEqual(times(3 * limit, 200));
    expect(await statuses(platform, { internal: testSecret }, 3 * limit)).toEqual(times(3 * limit, 200));
    expect(await statuses(platform, { "x-api-key": developmentKey }, 3 * limit)).toEqual(times(3 * limit, 200));
    expect(await statuses(platform, used, 1)).toEqual([429]);
  });

  test("no header, method, path or body makes a key a different one (threat 31)", async () => {
    const key = await generateKey(platform, userId);
    await statuses(platform, { "x-api-key": key }, limit);

    const forged = { "x-forwarded-for": "203.0.113.7", "x-real-ip": "203.0.113.7", "user-agent": "another" };
    const got = await fetch(`${platform.url}/graphql?query={__typename}`, { headers: { "X-API-KEY": key } });
    const slashed = await fetch(`${platform.url}/graphql/`, { method: "POST", headers: { "x-api-key": key } });

    expect(await statuses(platform, { "x-api-key": key, ...forged }, 1)).toEqual([429]);
    expect(await statuses(platform, { "x-api-key": ` ${key} ` }, 1)).toEqual([429]);
    expect(got.status).toBe(429);
    expect(slashed.status).toBe(404);
  });

  test("refused requests run nothing, and requests with a wrong secret don't use up the key", async () => {
    const key = await generateKey(platform, userId);
    const wrong = { "x-api-key": `${key.slice(0, -43)}${"A".repeat(43)}` };

    const refused = await statuses(platform, wrong, 2 * limit);
    const within = await statuses(platform, { "x-api-key": key }, limit);
    platform.forget();
    const over = await statuses(platform, { "x-api-key": key }, 1);

    expect(refused).toEqual(times(2 * limit, 401));
    expect(within).toEqual(times(limit, 200));
    expect(over).toEqual([429]);
    expect(platform.statements).toEqual([]);
  });

  test("of many at once exactly as many succeed as the limit allows", async () => {
    const headers = { "x-api-key": await generateKey(platform, userId) };

    const responses = await Promise.all(Array.from({ length: 40 }, () => send(platform, headers)));

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(limit);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(40 - limit);
  });
});
