import { afterEach, describe, expect, inject, test } from "vitest";
import { createPostgresDatabase, postgresUrl } from "../support/test-database.ts";
import { dataOf } from "./ask.ts";
import { cleanUp, startPlatform } from "./platform-process.ts";

const redisUrl = inject("redisUrl");
const limit = 100;

describe.skipIf(postgresUrl === undefined || redisUrl === undefined)("The rate limit of four processes", () => {
  const leftovers: (() => Promise<void>)[] = [];

  afterEach(async () => {
    await cleanUp();
    for (const discard of leftovers.splice(0).reverse()) await discard();
  });

  test("is exact with Redis: of 400 parallel requests with one key, 100 succeed, another key is not affected", async () => {
    const { url: databaseUrl, drop } = await createPostgresDatabase();
    leftovers.push(drop);
    const environment = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl ?? "",
      RATE_LIMIT_PER_MINUTE: String(limit),
    };
    const platforms = await Promise.all([1, 2, 3, 4].map(() => startPlatform(environment)));
    const urls = platforms.map(({ url }) => url);
    const { usersCreateOne } = await dataOf<{ usersCreateOne: { item: { id: string } } }>(
      urls[0] ?? "",
      `mutation { usersCreateOne(input: { email: "ann@example.com" }) { item { id } } }`,
    );
    const generate = async () => {
      const { apiKeysGenerate } = await dataOf<{ apiKeysGenerate: { key: string } }>(
        urls[1] ?? "",
        `mutation ($user: ID) { apiKeysGenerate(name: "test", user: $user) { key } }`,
        { user: usersCreateOne.item.id },
      );
      return apiKeysGenerate.key;
    };
    const [key, otherKey] = [await generate(), await generate()];

    const responses = await Promise.all(
      Array.from({ length: 4 * limit }, (_, number) => send(urls[number % 4] ?? "", key)),
    );
    const other = await Promise.all(urls.map((url) => send(url, otherKey)));

    const count = (status: number) => responses.filter((response) => response.status === status).length;
    expect({ succeeded: count(200), refused: count(429) }).toEqual({ succeeded: limit, refused: 3 * limit });
    expect(other.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

function send(url: string, key: string): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify({ query: "{ __typename }" }),
  });
}
