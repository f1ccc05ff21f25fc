import { expect, test } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";

describeInBrowser("Home", (suite) => {
  const step = (title: string) => suite.page.getByRole("listitem").filter({ hasText: title });
  const today = async (caption: string) =>
    (
      await suite.page.getByRole("table", { name: caption }).getByRole("row").last().getByRole("cell").allTextContents()
    ).map(Number);

  test("the checklist knows what is done, and what is left leads to where it is done", async () => {
    const { page, platform } = suite;
    await step("Put in the first data").getByLabel("Done").waitFor();
    await step("Describe who may do what").getByLabel("To do").waitFor();
    await step("Describe who may do what").getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: "Roles" }).waitFor();

    await platform.ask(`mutation { rolesCreateOne(input: { name: "Support", contexts: WRITE }) { item { id } } }`);
    await page.goto(platform.url);

    await step("Describe who may do what").getByLabel("Done").waitFor();
  });

  test("the checklist goes away when all is done", async () => {
    const { page, platform } = suite;
    const { user } = await platform.ask<{ user: { item: { id: string } } }>(
      `mutation { user: usersCreateOne(input: { email: "ben@example.com" }) { item { id } } }`,
    );
    await platform.ask(`mutation ($user: ID) { apiKeysGenerate(name: "Import", user: $user) { key } }`, {
      user: user.item.id,
    });
    await page.reload();
    await page.getByRole("heading", { name: "Recent activity" }).waitFor();

    await expect.poll(() => page.getByRole("heading", { name: "Getting started" }).count()).toBe(0);
  });

  test("the charts count jobs and changes that really happened", async () => {
    const { page, platform } = suite;
    await page.getByRole("table", { name: /^Changes in the last two weeks/ }).waitFor({ state: "attached" });
    const [changes = 0] = await today("Changes in the last two weeks, by day");
    await platform.ask(`mutation { manualsExecuteSource(source: "printer", inputs: { failure: "No" }) { jobs } }`);
    await expect
      .poll(() => platform.ask<object>("{ queue(queue: slow_imports) { counts { failed } } }"))
      .toEqual({ queue: { counts: { failed: 1 } } });
    await page.reload();
    await page.getByRole("table", { name: /^Jobs that ended/ }).waitFor({ state: "attached" });

    const [done = 0, failed = 0] = await today("Jobs that ended in the last 24 hours, by hour");
    expect(done).toBeGreaterThan(0);
    expect(failed).toBe(1);
    await expect.poll(() => today("Changes in the last two weeks, by day")).toEqual([changes + 1]);
  });

  test("and requests, searches and tokens, by day", async () => {
    const { page, platform } = suite;
    const { agent } = await platform.ask<{ agent: { item: { id: string } } }>(
      `mutation { agent: agentsCreateOne(input: { name: "Parrot", backend: "echo" }) { item { id } } }`,
    );
    await platform.ask(`mutation ($agent: ID!) { runAgent(agent: $agent, prompt: "Hello") { session } }`, {
      agent: agent.item.id,
    });
    await platform.ask(`{ manualsVectorSearch(query: "hub", method: tsvector) { chunks { item_id } } }`);
    const sums = async () => {
      const { activity } = await platform.ask<{ activity: readonly { searches: number; tokens: number }[] }>(
        "{ activity(days: 1) { searches tokens } }",
      );
      return activity.map(({ searches, tokens }) => [searches, tokens > 0]);
    };
    await expect.poll(sums).toEqual([[1, true]]);
    await page.reload();
    await page.getByRole("table", { name: /^Tokens/ }).waitFor({ state: "attached" });

    expect(await today("Searches in the last two weeks, by day")).toEqual([1]);
    expect((await today("Requests in the last two weeks, by day"))[0]).toBeGreaterThan(0);
    expect((await today("Tokens in the last two weeks, by day"))[0]).toBeGreaterThan(0);
  });
});
