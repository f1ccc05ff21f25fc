import { beforeAll, expect, test, vi } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";

describeInBrowser("Agents", (suite) => {
  const main = () => suite.page.getByRole("navigation", { name: "Main" });
  const conversation = () => suite.page.getByRole("log", { name: "Conversation" });
  const composer = () => suite.page.getByRole("textbox", { name: /^Message to/ });
  const newAgent = async (input: object) => {
    const { made } = await suite.platform.ask<{ made: { item: { id: string } } }>(
      `mutation ($input: agentsInput!) { made: agentsCreateOne(input: $input) { item { id } } }`,
      { input },
    );
    return made.item.id;
  };

  beforeAll(async () => {
    const indexed = `{ found: documentationVectorSearch(query: "warranty", method: tsvector) { chunks { item_id } } }`;
    const isIndexed = async () => {
      const { found } = await suite.platform.ask<{ found: { chunks: readonly object[] } }>(indexed);
      expect(found.chunks).not.toEqual([]);
    };
    await vi.waitFor(isIndexed, { timeout: 90_000, interval: 500 });
  });

  test("the one that works offline answers with quotes, what it looked up, and links to its sources", async () => {
    const { page } = suite;
    await main().getByRole("link", { name: "Agents", exact: true }).click();
    await page.getByRole("link", { name: "Chat with Help articles" }).click();
    await composer().fill("How long is the warranty?");
    await page.getByRole("button", { name: "Send" }).click();

    const source = conversation().getByRole("list", { name: "Sources" }).getByRole("link").first();
    await source.waitFor();
    await conversation().getByText("search_documentation").click();
    await conversation().getByText('"query"').first().waitFor();
    expect(await conversation().getByRole("article").count()).toBe(2);
    expect(new URL(page.url()).searchParams.get("session")).toBeTruthy();
    const title = (await source.textContent()) ?? "";
    await source.click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.goBack();
  });

  test("a conversation is there after a reload, goes on, and can be deleted and taken back", async () => {
    const { page } = suite;
    await page.reload();
    await conversation().getByRole("article").nth(1).waitFor();
    await composer().fill("And returns?");
    await page.keyboard.press("Enter");
    await expect.poll(() => conversation().getByRole("list", { name: "Sources" }).count()).toBe(2);

    await page.getByRole("link", { name: "New conversation" }).click();
    await conversation().getByText("Ask me about your monitor").waitFor();
    const list = page.getByRole("list", { name: "Conversations" });
    await list.getByRole("button", { name: /^Delete/ }).click();
    await expect.poll(() => list.getByRole("listitem").count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await list.getByRole("link", { name: /warranty/ }).click();
    await conversation().getByRole("article").nth(3).waitFor();
  });

  test("a call of a tool is asked for, and the answer goes on when it is allowed", async () => {
    const { page, platform } = suite;
    const agent = await newAgent({
      name: "Careful",
      backend: "retrieval",
      tools: [{ id: "search_documentation", approval: true }],
    });
    await page.goto(`${platform.url}/agents/${agent}/chat`);
    await composer().fill("How long is the warranty?");
    await page.keyboard.press("Enter");

    await page.getByRole("list", { name: "Calls that wait for you" }).getByText("search_documentation").waitFor();
    await page.getByRole("button", { name: "Allow" }).click();

    await conversation().getByRole("list", { name: "Sources" }).waitFor();
    expect(await page.getByRole("button", { name: "Allow" }).count()).toBe(0);
  });

  test("an answer is stopped, and stays as far as it came", async () => {
    const { page, platform } = suite;
    const agent = await newAgent({ name: "Slow", backend: "echo", tools: [{ id: "wait_long" }] });
    await page.goto(`${platform.url}/agents/${agent}/chat`);
    await composer().fill("Wait");
    await page.keyboard.press("Enter");
    await conversation().getByText("One moment.").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();

    await conversation().getByText("Stopped.").waitFor();
    await page.reload();
    await conversation().getByText("Stopped.").waitFor();
    await conversation().getByText("One moment.").waitFor();
  });

  test("one who leaves an answer and comes back finds it going on", async () => {
    const { page } = suite;
    await composer().fill("Wait");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await expect.poll(() => conversation().getByText("One moment.").count()).toBe(2);
    await page.reload();

    await page.getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => conversation().getByText("Stopped.").count()).toBe(2);
  });

  test("an agent is made, by keyboard alone, and changed", async () => {
    const { page, platform } = suite;
    await page.goto(`${platform.url}/agents`);
    await page.getByRole("link", { name: "New agent" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Name" }).focus();
    await page.keyboard.type("Scribe");
    await page.getByRole("checkbox", { name: /search_documentation/ }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Control+s");
    await page.getByRole("heading", { level: 1, name: "Scribe" }).waitFor();

    await page.getByRole("textbox", { name: "Most steps" }).fill("99");
    await page.getByText("A whole number from 1 to 50.").waitFor();
    await page.getByRole("textbox", { name: "Most steps" }).fill("3");
    await page.getByRole("button", { name: "Save", exact: true }).first().click();
    await expect
      .poll(() =>
        platform.ask(`{ agentsPagination(filters: [{ name: { eq: "Scribe" } }]) { items { maxSteps tools } } }`),
      )
      .toEqual({ agentsPagination: { items: [{ maxSteps: 3, tools: [{ id: "search_documentation" }] }] } });
  });
});
