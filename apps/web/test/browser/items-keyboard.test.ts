import { expect, test } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";

describeInBrowser("Items by keyboard alone", (suite) => {
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await suite.page.keyboard.press(key);
  };
  const focused = () =>
    suite.page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent ?? "";
    });
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses++) {
      await press("Tab");
      if (name.test(await focused())) return;
    }
    throw new Error(`Sixty tabs did not lead to ${name}; the last was ${await focused()}`);
  };

  test("are reached through the palette", async () => {
    const { page } = suite;
    await press("Control+k");
    await page.getByRole("combobox", { name: "Search or go to" }).waitFor();
    await page.keyboard.type("support ti");
    await press("Enter");

    await page.getByRole("heading", { level: 1, name: "Support tickets" }).waitFor();
    await page.getByRole("grid").getByRole("link").first().waitFor();
  });

  test("are gone through with the arrow keys, chosen with Space and opened with Enter", async () => {
    const { page } = suite;
    await tabTo(/^Updated at/);
    await press("Tab");
    const rows = page.getByRole("row", { selected: true });
    await press("ArrowDown", "ArrowDown", "Space", "ArrowDown", "Space");
    await expect.poll(() => rows.count()).toBe(2);
    await press("End");
    const count = Number(await page.getByRole("grid").getAttribute("aria-rowcount"));
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex")))
      .toBe(String(count));
    await press("Home");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex"))).toBe("2");

    const title = await page.evaluate(() => document.activeElement?.querySelector("a")?.textContent);
    await press("Enter");
    await page.getByRole("heading", { level: 1, name: title ?? "?" }).waitFor();
  });

  test("are created: fields filled in, a value chosen, the form saved", async () => {
    const { page } = suite;
    await press("Control+k");
    await page.keyboard.type("new item in support");
    await press("Enter");
    await page.getByRole("heading", { name: "New item" }).waitFor();
    for (let presses = 0; presses < 40; presses++) {
      await press("Tab");
      if ((await page.evaluate(() => document.activeElement?.tagName)) === "INPUT") break;
    }
    await page.keyboard.type("Made by keyboard");
    await press("Tab", "Tab", "Enter");
    // The list takes keys once something in it is lit up.
    await page.locator('[role="option"][data-highlighted]').waitFor();
    await press("ArrowDown");
    await page.locator('[role="option"][data-highlighted]', { hasText: "Open" }).waitFor();
    await press("Enter");
    await expect.poll(focused).toBe("Open");
    await press("Control+s");

    await page.getByRole("heading", { level: 1, name: "Made by keyboard" }).waitFor();
  });

  test("are filtered", async () => {
    const { page } = suite;
    await page.goto(`${suite.platform.url}/contexts/tickets`);
    await page.getByRole("grid").getByRole("link").first().waitFor();
    await tabTo(/^Filter$/);
    await press("Enter");
    await page.getByRole("combobox", { name: "Operator" }).waitFor();
    await press("Tab", "Tab", "Space", "Tab", "Tab", "Tab", "Tab", "Enter");

    await page.getByRole("button", { name: /^Status is any of Open$/ }).waitFor();
  });

  test("are deleted, and taken back", async () => {
    const { page } = suite;
    await page.goto(`${suite.platform.url}/contexts/tickets?q=Made%20by%20keyboard`);
    await page.getByRole("grid").getByRole("link", { name: "Made by keyboard" }).waitFor();
    await tabTo(/^Updated at/);
    await press("Tab", "Space");
    await page.getByRole("toolbar", { name: "Chosen items" }).waitFor();
    await press("Control+Backspace");
    await page.getByText("Deleted 1 item").waitFor();
    await tabTo(/^Undo$/);
    await press("Enter");

    await page.getByRole("grid").getByRole("link", { name: "Made by keyboard" }).waitFor();
  });
});
