import { expect, test } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";

interface Manuals {
  readonly manualsPagination: { readonly items: readonly { readonly word_count: number | null }[] };
}

describeInBrowser("Sources and processors", (suite) => {
  const manuals = async () =>
    (await suite.platform.ask<Manuals>("{ manualsPagination { items { word_count } } }")).manualsPagination.items;
  const part = (name: string) => suite.page.getByRole("region", { name, exact: true });

  test("a source says when it comes by itself, is run now, and shows what came of it", async () => {
    const { page } = suite;
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sources", exact: true }).click();
    const source = part("The printer's folder");
    await source.getByText("0 5 * * *").waitFor();
    await source.getByText(/next .*05:00|next .*06:00/).waitFor();

    await source.getByRole("button", { name: "Run now" }).click();
    await page.getByRole("textbox", { name: "Copies" }).fill("many");
    await page.getByRole("dialog").getByRole("button", { name: "Run now" }).click();
    await page.getByText("This is not a number.").waitFor();
    await page.getByRole("textbox", { name: "Copies" }).fill("2");
    await page.getByRole("dialog").getByRole("button", { name: "Run now" }).click();

    await page.getByText("runs in the background").waitFor();
    await source.getByText("4 created").waitFor();
    expect(await manuals()).toHaveLength(4);
  });

  test("its run leads to the job, and a failed one says why", async () => {
    const { page, platform } = suite;
    await platform.ask(
      `mutation { manualsExecuteSource(source: "printer", inputs: { failure: "Out of paper" }) { message } }`,
    );
    await part("The printer's folder")
      .getByRole("link", { name: /Out of paper/ })
      .click();

    await page.getByRole("heading", { name: "Why it failed" }).waitFor();
  });

  test("a processor says when it runs, and its runs", async () => {
    const { page, platform } = suite;
    await page.goto(`${platform.url}/sources`);

    await part("Word count").getByText("on new and changed items").waitFor();
    await part("Word count").getByRole("list", { name: "Runs of Word count" }).getByText("Done").first().waitFor();
    await expect.poll(manuals).toContainEqual({ word_count: 20 });
  });

  test("processors are run on one item, and on all of them after a question", async () => {
    const { page, platform } = suite;
    await platform.ask(
      `mutation { manualsCreateOne(input: { title: "  Crooked title  ", external_id: "crooked" }) { job } }`,
    );
    await page.goto(`${platform.url}/sources`);
    await page.getByRole("button", { name: "Process Manuals" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Process them" }).click();
    await expect
      .poll(() => platform.ask(`{ manualsOne(filters: [{ external_id: { eq: "crooked" } }]) { title } }`))
      .toEqual({ manualsOne: { title: "Crooked title" } });

    await page.goto(`${platform.url}/contexts/manuals`);
    await page.getByRole("grid").getByRole("link", { name: "Crooked title" }).click();
    await page.getByRole("button", { name: "Process", exact: true }).click();

    await page
      .getByRole("region", { name: "Notifications" })
      .getByText(/process/i)
      .waitFor();
  });
});
