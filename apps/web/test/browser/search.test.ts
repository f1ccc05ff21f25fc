import { beforeAll, expect, test } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";

describeInBrowser("Search", (suite) => {
  const column = (name: string) => suite.page.getByRole("region", { name, exact: true });
  const firstHit = (name: string) => column(name).getByRole("article").first();

  beforeAll(async () => {
    await suite.platform.ask(`mutation { manualsCreateOne(input: { title: "Hub H2",
      body: "Keep it away from a microwave oven.\\n\\nHold the button for ten seconds to reset the hub.\\n\\nA green light means that all is well." }) { job } }`);
    await suite.platform.ask(
      `mutation { manualsCreateOne(input: { title: "Clamp sensor", body: "Close the clamp around one wire only." }) { job } }`,
    );
  });

  test("an item shows its chunks as soon as its job is done", async () => {
    const { page, platform } = suite;
    await page.goto(`${platform.url}/contexts/manuals`);
    await page.getByRole("grid").getByRole("link", { name: "Hub H2" }).click();
    await page.getByRole("tab", { name: "Chunks" }).click();

    await page.getByText("Hold the button for ten seconds").waitFor();
    expect(await page.getByRole("heading", { name: /^Chunk \d/ }).allTextContents()).toEqual([
      "Chunk 1",
      "Chunk 2",
      "Chunk 3",
    ]);
    await page.getByRole("button", { name: "Make them again" }).click();
    await page.getByRole("status").filter({ hasText: "3 chunks" }).waitFor();
  });

  test("one question is answered by three methods side by side, with every score and the words marked", async () => {
    const { page } = suite;
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search", exact: true }).click();
    await page.getByRole("searchbox", { name: "What to search for" }).fill("reset the hub");
    await page.getByRole("button", { name: "Search", exact: true }).click();

    for (const name of ["Both together", "Meaning", "Words"]) {
      await firstHit(name).getByText("Hold the button for ten seconds").waitFor();
      expect(await firstHit(name).locator("mark").allTextContents()).toEqual(["reset", "hub"]);
    }
    expect(await firstHit("Both together").getByRole("term").allTextContents()).toEqual(["both", "distance", "rank"]);
    expect(new URL(page.url()).searchParams.get("q")).toBe("reset the hub");
  });

  test("neighbours come along, and cutoffs leave hits out, with sliders that the keyboard moves", async () => {
    const { page, platform } = suite;
    const hits = column("Words").getByRole("status");
    await page.goto(`${platform.url}/search?q=reset+the+hub&tsvector=1`);
    await hits.filter({ hasText: "1 hit" }).waitFor();
    await page.getByRole("slider", { name: "Chunks before" }).focus();
    await page.keyboard.press("ArrowRight");

    await column("Words").getByText("came along as a neighbour").waitFor();
    await column("Words").getByText("Keep it away from a microwave oven.").waitFor();
    expect(page.url()).toContain("before=1");
    await page.getByRole("button", { name: "Use the default for Chunks before" }).click();
    await page.getByRole("slider", { name: "Least rank, words" }).focus();
    await page.keyboard.press("End");
    await hits.filter({ hasText: "0 hits" }).waitFor();
    await column("Words").getByText("Nothing found").waitFor();
    expect(await column("Meaning").getByRole("article").count()).toBeGreaterThan(0);
    await page.reload();
    await column("Words").getByText("Nothing found").waitFor();
  });

  test("what was asked can be copied as GraphQL that runs", async () => {
    const { page, platform } = suite;
    await page.goto(`${platform.url}/search?q=reset+the+hub&hybrid=0.2`);
    await firstHit("Both together").waitFor();
    await column("Both together").getByRole("button", { name: "Copy Both together as GraphQL" }).click();

    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const answer = await platform.ask<{ manualsVectorSearch: { chunks: readonly { item_name: string }[] } }>(copied);

    expect(answer.manualsVectorSearch.chunks[0]).toMatchObject({ item_name: "Hub H2" });
  });

  test("a hit leads to its item, and back to the answers", async () => {
    const { page } = suite;
    await firstHit("Meaning").getByRole("link", { name: "Hub H2" }).click();
    await page.getByRole("heading", { level: 1, name: "Hub H2" }).waitFor();
    await page.goBack();

    await firstHit("Meaning").getByText("Hold the button for ten seconds").waitFor();
  });

  test("everything is done by keyboard alone", async () => {
    const { page, platform } = suite;
    await page.goto(platform.url);
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("passages");
    await page.getByRole("option", { name: "Search", exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Search" }).waitFor();
    await page.getByRole("searchbox", { name: "What to search for" }).focus();
    await page.keyboard.type("clamp wire");
    await page.keyboard.press("Enter");
    await firstHit("Words").getByText("Close the clamp").waitFor();
    await firstHit("Words").getByRole("link").focus();
    await page.keyboard.press("Enter");

    await page.getByRole("heading", { level: 1, name: "Clamp sensor" }).waitFor();
  });
});
