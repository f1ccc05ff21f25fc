import { expect, test } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";

const password = "a password for Ada";

describeInBrowser(
  "The whole way, in one walk",
  (suite) => {
    const heading = (name: string | RegExp) => suite.page.getByRole("heading", { level: 1, name });
    const button = (name: string) => suite.page.getByRole("button", { name, exact: true });
    const textbox = (name: string | RegExp) => suite.page.getByRole("textbox", { name });
    const goTo = (name: string) =>
      suite.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
    const choose = async (control: string, option: RegExp) => {
      await suite.page.getByRole("combobox", { name: control }).click();
      await suite.page.getByRole("option", { name: option }).click();
    };
    const signOut = async () => {
      await suite.page.getByRole("button", { name: "Account of Ada" }).click();
      await suite.page.getByRole("menuitem", { name: "Sign out" }).click();
      await heading("Sign in").waitFor();
    };

    test("from the set-up link to signing out", { timeout: 240_000 }, async () => {
      const { page, platform } = suite;
      // It is one long way: where the machine is busy, one slow step must not end it.
      page.setDefaultTimeout(45_000);

      await page.goto(`${platform.url}/set-up#${platform.setUpSecret}`);
      await page.getByLabel("Your name").fill("Ada");
      await page.getByLabel("E-mail").fill("ada@example.com");
      await page.getByLabel("Password").fill(password);
      await button("Create the account").click();
      await heading("Welcome, Ada").waitFor();
      await signOut();
      await page.getByLabel("E-mail").fill("ada@example.com");
      await page.getByLabel("Password").fill(password);
      await button("Sign in").click();
      await heading("Welcome, Ada").waitFor();

      await goTo("Manuals");
      // The empty list has one, too.
      await page
        .getByRole("link", { name: /^New item/ })
        .first()
        .click();
      await heading("New item").waitFor();
      await textbox("Title").fill("Hub H9");
      await textbox("Body").fill("Hold the button for ten seconds to reset the hub.");
      await button("Create").click();
      await heading("Hub H9").waitFor();

      await goTo("Queues and jobs");
      await page.getByRole("link", { name: "indexing", exact: true }).click();
      const job = page.getByRole("row").filter({ hasText: "manuals.index" });
      await job.getByText("Done").first().waitFor();

      await goTo("Search");
      await page.getByRole("searchbox", { name: "What to search for" }).fill("reset the hub");
      await button("Search").click();
      await page
        .getByRole("region", { name: "Both together" })
        .getByRole("article")
        .getByText("Hold the button for ten seconds")
        .waitFor();

      await goTo("Agents");
      await page.getByRole("link", { name: "New agent" }).click();
      await heading("New agent").waitFor();
      await textbox("Name").fill("Manual reader");
      await choose("Backend", /^retrieval/);
      await page.getByRole("checkbox", { name: /search_manuals/ }).click();
      await button("Create").click();
      await heading("Manual reader").waitFor();
      await page.getByRole("link", { name: "Chat", exact: true }).click();
      await textbox(/^Message to/).fill("How do I reset the hub?");
      await page.keyboard.press("Enter");
      const sources = page.getByRole("log", { name: "Conversation" }).getByRole("list", { name: "Sources" });
      await sources.getByRole("link", { name: "Hub H9" }).waitFor();

      await goTo("Evaluations");
      await page.getByRole("tab", { name: "Sets" }).click();
      await page.getByRole("link", { name: "New set" }).click();
      await heading("New set").waitFor();
      await textbox("Name").fill("Hubs");
      await button("Create").click();
      await heading("Hubs").waitFor();
      await page.getByRole("link", { name: "New case" }).click();
      await heading("New case").waitFor();
      await textbox("Name").fill("Reset");
      await textbox("Question").fill("How do I reset the hub?");
      await textbox("Expected answer").fill("ten seconds");
      await button("Create").click();
      await page.getByRole("link", { name: "Reset", exact: true }).waitFor();
      await page.getByRole("link", { name: "New run of this set" }).click();
      await heading("New run").waitFor();
      await textbox("Name").fill("Does it read?");
      await choose("Agent", /^Manual reader/);
      await choose("Add an evaluation", /^Contains/);
      await button("Create").click();
      await heading("Does it read?").waitFor();
      await button("Run").click();
      const result = page.getByRole("region", { name: "Results" }).getByRole("row").getByText("Passed");
      await result.waitFor();

      await goTo("Queues and jobs");
      const queue = page.getByRole("region", { name: "slow-imports", exact: true });
      await queue.getByRole("button", { name: "Pause" }).click();
      await queue.getByText("Paused").waitFor();
      await queue.getByRole("button", { name: "Resume" }).click();
      await queue.getByRole("button", { name: "Pause" }).waitFor();

      await goTo("Explorer");
      const answer = page.locator(".graphiql-response");
      const run = () => page.getByRole("button", { name: /Execute query/ }).click();
      await page.locator(".view-line", { hasText: "customersPagination" }).waitFor();
      await run();
      await answer.getByText('"itemCount"').waitFor();
      await button("Schema").click();
      await run();
      await answer.getByText('"queryType"').or(answer.getByText('"ticketsPagination"')).first().waitFor();

      await signOut();
      expect(suite.browser.takeComplaints()).toEqual([]);
    });
  },
  { environment: {}, isSignedIn: false },
);
