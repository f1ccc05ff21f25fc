import { expect, test } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";

describeInBrowser("The explorer", (suite) => {
  const answer = () => suite.page.locator(".graphiql-response");
  const run = () => suite.page.getByRole("button", { name: /Execute query/ }).click();

  test("opens with example operations for this deployment, under the strict policy, and without the world", async () => {
    const { page } = suite;
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== suite.platform.url) foreign.push(request.url());
    });
    const response = await page.goto(`${suite.platform.url}/explorer`);
    await page.getByRole("button", { name: "List", exact: true }).waitFor();
    await page.locator(".view-line", { hasText: "customersPagination" }).waitFor();
    await page.getByRole("navigation", { name: "Main" }).waitFor();

    expect(await page.locator(".graphiql-tab-button").allTextContents()).toEqual([
      "List",
      "Count",
      "Create",
      "Me",
      "Schema",
    ]);
    expect(response?.headers()["content-security-policy"]).toContain("script-src 'self';");
    expect(suite.browser.takeComplaints()).toEqual([]);
    expect(foreign).toEqual([]);
    await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  });

  test("runs a query as whoever is signed in", async () => {
    await run();

    await answer().getByText('"itemCount": 120').waitFor();
  });

  test("runs an introspection", async () => {
    await suite.page.getByRole("button", { name: "Schema", exact: true }).click();
    await run();

    await answer().getByText('"ticketsPagination"').or(answer().getByText('"queryType"')).first().waitFor();
  });

  test("knows the schema: a wrong field is marked before it is sent", async () => {
    const { page } = suite;
    await page.getByRole("button", { name: "Me", exact: true }).click();
    await page.locator(".graphiql-query-editor .view-line", { hasText: "super_admin" }).click();
    await page.keyboard.press("End");
    await page.keyboard.type(" colour");

    await page.locator(".graphiql-query-editor .squiggly-error").first().waitFor();
  });

  test("makes a change, which is then there", async () => {
    const { page } = suite;
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await run();
    await answer().getByText('"createdAt"').waitFor();

    const { customersPagination } = await suite.platform.ask<{ customersPagination: { items: readonly object[] } }>(
      `{ customersPagination(filters: [{ name: { eq: "Example name" } }]) { items { name } } }`,
    );
    expect(customersPagination.items).toHaveLength(1);
  });

  test("keeps a history, until one signs out", async () => {
    const { page } = suite;
    await page.getByRole("button", { name: "Show History" }).click();
    await page.locator(".graphiql-history-item").first().waitFor();
    const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("graphiql:")));
    expect((await stored()).length).toBeGreaterThan(0);

    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();

    expect(await stored()).toEqual([]);
  });
});
