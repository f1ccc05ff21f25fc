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
