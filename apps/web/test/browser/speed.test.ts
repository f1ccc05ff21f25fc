import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";

const dist = resolve(import.meta.dirname, "../../dist");
const mostBytes = 200_000;
const longestWaitInMilliseconds = 1500;
// What a person feels as a freeze.
const longestTaskInMilliseconds = 200;
const tries = 5;

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

    console.info(`First page: ${Math.round(bytes / 1000)} kB of script, compressed.`);
    expect(bytes).toBeLessThanOrEqual(mostBytes);
    expect(scripts.some((path) => /monaco|graphiql|explorer/.test(path))).toBe(false);
  });
});

describeInBrowser("Speed", (suite) => {
  test(`the first page can be used within ${longestWaitInMilliseconds} ms on a computer a quarter as fast`, {
    timeout: 180_000,
  }, async () => {
    const { page } = suite;
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    // Whatever else this machine is doing makes it slower, never faster: the best of a few is the truest.
    let best = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < tries && best > longestWaitInMilliseconds; attempt++) {
      best = Math.min(best, await timeUntilUsable(page, suite.platform.url));
    }
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await session.detach();

    console.info(`First page: usable after ${Math.round(best)} ms, slowed down four times.`);
    expect(best).toBeLessThanOrEqual(longestWaitInMilliseconds);
  });

  test("a table of 10,000 items scrolls and filters without freezing", { timeout: 300_000 }, async () => {
    const { page, platform } = suite;
    await fill(platform.ask, 10_000);
    await page.goto(`${platform.url}/contexts/tickets`);
    await page.getByRole("grid").getByRole("link").first().waitFor();
    await watchTasks(page);

    const grid = page.getByRole("grid");
    expect(Number(await grid.getAttribute("aria-rowcount"))).toBeGreaterThan(10_000);
    await grid.hover();
    for (let turn = 0; turn < 40; turn++) {
      await page.mouse.wheel(0, 2500);
      await page.waitForTimeout(30);
    }
    expect(await page.getByRole("row").count()).toBeLessThan(80);
    await page.getByRole("row").nth(20).focus();
    await page.keyboard.press("End");
    await page.getByRole("link", { name: /./ }).first().waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex")))
      .toBe(await grid.getAttribute("aria-rowcount"));
    await page.getByRole("searchbox").fill("Item 4321");
    await page
      .getByRole("status")
      .filter({ hasText: /^1 item$/ })
      .waitFor();
    await page.getByRole("searchbox").fill("");
    await page.getByRole("columnheader", { name: "Title" }).getByRole("button").click();
    await grid.getByRole("link").first().waitFor();

    const longest = await longestTask(page);
    console.info(`10,000 items: the longest task took ${Math.round(longest)} ms.`);
    expect(longest).toBeLessThan(longestTaskInMilliseconds);
  });
});

/** From asking for the page until its navigation answers to a key. */
async function timeUntilUsable(page: Page, url: string): Promise<number> {
  await page.goto("about:blank");
  const start = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1, name: /Welcome/ }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or go to" }).waitFor();
  return performance.now() - start;
}

async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration);
    }).observe({ type: "longtask" });
  });
}

function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: readonly number[] }).tasks));
}

async function fill(ask: (query: string) => Promise<unknown>, count: number): Promise<void> {
  const perRequest = 90;
  for (let done = 0; done < count; done += perRequest) {
    const fields = Array.from(
      { length: Math.min(perRequest, count - done) },
      (_, n) =>
        `i${n}: ticketsCreateOne(input: { title: "Item ${done + n}", status: OPEN, priority: ${n % 5} }) { item { id } }`,
    );
    await ask(`mutation { ${fields.join(" ")} }`);
  }
}
