import { beforeAll, describe, expect, test } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";

describeInBrowser("Tools and workflows", (suite) => {
  const box = (name: string | RegExp, within = suite.page.getByRole("main")) => within.getByRole("textbox", { name });
  const choose = async (field: string, option: string | RegExp, within = suite.page.getByRole("main")) => {
    await within.getByRole("combobox", { name: field }).click();
    await suite.page.getByRole("option", { name: option, exact: typeof option === "string" }).click();
  };
  let planner: string;

  beforeAll(async () => {
    const { made } = await suite.platform.ask<{ made: { item: { id: string } } }>(`mutation {
      made: agentsCreateOne(input: { name: "Planner", backend: "echo", tools: [{ id: "plan_visit", config: { team: "South" } }] }) { item { id } }
      other: agentsCreateOne(input: { name: "A planner", backend: "echo", tools: [{ id: "plan_visit" }] }) { item { id } }
    }`);
    planner = made.item.id;
  });

  describe("Tools", () => {
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

  describe("Workflows", () => {
    const step = (number: number) => suite.page.getByRole("region", { name: `Step ${number}`, exact: true });
    const saved = async (name: string) => {
      const { found } = await suite.platform.ask<{ found: { items: readonly Record<string, unknown>[] } }>(
        `query ($name: String) { found: workflow_templatesPagination(filters: [{ name: { eq: $name } }]) { items { id schedule variables steps_json } } }`,
        { name },
      );
      return found.items[0];
    };

    test("one is made by keyboard: steps are added, moved and removed", async () => {
      const { page } = suite;
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search or go to" }).fill("new workflow");
      await page.keyboard.press("Enter");
      await box("Name").focus();
      await page.keyboard.type("Answer");
      await choose("Agent", "Ticket clerk");
      await page.getByRole("button", { name: "Add a question" }).focus();
      await page.keyboard.press("Enter");
      // The new step has the focus.
      await page.keyboard.press("Tab");
      await page.keyboard.type("draft");
      await page.keyboard.press("Tab");
      await page.keyboard.type("Answer {question}");
      await page.getByRole("button", { name: "Add a call of a tool" }).press("Enter");
      await page.getByRole("button", { name: "Add a question" }).press("Enter");
      expect(await step(3).count()).toBe(1);

      await page.getByRole("button", { name: "Move step 1 down" }).press("Enter");
      await page.getByRole("status").filter({ hasText: "Step 1 is now step 2." }).waitFor();
      // The focus went with it: the same key moves it on.
      await page.keyboard.press("Enter");
      await step(3).getByText("· draft").waitFor();
      await page.keyboard.press("Alt+ArrowUp");
      await page.keyboard.press("Alt+ArrowUp");
      await step(1).getByText("· draft").waitFor();
      await page.getByRole("button", { name: "Remove step 3" }).press("Enter");

      expect(await step(3).count()).toBe(0);
    });

    test("what is missing is said at its step, before anything is sent", async () => {
      const { page } = suite;
      await page.keyboard.press("Control+s");

      await step(2).getByText("Choose a tool.").waitFor();
      expect(await saved("Answer")).toBeUndefined();
    });

    test("and so is what the platform refuses, also after the step was moved", async () => {
      const { page } = suite;
      await choose("Tool", /^find_ticket/, step(2));
      expect(await box("What the tool is given", step(2)).inputValue()).toBe('{\n  "number": "{number}"\n}');
      await box("Name", step(2)).fill("no good");
      await step(1).getByText("Condition, side by side").click();
      await box("Only when", step(1)).fill("nothing = yes");
      await page.getByRole("button", { name: "Create" }).click();

      await step(1).getByText('It has a "when" about "nothing", which is no earlier step.').waitFor();
      await step(2)
        .getByText(/It can't be called "no good": a name has letters/)
        .waitFor();
      await page.getByText("Not saved. Look at step 1, step 2.").waitFor();
      await page.getByRole("button", { name: "Move step 2 up" }).click();
      await step(1)
        .getByText(/It can't be called "no good"/)
        .waitFor();
      await box("Name", step(1)).fill("ticket");
      await box("Only when", step(2)).fill("ticket");
      await page.getByRole("button", { name: "Create" }).click();

      await page.getByRole("heading", { level: 1, name: "Answer" }).waitFor();
      expect(await saved("Answer")).toMatchObject({
        variables: ["number", "question"],
        steps_json: [
          { name: "ticket", tool: "find_ticket", inputs: { number: "{number}" } },
          { name: "draft", prompt: "Answer {question}", when: "ticket" },
        ],
      });
    });

    test("a schedule is chosen; what does not go with it is said there, and the whole can be written as JSON", async () => {
      const { page } = suite;
      await choose("When it runs", "Every hour");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText(/It needs values for the variables "number", "question"/).waitFor();
      expect(await saved("Answer")).toMatchObject({ schedule: null });

      await page.getByRole("tab", { name: "JSON" }).click();
      const whole = box("The workflow as JSON");
      const { agent, ...rest } = JSON.parse(await whole.inputValue());
      expect(rest).toMatchObject({ name: "Answer", schedule: "0 * * * *", steps_json: [{ name: "ticket" }, {}] });
      const steps_json = [{ name: "hello", prompt: "Say hello" }];
      await whole.fill(JSON.stringify({ agent, name: "Greeting", schedule: "15 5 * * *", steps_json }));
      await page.getByRole("tab", { name: "Form" }).click();
      expect(await box("Times").inputValue()).toBe("15 5 * * *");
      await page.keyboard.press("Control+s");

      await page.getByRole("heading", { level: 1, name: "Greeting" }).waitFor();
      expect(await saved("Greeting")).toMatchObject({ schedule: "15 5 * * *", variables: [], steps_json });
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Workflows" }).click();
      await page.getByText("15 5 * * * (UTC)").waitFor();
    });

    test("one is run with its values, on a queue, and looked at step by step while it runs", async () => {
      const { page } = suite;
      await page.getByRole("link", { name: "Run Prepare a ticket, and its runs" }).click();
      await page.getByText("It has not run yet").waitFor();
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByText("Fill this in.").waitFor();
      await box("Number").fill("TCK-20101");
      await page.getByRole("button", { name: "Run", exact: true }).press("Enter");

      await page.getByRole("heading", { level: 1, name: /^Run of/ }).waitFor();
      const steps = page.getByRole("region", { name: "Steps" }).getByRole("listitem");
      await expect.poll(() => steps.getByText("Done", { exact: true }).count(), { timeout: 30_000 }).toBe(2);
      expect(await steps.nth(0).locator("pre").first().textContent()).toBe('{\n  "number": "TCK-20101"\n}');
      await page.getByRole("heading", { name: "Result" }).waitFor();
      await page
        .getByRole("navigation", { name: "Breadcrumb" })
        .getByRole("link", { name: "Prepare a ticket" })
        .click();
      const row = page.getByRole("region", { name: "Runs" }).getByRole("row").nth(1);
      await row.getByText("Done", { exact: true }).waitFor();
      await row.getByRole("link").click();
      await page.getByRole("link", { name: "Run again" }).click();
      await expect.poll(() => box("Number").inputValue()).toBe("TCK-20101");
    });

    test("one that fails says at which step and why, and goes on from there", async () => {
      const { page, platform } = suite;
      const give = { reason: "x", urgency: "low", hours: "{hours}", address: { street: "y" } };
      const steps_json = [
        { name: "first", prompt: "Think" },
        { name: "visit", tool: "plan_visit", inputs: give },
      ];
      const { made } = await platform.ask<{ made: { item: { id: string } } }>(
        `mutation ($input: workflow_templatesInput!) { made: workflow_templatesCreateOne(input: $input) { item { id } } }`,
        { input: { name: "Visit", agent: planner, steps_json } },
      );
      await page.goto(`${platform.url}/workflows/${made.item.id}/runs`);
      await page.getByRole("button", { name: "Write it as JSON" }).click();
      await box("Values as JSON").fill('{ "hours": 12 }');
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page
        .getByRole("alert")
        .getByText(/failed: step 2 \("visit"\) failed: .*Nobody has that many hours/)
        .waitFor();
      await page.getByRole("region", { name: "Runs" }).getByRole("link").first().click();

      const steps = page.getByRole("region", { name: "Steps" }).getByRole("listitem");
      await steps.nth(1).getByText("Failed", { exact: true }).waitFor();
      await steps
        .nth(1)
        .getByText(/Nobody has that many hours/)
        .waitFor();
      await page.getByRole("button", { name: "Go on from the failed step" }).click();
      await steps.nth(1).getByText("begun 2 times").waitFor();
      expect(await steps.nth(0).getByText("begun").count()).toBe(0);
    });

    test("its rights are changed, and it is deleted and taken back", async () => {
      const { page, platform } = suite;
      await page.goto(`${platform.url}/workflows`);
      await page.getByRole("link", { name: "Edit Greeting" }).click();
      await page.getByRole("radio", { name: /^Everyone/ }).click();
      await page.getByRole("button", { name: "Save the rights" }).click();
      await expect
        .poll(() => platform.ask(`{ workflow_templateOne(filters: [{ name: { eq: "Greeting" } }]) { RBAC { type } } }`))
        .toEqual({ workflow_templateOne: { RBAC: { type: "public" } } });

      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("heading", { level: 1, name: "Workflows" }).waitFor();
      await expect.poll(() => page.getByRole("link", { name: "Edit Greeting" }).count()).toBe(0);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("link", { name: "Edit Greeting" }).waitFor();
      expect(suite.browser.takeComplaints()).toEqual([]);
    });
  });
});
