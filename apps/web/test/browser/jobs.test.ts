import { expect, test, vi } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";

describeInBrowser("Queues and jobs", (suite) => {
  const queue = (name: string) => suite.page.getByRole("region", { name, exact: true });
  const count = (name: string, state: string) => queue(name).getByRole("link", { name: new RegExp(`^${state}`) });
  const bring = (inputs: object) =>
    suite.platform.ask(
      `mutation ($inputs: JSON!) { manualsExecuteSource(source: "printer", inputs: $inputs) { message } }`,
      { inputs },
    );

  test("counts follow what happens, without a reload", async () => {
    const { page } = suite;
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Queues and jobs", exact: true })
      .click();
    await count("slow-imports", "Done").getByText("0", { exact: true }).waitFor();

    await bring({});

    await count("slow-imports", "Done").getByText("1", { exact: true }).waitFor();
    await queue("slow-imports").getByText("1 every 2 s").waitFor();
  });

  test("a queue that is held back says when it goes on", async () => {
    for (let n = 0; n < 4; n++) await bring({});

    await queue("slow-imports").getByText("Rate limited, next at").first().waitFor();
    await count("slow-imports", "Done").getByText("5", { exact: true }).waitFor();
  });

  test("a queue is paused, drained after a question, and resumed", async () => {
    const panel = queue("slow-imports");
    await panel.getByRole("button", { name: "Pause" }).click();
    await panel.getByText("Paused").waitFor();
    await bring({});
    await bring({});
    await count("slow-imports", "Waiting").getByText("2", { exact: true }).waitFor();

    await panel.getByRole("button", { name: "Drain" }).click();
    await suite.page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    expect(await count("slow-imports", "Waiting").textContent()).toBe("Waiting2");
    await panel.getByRole("button", { name: "Drain" }).click();
    await suite.page.getByRole("alertdialog").getByRole("button", { name: "Remove them" }).click();
    await count("slow-imports", "Waiting").getByText("0", { exact: true }).waitFor();
    await panel.getByRole("button", { name: "Resume" }).click();

    await panel.getByRole("button", { name: "Pause" }).waitFor();
    await expect
      .poll(async () => await suite.platform.ask<object>("{ queue(queue: slow_imports) { isPaused } }"))
      .toEqual({ queue: { isPaused: false } });
  });

  test("a failed job tells why and where, with its data and its log; it is retried and deleted", async () => {
    const { page } = suite;
    await bring({ failure: "The printer is out of <b>paper</b>." });
    await count("slow-imports", "Failed").getByText("1", { exact: true }).waitFor();
    await count("slow-imports", "Failed").click();
    await page.getByText("The printer is out of <b>paper</b>.").waitFor();
    await page
      .getByRole("region", { name: "Jobs of slow-imports" })
      .getByRole("link", { name: "manuals.printer" })
      .click();

    await page.getByRole("heading", { name: "Why it failed" }).waitFor();
    await page.getByText("Reading 2 manuals.").waitFor();
    expect(await page.getByText('"source": "printer"').count()).toBe(1);
    await page.getByRole("heading", { name: "Where it failed" }).waitFor();
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByText("The job runs again").waitFor();
    // Not before the second attempt has failed: one that runs can't be deleted.
    await page.getByText(/Reading 2 manuals\.[\s\S]*Reading 2 manuals\./).waitFor();
    await page.getByText("Failed", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete it" }).click();

    await page.getByRole("heading", { level: 1, name: "slow-imports" }).waitFor();
    await page.getByRole("link", { name: "Failed", exact: true }).click();
    await page.getByText("No job has failed").waitFor();
  });

  test("everything is done by keyboard alone", async () => {
    const { page, platform } = suite;
    await page.goto(platform.url);
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("queues");
    await page.getByRole("option", { name: "Queues and jobs" }).waitFor();
    await page.keyboard.press("Enter");
    const pause = queue("indexing").getByRole("button", { name: "Pause" });
    await pause.waitFor();
    await pause.focus();
    await page.keyboard.press("Enter");
    await queue("indexing").getByText("Paused").waitFor();
    await queue("indexing").getByRole("button", { name: "Resume" }).focus();
    await page.keyboard.press("Space");
    await pause.waitFor();
    await queue("slow-imports").getByRole("link", { name: "slow-imports" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Done", exact: true }).focus();
    await page.keyboard.press("Enter");
    const job = page.getByRole("region", { name: "Jobs of slow-imports" }).getByRole("link").first();
    // The list may still be on its way from all jobs to those that are done, and take the focus along.
    await vi.waitFor(
      async () => {
        await job.focus();
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { name: "What it gave back" }).waitFor({ timeout: 3000 });
      },
      { timeout: 30_000 },
    );
    await page.getByRole("button", { name: "Delete" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog").waitFor();
    await page.keyboard.press("Escape");

    expect(await page.getByRole("alertdialog").count()).toBe(0);
    await page.getByRole("heading", { name: "What it gave back" }).waitFor();
  });
});
