import { describe, expect, onTestFinished, test, vi } from "vitest";
import { encyclopedia } from "../support/encyclopedia.ts";
import { createArticle, searchArticles } from "../support/search-client.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { describePlaces, startWorkshop } from "../support/workshop.ts";

interface Counter {
  readonly name: string;
  readonly label: string;
  readonly trigger: string;
  readonly count: number;
}

const counters = `query ($type: String!) {
  statisticsPagination(filters: [{ type: { eq: $type } }]) { items { name label trigger count } }
}`;

/** Asks until the sums have been written. */
async function untilCounted(
  platform: Pick<TestPlatform, "data">,
  type: string,
  expected: readonly Counter[],
): Promise<void> {
  await vi.waitFor(
    async () => {
      const { statisticsPagination } = await platform.data<{ statisticsPagination: { items: readonly Counter[] } }>(
        counters,
        { type },
      );
      expect(statisticsPagination.items).toEqual(expected);
    },
    { timeout: 10_000, interval: 200 },
  );
}

describe.skipIf(isMissing)("Statistics of searches", () => {
  test("count each search by context and caller, however many come at once, and none that was refused", async () => {
    const platform = await startTestPlatform(encyclopedia());
    onTestFinished(() => platform.close());
    await createArticle(platform, { title: "Whales", body: "Whales sing." });

    const queries = Array.from({ length: 8 }, (_, index) => ({
      query: `whale ${index}`,
      method: "tsvector" as const,
    }));
    await Promise.all(queries.map((query) => searchArticles(platform, query)));
    const tooLong = searchArticles(platform, { query: "whale ".repeat(2_000), method: "tsvector" });
    await expect(tooLong).rejects.toThrow();

    // This client asks everything three times.
    const searched = { name: "articles", label: "Articles", trigger: "development", count: 24 };
    await untilCounted(platform, "search", [searched]);
  });
});

describePlaces("Statistics of jobs", (place) => {
  test("count each job when it has ended, once, whatever its attempts", async () => {
    const shop = await startWorkshop({ place });
    onTestFinished(() => shop.close());

    await shop.run({});
    await shop.run({});
    await shop.run({ failure: "no" }, { attempts: 2, backoff: { type: "linear", delay: 1 } });

    const counter = { name: "work", label: "work", trigger: "e-mail", count: 3 };
    await untilCounted(shop, "job", [counter]);
  });
});

describe.skipIf(isMissing)("The activity of the last days", () => {
  interface Day {
    readonly day: string;
    readonly requests: number;
    readonly searches: number;
    readonly tokens: number;
  }
  const activity = "query ($days: Int) { activity(days: $days) { day requests searches tokens } }";

  test("sums what was counted, for all callers together, with requests and searches of today as the last day", async () => {
    const platform = await startTestPlatform(encyclopedia());
    onTestFinished(() => platform.close());
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    await platform.data(
      `mutation ($day: Date) {
        a: statisticsCreateOne(input: { name: "x", label: "X", type: "tokens", trigger: "session", count: 30, day: $day }) { item { id } }
        b: statisticsCreateOne(input: { name: "y", label: "Y", type: "tokens", trigger: "session", count: 12, day: $day }) { item { id } }
      }`,
      { day: yesterday },
    );
    await createArticle(platform, { title: "Whales", body: "Whales sing." });
    await searchArticles(platform, { query: "whale", method: "tsvector" });

    await vi.waitFor(
      async () => {
        const { activity: days } = await platform.data<{ activity: readonly Day[] }>(activity, { days: 2 });
        expect(days.map(({ tokens, searches }) => [tokens, searches])).toEqual([
          [42, 0],
          [0, 3],
        ]);
        expect(days[0]).toMatchObject({ day: `${yesterday}T00:00:00.000Z`, requests: 0 });
        expect(days[1]?.requests).toBeGreaterThan(3);
      },
      { timeout: 10_000, interval: 200 },
    );
    expect((await platform.data<{ activity: readonly Day[] }>(activity)).activity).toHaveLength(14);
    await expect(platform.data(activity, { days: 91 })).rejects.toThrow("must be from 1 to 90.");
  });

  test("is only for those who may read statistics", async () => {
    const platform = await startTestPlatform(encyclopedia());
    onTestFinished(() => platform.close());
    const { user } = await platform.data<{ user: { item: { id: string } } }>(
      `mutation { user: usersCreateOne(input: { email: "ben@example.com" }) { item { id } } }`,
    );
    const { made } = await platform.data<{ made: { key: string } }>(
      `mutation ($user: ID) { made: apiKeysGenerate(name: "Chart", user: $user) { key } }`,
      { user: user.item.id },
    );

    const refusal = await platform.as({ "x-api-key": made.key }).error(activity);

    expect(refusal.extensions?.code).toBe("ACCESS_CONTROL");
  });
});
