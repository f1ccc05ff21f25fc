import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Database } from "../../../../packages/platform/src/storage/database.ts";
import { describeInBrowser } from "../support/browser-suite.ts";

const dist = resolve(import.meta.dirname, "../../dist");
const mostBytes = 200_000;
const longestWaitInMilliseconds = 1500;
// For a screenful of rows, and for all that follows from a key or a click: what nobody feels as a freeze.
const longestScrollInMilliseconds = 200;
const longestActInMilliseconds = 500;
const slowDown = 4;
const tries = 20;

describe("The first page", () => {
  test(`loads at most ${mostBytes / 1000} kB of script, compressed`, () => {
    const page = readFileSync(join(dist, "index.html"), "utf8");
    const first = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
    const names = readdirSync(join(dist, "assets"));
    const opened = ["home-page", "sign-in-page"].flatMap((name) =>
      names.filter((each) => each.startsWith(`${name}-`) && each.endsWith(".js")),
    );
    const scripts = [...first, ...opened.map((name) => `assets/${name}`)];
    const bytes = scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length, 0);

    expect(bytes).toBeLessThanOrEqual(mostBytes);
    expect(scripts.some((path) => /monaco|graphiql|explorer/.test(path))).toBe(false);
  });
});

const manyTickets = {
  fill: (database: Database) =>
    database.run(`
      insert into tickets (id, title, status, priority)
      select gen_random_uuid(), 'Item ' || n, 'open', n % 5 from generate_series(1, 10000) n
    `),
};

describeInBrowser(
  "Speed",
  (suite) => {
    test(`the first page can be used within ${longestWaitInMilliseconds} ms on a computer a quarter as fast`, {
      timeout: 180_000,
    }, async () => {
      const { page, platform } = suite;
      const processor = await watchProcessor(page);
      let best = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < tries; attempt++) {
        await page.goto("about:blank");
        await page.goto(platform.url, { waitUntil: "commit" });
        await page.getByRole("heading", { level: 1, name: /Welcome/ }).waitFor();
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: "Search or go to" }).waitFor();
        best = Math.min(best, await processor.time());
      }

      expect(best * slowDown).toBeLessThanOrEqual(longestWaitInMilliseconds);
    });

    test("a table of 10,000 items scrolls and filters without freezing", { timeout: 180_000 }, async () => {
      const { page, platform } = suite;
      await page.goto(`${platform.url}/contexts/tickets`);
      const grid = page.getByRole("grid");
      await grid.getByRole("link").first().waitFor();
      expect(Number(await grid.getAttribute("aria-rowcount"))).toBeGreaterThan(10_000);
      const processor = await watchProcessor(page);
      const steps: Record<string, number> = {};
      const step = async (name: string, act: () => Promise<unknown>) => {
        const before = await processor.time();
        await act();
        steps[name] = Math.round((await processor.time()) - before);
      };

      await grid.hover();
      for (let turn = 0; turn < 12; turn++) {
        await step(`scroll ${turn}`, async () => {
          await page.mouse.wheel(0, 800);
          await page.waitForTimeout(100);
        });
      }
      expect(await page.getByRole("row").count()).toBeLessThan(80);
      await page.getByRole("row").nth(20).focus();
      await step("to the end", async () => {
        await page.keyboard.press("End");
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex")))
          .toBe(await grid.getAttribute("aria-rowcount"));
      });
      const found = page.getByRole("status").filter({ hasText: /^1 item$/ });
      await step("filter", async () => {
        await page.getByRole("searchbox").fill("Item 4321");
        await found.waitFor();
      });
      await step("clear", async () => {
        await page.getByRole("searchbox").fill("");
        await found.waitFor({ state: "detached" });
        await grid.getByRole("link").first().waitFor();
      });
      await step("sort", async () => {
        await page.getByRole("columnheader", { name: "Title" }).getByRole("button").click();
        await page.waitForFunction(() => location.search.includes("sort="));
        await grid.getByRole("link").first().waitFor();
      });

      const freezing = Object.entries(steps).filter(
        ([name, time]) => time > (name.startsWith("scroll") ? longestScrollInMilliseconds : longestActInMilliseconds),
      );
      expect(freezing).toEqual([]);
    });
  },
  manyTickets,
);

/** How long the page has kept its thread busy, in milliseconds of the processor: other programs don't count. */
async function watchProcessor(page: Page): Promise<{ time(): Promise<number> }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return {
    time: async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
      // Less what the test itself asks of it.
      return (seconds("TaskDuration") - seconds("DevToolsCommandDuration")) * 1000;
    },
  };
}
