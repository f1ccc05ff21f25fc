import { beforeAll, expect, test } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";

describeInBrowser("Evaluations", (suite) => {
  const main = () => suite.page.getByRole("navigation", { name: "Main" });
  const heading = (name: string) => suite.page.getByRole("heading", { level: 1, name, exact: true });
  const button = (name: string) => suite.page.getByRole("button", { name, exact: true });
  const textbox = (name: string) => suite.page.getByRole("textbox", { name, exact: true });
  const resultOf = (name: string) =>
    suite.page.getByRole("region", { name: "Results" }).getByRole("row").filter({ hasText: name });
  const choose = async (control: string, option: string) => {
    await suite.page.getByRole("combobox", { name: control }).click();
    await suite.page.getByRole("option", { name: option }).click();
  };

  beforeAll(async () => {
    await suite.platform.ask(`mutation {
      agentsCreateOne(input: { name: "Parrot", backend: "echo" }) { item { id } }
    }`);
  });

  test("a set and its cases are made", async () => {
    const { page } = suite;
    await main().getByRole("link", { name: "Evaluations" }).click();
    await page.getByRole("tab", { name: "Sets" }).click();
    await page.getByRole("link", { name: "New set" }).click();
    await heading("New set").waitFor();
    await textbox("Name").fill("Manners");
    await page.keyboard.press("Control+s");
    await heading("Manners").waitFor();

    const cases = [
      ["Greeting", "Good morning", "good morning"],
      ["Farewell", "See you", "Goodbye"],
    ] as const;
    for (const [name, question, expected] of cases) {
      await page.getByRole("link", { name: "New case" }).click();
      await heading("New case").waitFor();
      await textbox("Name").fill(name);
      await textbox("Question").fill(question);
      await textbox("Expected answer").fill(expected);
      await button("Create").click();
      await page.getByRole("link", { name }).waitFor();
    }

    await page.getByText("2 cases").waitFor();
  });

  test("a run shows how far it is, and then what each case came to and why", async () => {
    const { page, platform } = suite;
    await page.getByRole("link", { name: "New run of this set" }).click();
    await heading("New run").waitFor();
    await textbox("Name").fill("Parrot, first");
    await choose("Agent", "Parrot");
    await button("Create").click();
    await page.getByText("Choose at least one").waitFor();
    await choose("Add an evaluation", "Contains");
    await button("Create").click();
    await heading("Parrot, first").waitFor();
    await platform.ask("mutation { pauseQueue(queue: eval_runs) { success } }");
    await button("Run").click();

    const progress = page.getByRole("progressbar", { name: "Cases that are done" });
    await progress.waitFor();
    expect([await progress.getAttribute("aria-valuenow"), await progress.getAttribute("aria-valuemax")]).toEqual([
      "0",
      "2",
    ]);
    await resultOf("Greeting").getByText("Open").waitFor();
    await platform.ask("mutation { resumeQueue(queue: eval_runs) { success } }");
    await resultOf("Greeting").getByText("Passed").waitFor();
    await resultOf("Farewell").getByText("Failed").waitFor();
    await page.getByText("passes from 50").waitFor();

    await page.getByRole("navigation", { name: "Cases by state" }).getByRole("link", { name: "Failed" }).click();
    await expect.poll(() => resultOf("Greeting").count()).toBe(0);
    await button("Farewell").click();
    const sheet = page.getByRole("dialog", { name: "Farewell" });
    await sheet.getByText("You said: See you").waitFor();
    await page.reload();
    await sheet.getByText("contains", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
  });

  test("two runs are compared, and what differs is marked", async () => {
    const { page } = suite;
    await button("Farewell").click();
    await page.getByRole("link", { name: "Open the case" }).click();
    await heading("Farewell").waitFor();
    await textbox("Expected answer").fill("see you");
    await button("Save").click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await main().getByRole("link", { name: "Evaluations" }).click();
    await page.getByRole("link", { name: "Parrot, first" }).click();
    await button("Copy").click();
    await heading("Parrot, first (Copy)").waitFor();
    await textbox("Name").fill("Parrot, second");
    await page.getByRole("tab", { name: "Results" }).click();
    await page.getByRole("alertdialog", { name: "Leave without saving?" }).waitFor();
    await button("Cancel").click();
    await button("Save").click();
    await heading("Parrot, second").waitFor();
    await button("Run").click();
    await page.getByRole("tab", { name: "Results" }).click();
    await resultOf("Farewell").getByText("Passed").waitFor();
    await page.getByRole("link", { name: "Compare" }).click();
    await choose("Before", "Parrot, first");

    await page.getByText("With fewer than 5 cases nothing can be said for certain.").waitFor();
    await page.getByText("1 better").waitFor();
    const compared = page.getByRole("region", { name: "Cases of both runs" });
    const cells = (name: string) => compared.getByRole("row", { name }).getByRole("cell").allTextContents();
    expect(await cells("Farewell")).toEqual(["Farewell", "0", "100", "+100 better"]);
    expect(await cells("Greeting")).toEqual(["Greeting", "100", "100", "0 the same"]);
  });

  test("only what failed is run again, and what can't begin says why", async () => {
    const { page, platform } = suite;
    await main().getByRole("link", { name: "Evaluations" }).click();
    await page.getByRole("link", { name: "Parrot, first" }).click();
    await button("Only the failed again").click();

    await resultOf("Farewell").getByText("Passed").waitFor();
    await expect.poll(() => button("Only the failed again").count()).toBe(0);
    await platform.ask(
      `mutation { agentsUpdateOne(where: [{ name: { eq: "Parrot" } }], input: { name: "Parrot", active: false }) { item { id } } }`,
    );
    await button("Run").click();
    await page.getByRole("alert").filter({ hasText: "The run can't begin" }).waitFor();
    await resultOf("Farewell").getByText("Passed").waitFor();
  });

  test("a run is deleted, and taken back", async () => {
    const { page } = suite;
    await button("Delete").click();
    await page.getByRole("link", { name: "Parrot, second" }).waitFor();
    await expect.poll(() => page.getByRole("link", { name: "Parrot, first" }).count()).toBe(0);
    await button("Undo").click();

    await page.getByRole("link", { name: "Parrot, first" }).waitFor();
    expect(suite.browser.takeComplaints()).toEqual([]);
  });
});
