import { beforeAll, expect, test } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";

describeInBrowser("Tools", (suite) => {
  const box = (name: string | RegExp) => suite.page.getByRole("textbox", { name });
  const choose = async (field: string, option: string) => {
    await suite.page.getByRole("combobox", { name: field }).click();
    await suite.page.getByRole("option", { name: option, exact: true }).click();
  };
  let planner: string;

  beforeAll(async () => {
    const { made } = await suite.platform.ask<{ made: { item: { id: string } } }>(`mutation {
      made: agentsCreateOne(input: { name: "Planner", backend: "echo", tools: [{ id: "plan_visit", config: { team: "South" } }] }) { item { id } }
      other: agentsCreateOne(input: { name: "A planner", backend: "echo", tools: [{ id: "plan_visit" }] }) { item { id } }
    }`);
    planner = made.item.id;
  });

  test("are listed by category, found by their words, and in the palette", async () => {
    const { page } = suite;
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or go to" }).fill("tools");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Tools" }).waitFor();
    await page
      .getByRole("region", { name: "Field work" })
      .getByRole("link", { name: /Plan a visit/ })
      .waitFor();

    await page.getByRole("searchbox", { name: "Search tools" }).fill("ticket number");

    await expect.poll(() => page.getByRole("main").getByRole("link").count()).toBe(1);
    expect(new URL(page.url()).searchParams.get("q")).toBe("ticket number");
    await page.getByRole("link", { name: /find_ticket/ }).click();
    await page.getByRole("heading", { level: 1, name: "find_ticket" }).waitFor();
  });

  test("are tried with a form from their schema, with an agent's settings; what is missing is said at its field", async () => {
    const { page, platform } = suite;
    await page.goto(`${platform.url}/tools/plan_visit`);
    await choose("As the agent", "Planner");
    expect(new URL(page.url()).searchParams.get("agent")).toBe(planner);
    await box("Hours").fill("two");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("This is not a number.").waitFor();
    expect(await page.getByText("Fill this in.").count()).toBe(2);
    await page.getByText("Choose one.").waitFor();

    await box("Reason").fill("The hub is dark");
    await choose("Urgency", "high");
    await box("Hours").fill("2");
    await choose("Call first", "No");
    await page.getByRole("button", { name: "Add to Spare parts" }).click();
    await box("Spare parts 1").fill("fuse");
    await box("Street").fill("Hill Road 5");
    await box("Extras").fill('{ "dog": true }');
    await page.keyboard.press("Control+Enter");

    const result = page.locator("pre").filter({ hasText: '"team"' });
    const given = JSON.parse((await result.textContent()) ?? "");
    expect(given).toEqual({
      ...{ reason: "The hub is dark", urgency: "high", hours: 2, callFirst: false, spareParts: ["fuse"] },
      ...{ address: { street: "Hill Road 5" }, extras: { dog: true }, team: "South" },
    });
    await page.getByText(/^took \d/).waitFor();
  });

  test("the same call is copied as GraphQL, and runs as it is", async () => {
    const { page } = suite;
    await page.getByRole("button", { name: "Copy as GraphQL" }).click();
    const text = await page.evaluate(() => navigator.clipboard.readText());

    const { runTool } = await suite.platform.ask<{ runTool: { result: string } }>(text);

    expect(JSON.parse(runTool.result)).toMatchObject({ hours: 2, team: "South" });
  });

  test("what a form can't say is said as JSON, by keyboard; a failure is told, with its time", async () => {
    const { page } = suite;
    await page.getByRole("button", { name: "Write it as JSON" }).focus();
    await page.keyboard.press("Enter");
    const inputs = box("Inputs as JSON");
    expect(JSON.parse(await inputs.inputValue())).toMatchObject({ spareParts: ["fuse"] });
    await inputs.fill('{ "reason": "x", "urgency": "low", "hours": 12, "address": { "street": "y" }, "more": 1 }');
    await page.getByText("The form could not show all of this.").waitFor();
    await inputs.fill('{ "reason": "x", "urgency": "low", "hours": 12, "address": { "street": "y" } }');
    await page.getByRole("button", { name: "Back to the form" }).focus();
    await page.keyboard.press("Enter");
    expect(await box("Hours").inputValue()).toBe("12");
    await page.getByRole("button", { name: "Run" }).focus();
    await page.keyboard.press("Enter");

    await page.locator("pre").getByText("Nobody has that many hours.").waitFor();
    await page.getByText("failed", { exact: true }).waitFor();
  });

  test("one that no agent has says what to do about it; one that is not there says so", async () => {
    const { page, platform } = suite;
    await page.goto(`${platform.url}/tools/wait_long`);
    await page.getByText("No agent has this tool yet").waitFor();
    await page.goto(`${platform.url}/tools/nothing`);

    await page.getByText("There is no tool nothing").waitFor();
    expect(suite.browser.takeComplaints()).toEqual([]);
  });
});
