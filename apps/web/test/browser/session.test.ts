import { expect, test } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";

const password = "a password for Ada";

describeInBrowser(
  "A session",
  (suite) => {
    const to = (path: string) => suite.page.goto(`${suite.platform.url}${path}`);
    const heading = (name: string) => suite.page.getByRole("heading", { level: 1, name });
    const stored = () => suite.page.evaluate(() => Object.keys(localStorage).sort());
    const fillIn = async (secret: string) => {
      await suite.page.getByLabel("E-mail").fill("ada@example.com");
      await suite.page.getByLabel("Password").fill(secret);
      await suite.page.getByRole("button", { name: "Sign in", exact: true }).click();
    };

    test("can't begin before the first admin is set up, and the sign-in page says so", async () => {
      await to("/");

      await suite.page.getByText("Nobody can sign in yet").waitFor();
      expect(new URL(suite.page.url()).pathname).toBe("/sign-in");
    });

    test("begins with the set-up link, which refuses a short password and works once", async () => {
      const { page } = suite;
      await to(`/set-up#${suite.platform.setUpSecret}`);
      await page.getByLabel("Your name").fill("Ada");
      await page.getByLabel("E-mail").fill("ada@example.com");
      await page.getByLabel("Password").fill("short");
      await page.getByRole("button", { name: "Create the account" }).click();
      await page.getByText("Use at least 10 characters.").waitFor();
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Create the account" }).click();
      await heading("Welcome, Ada").waitFor();
      await page.getByRole("heading", { name: "Getting started" }).waitFor();

      const second = await suite.browser.newPage();
      await second.goto(`${suite.platform.url}/set-up#${suite.platform.setUpSecret}`);
      await second.getByLabel("E-mail").fill("eve@example.com");
      await second.getByLabel("Password").fill(password);
      await second.getByRole("button", { name: "Create the account" }).click();
      await second.getByText("This link was used already").waitFor();
      await second.close();
    });

    test("ends when one signs out: nothing of it stays in this browser, nor works any more", async () => {
      const { page } = suite;
      await page.evaluate(() => localStorage.setItem("graphiql:queries", "what somebody looked at"));
      const token = await page.evaluate(() => JSON.parse(localStorage.getItem("platform.session") ?? "{}").token);

      await page.getByRole("button", { name: "Account of Ada" }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await heading("Sign in").waitFor();

      expect(await stored()).toEqual([]);
      const response = await fetch(`${suite.platform.url}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ query: "{ me { id } }" }),
      });
      expect(response.status).toBe(401);
    });

    test("is refused with a wrong password, in words that don't say which part was wrong", async () => {
      await to("/sign-in");
      await fillIn("not the password");

      await suite.page.getByRole("alert").getByText("The e-mail address or the password is wrong.").waitFor();
      expect(await stored()).toEqual([]);
    });

    test("leads to where one wanted to go", async () => {
      await to("/contexts/tickets?q=hub");
      await fillIn(password);

      await heading("Support tickets").waitFor();
      expect(suite.page.url()).toBe(`${suite.platform.url}/contexts/tickets?q=hub`);
    });

    test("that the platform ended leads to the sign-in page, and from there back", async () => {
      const { page } = suite;
      await suite.platform.ask(
        `mutation ($id: ID!) { usersUpdateOneById(id: $id, input: { email: "ada@example.com", password: "${password}" }) { item { id } } }`,
        { id: await page.evaluate(() => JSON.parse(localStorage.getItem("platform.session") ?? "{}").user.id) },
      );

      await page.getByRole("link", { name: "Roles" }).click();
      await page.getByText("Your session has ended").waitFor();
      await fillIn(password);

      await heading("Roles").waitFor();
    });

    test("that is ended in one tab is ended in all of them", async () => {
      const other = await suite.browser.newPage();
      await other.goto(`${suite.platform.url}/users`);
      await other.getByRole("heading", { level: 1, name: "Users" }).waitFor();

      await other.getByRole("button", { name: /^Account of/ }).click();
      await other.getByRole("menuitem", { name: "Sign out" }).click();
      await other.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
      await other.close();

      await heading("Sign in").waitFor();
    });

    test("keeps its token to itself: not in an address, not in the page, not for another origin", async () => {
      const { page } = suite;
      await to("/sign-in");
      await fillIn(password);
      await heading("Welcome").waitFor();
      const token = await page.evaluate(() => JSON.parse(localStorage.getItem("platform.session") ?? "{}").token);

      expect(page.url()).not.toContain(token);
      expect(await page.content()).not.toContain(token);
      const framed = await suite.browser.newPage();
      await framed.route("http://elsewhere.example/", (route) =>
        route.fulfill({ contentType: "text/html", body: `<iframe src="${suite.platform.url}/"></iframe>` }),
      );
      await framed.goto("http://elsewhere.example/");
      await framed.waitForTimeout(500);
      const inside = framed.frames().find((frame) => frame.parentFrame() !== null);
      expect(await inside?.evaluate(() => document.body.textContent).catch(() => "")).not.toContain("Platform");
      expect(await framed.evaluate(() => Object.keys(localStorage))).toEqual([]);
      await framed.close();
    });
  },
  { environment: {}, isSignedIn: false },
);
