import { expect, test } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";
import { admin } from "../support/start-platform.ts";

describeInBrowser("People, access and the library", (suite) => {
  const to = (path: string) => suite.page.goto(`${suite.platform.url}${path}`);
  const button = (name: string) => suite.page.getByRole("button", { name, exact: true });
  const choose = async (name: string, option: string) => {
    await suite.page.getByRole("combobox", { name, exact: true }).click();
    await suite.page.getByRole("option", { name: option, exact: true }).click();
  };
  const { ask } = {
    ask: <Data>(query: string, variables?: object) => suite.platform.ask<Data>(query, variables),
  };

  test("a role is created, and its permissions set in the matrix, at once", async () => {
    const { page } = suite;
    await to("/roles");
    await page.getByText("There are no roles yet").waitFor();
    await button("New role").click();
    await page.getByRole("dialog").getByLabel("Name").fill("Support");
    await button("Create the role").click();

    await choose("Contexts for Support", "Write");
    await choose("Users for Support", "Read");

    const roles = async () =>
      (
        await ask<{ rolesPagination: { items: readonly object[] } }>(
          "{ rolesPagination { items { name contexts users agents } } }",
        )
      ).rolesPagination.items;
    await expect.poll(roles).toEqual([{ name: "Support", contexts: "WRITE", users: "READ", agents: null }]);
    await choose("Users for Support", "Nothing");
    await expect.poll(roles).toEqual([{ name: "Support", contexts: "WRITE", users: null, agents: null }]);
  });

  test("a change that the platform refuses is taken back, with the reason", async () => {
    const { page } = suite;
    await page.route("**/graphql", async (route) => {
      if (!route.request().postData()?.includes("UpdateRole")) return route.continue();
      const errors = [{ message: "You are not authorized", extensions: { code: "UNAUTHORIZED" } }];
      return route.fulfill({ json: { data: null, errors } });
    });

    await choose("Agents for Support", "Write");
    await page.getByText("Not changed: Only super admins can do this.").waitFor();
    await page.unroute("**/graphql");

    await expect.poll(() => page.getByRole("combobox", { name: "Agents for Support" }).textContent()).toBe("Nothing");
  });

  test("a user is added with a role and a first password, and can sign in", async () => {
    const { page } = suite;
    await to("/users");
    await button("Add a user").click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("E-mail").fill("ben@example.com");
    await sheet.getByLabel("Name").fill("Ben");
    await choose("Role", "Support");
    await sheet.getByLabel("First password").fill("a password for Ben");
    await button("Add the user").click();

    await page.getByRole("link", { name: "Ben" }).waitFor();
    const response = await fetch(`${suite.platform.url}/auth/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ben@example.com", password: "a password for Ben" }),
    });
    expect(response.status).toBe(200);
  });

  test("a user is found, edited by a link of their own, suspended and removed", async () => {
    const { page } = suite;
    await page.getByRole("searchbox", { name: "Search users" }).fill("ben@");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.getByRole("link", { name: "Ben" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Ben Okafor");
    const link = page.url();
    await button("Save").click();
    await page.getByRole("link", { name: "Ben Okafor" }).waitFor();
    await page.goto(link);
    expect(await page.getByRole("dialog").getByLabel("Name").inputValue()).toBe("Ben Okafor");
    await button("Close").click();

    await page.getByRole("button", { name: "Actions for Ben Okafor" }).click();
    await page.getByRole("menuitem", { name: "Suspend" }).click();
    await page.getByText("suspended").waitFor();
    await page.getByRole("button", { name: "Actions for Ben Okafor" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByText("Removed Ben Okafor").waitFor();
    await button("Undo").click();
    await page.getByRole("link", { name: "Ben Okafor" }).waitFor();
  });

  test("an API key is made with scopes and an end, shown once, copied, replaced and revoked", async () => {
    const { page } = suite;
    await to("/api-keys");
    await button("New key").click();
    await page.getByRole("dialog").getByLabel("Name").fill("Import");
    await choose("Ends", "In 30 days");
    await choose("May do", "Only what is chosen here");
    await choose("Contexts", "Read");
    await button("Make the key").click();

    const secret = page.getByTestId("secret");
    const key = (await secret.textContent()) ?? "";
    expect(key).toMatch(/^sk_/);
    await button("Copy key").click();
    await button("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    const asked = async (query: string) =>
      (
        await fetch(`${suite.platform.url}/graphql`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-api-key": key },
          body: JSON.stringify({ query }),
        })
      ).json() as Promise<{ data: object | null }>;
    expect((await asked("{ ticketsStatistics { count } }")).data).not.toBeNull();
    expect((await asked("{ usersStatistics { count } }")).data).toBeNull();

    await button("I have stored it").click();
    expect(await page.content()).not.toContain(key);
    await page.getByText("contexts: read").waitFor();
    await page.getByRole("button", { name: "Actions for Import" }).click();
    await page.getByRole("menuitem", { name: "Replace" }).click();
    await choose("The old key", "Ends at once");
    await button("Make the new key").click();
    expect(await secret.textContent()).not.toBe(key);
    await button("I have stored it").click();
    await expect.poll(async () => (await asked("{ ticketsStatistics { count } }")).data).toBeNull();

    await page.getByRole("button", { name: "Actions for Import" }).first().click();
    await page.getByRole("menuitem", { name: "Revoke" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("revoked", { exact: true }).waitFor();
  });

  test("a variable is kept, and its value never shown again", async () => {
    const { page } = suite;
    await to("/variables");
    await button("New variable").click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Name").fill("billing_key");
    await sheet.getByLabel("Value").fill("hunter2-hunter2");
    await button("Save").click();

    await page.getByRole("link", { name: "billing_key" }).click();
    await page.getByRole("dialog").getByLabel("New value").waitFor();
    expect(await page.content()).not.toContain("hunter2-hunter2");
    await button("Close").click();
    await page.getByRole("button", { name: "Delete billing_key" }).click();
    await page.getByText("There are no variables yet").waitFor();
    await button("Undo").click();
    await page.getByRole("link", { name: "billing_key" }).waitFor();
  });

  test("a prompt is kept, marked as a favourite and shared", async () => {
    const { page } = suite;
    await to("/prompts");
    await page.getByRole("link", { name: "New prompt" }).click();
    await page.getByLabel("Name").fill("Polite refusal");
    await page.getByLabel("Prompt *").fill("Say no, kindly.");
    await page.getByLabel("Tags").fill("tone, billing");
    await button("Create").click();
    await page.getByRole("heading", { level: 1, name: "Polite refusal" }).waitFor();
    await page.getByRole("radio", { name: /Everyone/ }).click();
    await button("Save the rights").click();
    await page.getByText("Saved").first().waitFor();

    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Prompts" }).click();
    await page.getByRole("button", { name: "Favourite: Polite refusal" }).click();
    await expect
      .poll(() => page.getByRole("button", { name: "Favourite: Polite refusal" }).getAttribute("aria-pressed"))
      .toBe("true");
    await page.reload();
    await page.getByRole("button", { name: "Favourites", exact: true }).click();
    await page.getByRole("link", { name: "Polite refusal" }).waitFor();
    expect(await ask(`{ prompt_libraryPagination { items { name tags RBAC { type } } } }`)).toEqual({
      prompt_libraryPagination: {
        items: [{ name: "Polite refusal", tags: ["tone", "billing"], RBAC: { type: "public" } }],
      },
    });
  });

  test("a project is kept", async () => {
    const { page } = suite;
    await to("/projects");
    await page.getByRole("link", { name: "New project" }).click();
    await page.getByLabel("Name").fill("Winter");
    await page.getByLabel("Items").fill('[{"context": ');
    await page.getByText(/This is not JSON yet/).waitFor();
    await page.getByLabel("Items").fill('[{"context": "tickets"}]');
    await button("Create").click();
    await page.getByRole("heading", { level: 1, name: "Winter" }).waitFor();
    await button("Delete").click();
    await page.getByText("There are no projects yet").waitFor();
    await button("Undo").click();
    await page.getByRole("link", { name: "Winter" }).waitFor();
  });

  test("the audit log tells who did what, and can be narrowed down", async () => {
    const { page } = suite;
    await to("/audit-log");
    await page.getByRole("main").getByRole("listitem").filter({ hasText: "created a prompt" }).first().waitFor();
    await choose("What was changed", "Roles");
    await page.getByRole("main").getByRole("listitem").filter({ hasText: "created a role" }).first().waitFor();
    await expect.poll(() => page.getByRole("main").getByRole("listitem").filter({ hasText: "prompt" }).count()).toBe(0);
    expect(page.url()).toContain("resource=roles");
  });

  test("one's own password is changed, and the session goes on", async () => {
    const { page } = suite;
    await to("/profile");
    await page.getByLabel("Current password").fill("not mine, not mine");
    await page.getByLabel("New password").fill("another password for Ada");
    await button("Change the password").click();
    await page.getByText("This is not your password.").waitFor();
    await page.getByLabel("Current password").fill(admin.password);
    await button("Change the password").click();
    await page.getByText("Your password is changed.").waitFor();
    await page.getByRole("link", { name: "Home" }).click();

    await page.getByRole("heading", { level: 1, name: /Welcome/ }).waitFor();
  });
});
