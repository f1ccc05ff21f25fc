import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signIn } from "../support/browser.ts";
import { describeInBrowser } from "../support/browser-suite.ts";

describeInBrowser("Items", (suite) => {
  const to = (path: string) => suite.page.goto(`${suite.platform.url}${path}`);
  const grid = () => suite.page.getByRole("grid");
  const rowCount = async (page: Page = suite.page) =>
    Number(await page.getByRole("grid").getAttribute("aria-rowcount")) - 1;
  const status = (text: string | RegExp) => suite.page.getByRole("status").filter({ hasText: text }).waitFor();
  const field = (name: string) => suite.page.getByLabel(name, { exact: true });
  const choose = async (name: string, option: string) => {
    await suite.page.getByRole("combobox", { name }).click();
    await suite.page.getByRole("option", { name: option, exact: true }).click();
  };
  const findTicket = async (title: string) =>
    (
      await suite.platform.ask<{ ticketsPagination: { items: readonly Record<string, unknown>[] } }>(
        `query ($title: String) { ticketsPagination(filters: [{ title: { eq: $title } }]) { items { id title status priority tags due RBAC { type users { rights } roles { rights } } } } }`,
        { title },
      )
    ).ticketsPagination.items;

  test("that somebody else creates are there without a reload", async () => {
    const followed = suite.page.waitForResponse((response) => response.url().endsWith("/events"));
    await to("/contexts/tickets");
    await grid().waitFor();
    await followed;

    await suite.platform.ask(
      `mutation { ticketsCreateOne(input: { title: "Made elsewhere", status: OPEN }) { item { id } } }`,
      {},
    );

    await grid().getByText("Made elsewhere").first().waitFor();
    const [{ id } = {}] = await findTicket("Made elsewhere");
    await suite.platform.ask(`mutation ($id: ID!) { ticketsRemoveOneById(id: $id) { id } }`, { id });
    await grid().getByText("Made elsewhere").first().waitFor({ state: "detached" });
  });

  test("are created with a form that says what is missing where it is missing", async () => {
    const { page } = suite;
    await to("/contexts/tickets");
    await page.getByRole("link", { name: "New item" }).click();
    await page.getByRole("heading", { name: "New item" }).waitFor();

    await field("Priority").fill("very high");
    await field("Tags").fill("[1,");
    await page.getByRole("button", { name: "Create" }).click();

    await page.getByText("This is not a number.").waitFor();
    await page.getByText("This is not JSON yet: look at line 1, column 4.").waitFor();
    expect(await page.getByText("Fill this in.").count()).toBe(2);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-invalid"))).toBe("true");

    await field("Title *").fill("A hub that hums");
    await choose("Status", "Open");
    await field("Priority").fill("2");
    await field("Tags").fill('["hum"]');
    await field("Due").fill("2026-12-24T18:00");
    await page.getByRole("button", { name: "Create" }).click();

    await page.getByRole("heading", { level: 1, name: "A hub that hums" }).waitFor();
    expect(await findTicket("A hub that hums")).toMatchObject([
      { status: "OPEN", priority: 2, tags: ["hum"], due: "2026-12-24T17:00:00.000Z" },
    ]);
  });

  test("are searched, filtered by type and sorted; the address holds the view", async () => {
    const { page } = suite;
    await to("/contexts/tickets");
    await grid().waitFor();
    // The help desk's tickets, and those that were made here: once all of them are counted.
    await expect.poll(() => rowCount()).toBeGreaterThan(200);
    const all = await rowCount();

    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await choose("Field", "Status");
    await page.getByRole("checkbox", { name: "Closed", exact: true }).check();
    await page.getByRole("button", { name: "Add the filter" }).click();
    await page.getByRole("button", { name: "Status is any of Closed", exact: true }).waitFor();
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await choose("Field", "Priority");
    await choose("Operator", "≤");
    await page.getByRole("spinbutton", { name: "Value" }).fill("2");
    await page.getByRole("button", { name: "Add the filter" }).click();
    await page.getByRole("button", { name: "Priority ≤ 2", exact: true }).waitFor();
    await page.getByRole("columnheader", { name: "Priority" }).getByRole("button").click();
    await page.getByRole("columnheader", { name: "Priority" }).getByRole("button").click();

    const { ticketsPagination } = await suite.platform.ask<{
      ticketsPagination: { pageInfo: { itemCount: number }; items: { title: string }[] };
    }>(`{ ticketsPagination(limit: 1, sort: { field: "priority", direction: DESC },
      filters: [{ status: { in: [CLOSED] }, priority: { lte: 2 } }]) { pageInfo { itemCount } items { title } } }`);
    await status(`${ticketsPagination.pageInfo.itemCount} items`);
    expect(ticketsPagination.pageInfo.itemCount).toBeLessThan(all);
    await expect
      .poll(() => grid().getByRole("row").nth(1).getByRole("link").textContent())
      .toBe(ticketsPagination.items[0]?.title);

    const other = await suite.browser.newPage();
    await other.goto(page.url());
    await other.getByRole("button", { name: "Priority ≤ 2", exact: true }).waitFor();
    await expect.poll(() => rowCount(other)).toBe(ticketsPagination.pageInfo.itemCount);
    await other.close();

    await page.getByRole("button", { name: "and" }).click();
    await expect.poll(() => rowCount()).toBeGreaterThan(ticketsPagination.pageInfo.itemCount);
    await page.getByRole("searchbox", { name: "Search in Support tickets" }).fill("nothing has this in it");
    await page.getByText("Nothing matches").waitFor();
    await page.getByRole("button", { name: "Clear the search and the filters" }).click();
    await expect.poll(() => rowCount()).toBe(all);
  });

  test("show the columns that were chosen", async () => {
    const { page } = suite;
    await to("/contexts/tickets");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "External id" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Channel" }).click();
    await page.keyboard.press("Escape");

    await page.getByRole("columnheader", { name: "External id" }).waitFor();
    expect(await page.getByRole("columnheader", { name: "Channel" }).count()).toBe(0);
    expect(page.url()).toContain("columns=");
  });

  test("are edited, and a clash is told at its field", async () => {
    const { page } = suite;
    const [ticket] = await findTicket("A hub that hums");
    await to(`/contexts/tickets/items/${ticket?.id}`);

    await field("External id").fill("TCK-20101");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText('Another record already has this value of "external_id".').first().waitFor();
    expect(await field("External id").getAttribute("aria-invalid")).toBe("true");
    await field("External id").fill("");
    await field("Title *").fill("A hub that sings");
    await page.keyboard.press("Control+s");

    await page.getByRole("heading", { level: 1, name: "A hub that sings" }).waitFor();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(await findTicket("A hub that sings")).toHaveLength(1);
  });

  test("are not left unsaved without a word", async () => {
    const { page } = suite;
    await field("Priority").fill("4");
    await page.getByRole("link", { name: "Users" }).click();
    await page.getByRole("alertdialog", { name: "Leave without saving?" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await field("Priority").inputValue()).toBe("4");
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await field("Priority").inputValue()).toBe("2");
  });

  test("can be changed as JSON", async () => {
    const { page } = suite;
    await page.getByRole("tab", { name: "JSON" }).click();
    const editor = page.getByRole("textbox", { name: "Item as JSON" });
    const text = await editor.inputValue();
    await editor.fill(text.replace('"priority": 2', '"priority": 1'));
    await page.getByRole("button", { name: "Save" }).click();

    await expect.poll(async () => (await findTicket("A hub that sings"))[0]?.priority).toBe(1);
    expect(page.url()).toContain("tab=json");
  });

  test("are shared with people and roles, who then see them", async () => {
    const { page, platform } = suite;
    const { role } = await platform.ask<{ role: { item: { id: string } } }>(
      `mutation { role: rolesCreateOne(input: { name: "Technicians", contexts: READ }) { item { id } } }`,
    );
    await platform.ask(
      `mutation ($role: String) { usersCreateOne(input: { email: "tom@example.com", name: "Tom", password: "a password for Tom", role: $role }) { item { id } } }`,
      { role: role.item.id },
    );
    const [ticket] = await findTicket("A hub that sings");
    await to(`/contexts/tickets/items/${ticket?.id}?tab=rights`);

    await page.getByRole("radio", { name: /Only its creator/ }).click();
    await page.getByRole("button", { name: "Save the rights" }).click();
    await page.getByText("The rights are saved").waitFor();
    expect(await findTicket("A hub that sings")).toMatchObject([{ RBAC: { type: "private" } }]);
    await page.getByRole("radio", { name: /People and roles you choose/ }).click();
    await page.getByRole("combobox", { name: "Add a person or a role" }).fill("Tom");
    await page.getByRole("option", { name: /Tom/ }).click();
    await page.getByRole("combobox", { name: "Add a person or a role" }).fill("Tech");
    await page.getByRole("option", { name: /Technicians/ }).click();
    await choose("What Tom may do", "May change it");
    await page.getByRole("button", { name: "Save the rights" }).click();

    await expect
      .poll(async () => (await findTicket("A hub that sings"))[0]?.RBAC)
      .toEqual({ type: "users", users: [{ rights: "write" }], roles: [{ rights: "read" }] });
  });

  test("are copied", async () => {
    const { page } = suite;
    await page.getByRole("button", { name: "Copy", exact: true }).click();

    await page.getByRole("heading", { level: 1, name: "A hub that sings (Copy)" }).waitFor();
    expect(await findTicket("A hub that sings (Copy)")).toHaveLength(1);
  });

  test("are deleted, and come back with Undo", async () => {
    const { page } = suite;
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { level: 1, name: "Support tickets" }).waitFor();
    await page.getByText("Deleted “A hub that sings (Copy)”").hover();
    await page.getByRole("searchbox").fill("A hub that sings");
    await status("1 item");
    expect(await grid().getByRole("link", { name: "A hub that sings (Copy)" }).count()).toBe(0);

    await page.getByRole("button", { name: "Undo" }).click();

    await grid().getByRole("link", { name: "A hub that sings (Copy)" }).waitFor();
    await to("/contexts/tickets?q=A+hub+that+sings");
    await grid().getByRole("link", { name: "A hub that sings (Copy)" }).waitFor();
    expect(await findTicket("A hub that sings (Copy)")).toHaveLength(1);
  });

  test("are deleted for good when nobody undoes it, also when the page is left at once", async () => {
    const { page } = suite;
    await grid().getByRole("link", { name: "A hub that sings (Copy)" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Deleted “A hub that sings (Copy)”").waitFor();
    await to("/roles");

    await expect.poll(() => findTicket("A hub that sings (Copy)")).toEqual([]);
  });

  test("are changed, downloaded and deleted many at a time", async () => {
    const { page, platform } = suite;
    for (const n of [1, 2, 3]) {
      await platform.ask(`mutation { ticketsCreateOne(input: { title: "Batch ${n}", status: OPEN }) { item { id } } }`);
    }
    await to("/contexts/tickets?q=Batch");
    await grid().getByRole("link", { name: "Batch 1" }).waitFor();
    await page.getByRole("checkbox", { name: "Choose all" }).click();
    await status("3 chosen");

    await page.getByRole("button", { name: "Change a field" }).click();
    await choose("Field", "Priority");
    await page.getByRole("dialog").getByLabel("New value").fill("3");
    await page.getByRole("button", { name: "Change 3 items" }).click();
    await page.getByText("Changed 3 items").waitFor();
    expect((await findTicket("Batch 2"))[0]).toMatchObject({ priority: 3, status: "OPEN" });

    await page.getByRole("checkbox", { name: "Choose Batch 1" }).click();
    await page.getByRole("checkbox", { name: "Choose Batch 3" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    const saved = JSON.parse(await readFile(await download.path(), "utf8")) as { title: string }[];
    expect(saved.map(({ title }) => title).sort()).toEqual(["Batch 1", "Batch 3"]);

    await page.getByRole("toolbar", { name: "Chosen items" }).getByRole("button", { name: "Delete" }).click();
    await status("1 item");
    await expect.poll(() => findTicket("Batch 1"), { timeout: 15_000 }).toEqual([]);
    expect(await findTicket("Batch 2")).toHaveLength(1);
  });

  test("that somebody may only read can't be changed by them, and a refusal is told", async () => {
    const other = await suite.browser.newPage();
    await suite.page.evaluate(() => localStorage.clear());
    await signIn(other, `${suite.platform.url}/contexts/tickets?q=sings`, {
      email: "tom@example.com",
      password: "a password for Tom",
    });

    await other.getByRole("grid").getByRole("link", { name: "A hub that sings" }).click();
    await other.getByRole("heading", { level: 1, name: "A hub that sings" }).waitFor();
    expect(await other.getByLabel("Title *", { exact: true }).isDisabled()).toBe(true);
    expect(await other.getByRole("button", { name: "Delete" }).count()).toBe(0);
    expect(await other.getByRole("link", { name: "Users" }).count()).toBe(0);
    await other.goto(`${suite.platform.url}/users`);
    await other.getByRole("alert").getByText("Your role does not allow this.").waitFor();
    await other.close();
  });
});
