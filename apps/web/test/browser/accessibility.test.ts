import axe from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";
import { everyPage, visit } from "../support/pages.ts";

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

type Rules = "all" | "colours";

/** The serious and the critical ones, each with the places where they are. */
async function violationsOn(page: Page, rules: Rules = "all"): Promise<readonly string[]> {
  // Evaluated by the debugger, so that the policy does not stop it.
  await page.evaluate(axe.source);
  const found = await page.evaluate(async (wanted) => {
    const { axe: checker } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: readonly Violation[] }> };
    };
    // Only what is asked for here, and nothing fetched again: a third of the time.
    const options = { resultTypes: ["violations"], preload: false };
    const only = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };
    return (await checker.run(wanted === "colours" ? { ...options, ...only } : options)).violations;
  }, rules);
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(" ")} ${failureSummary ?? ""}`),
    );
}

/** Colours on their way from one theme to the other are of neither. */
async function transitionsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

const themes = ["light", "dark"] as const;
const small = { width: 360, height: 740 };
const large = { width: 1280, height: 800 };

describeInBrowser("Accessibility", (suite) => {
  const found: Record<(typeof themes)[number], Record<string, readonly string[]>> = { light: {}, dark: {} };
  const cutOff: string[] = [];

  // Each page is opened once, and looked at in every way: opening them is what takes long.
  beforeAll(async () => {
    const { page, platform } = suite;
    for (const known of await everyPage(platform)) {
      await page.emulateMedia({ colorScheme: "light" });
      await visit(page, platform.url, known);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await page.waitForFunction(
          (isDark) => document.documentElement.classList.contains("dark") === isDark,
          theme === "dark",
        );
        await transitionsEnd(page);
        if (known.name === "explorer") await page.waitForTimeout(500);
        // The other theme has other colours, and nothing else.
        const violations = await violationsOn(page, theme === "dark" ? "colours" : "all");
        if (violations.length > 0) found[theme][known.name] = violations;
      }
      await page.setViewportSize(small);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) cutOff.push(`${known.name} by ${overflow}`);
      await page.setViewportSize(large);
    }
  }, 600_000);

  test.for(themes)("axe finds nothing serious on any page, in the %s theme", (theme) => {
    expect(found[theme]).toEqual({});
  });

  test("nothing is cut off on a screen of 360 pixels, and the menu is there", async () => {
    const { page, platform } = suite;
    expect(cutOff).toEqual([]);

    await page.setViewportSize(small);
    await page.goto(`${platform.url}/`);
    await page.getByRole("button", { name: "Open the menu" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Roles" }).click();

    await page.getByRole("heading", { level: 1, name: "Roles" }).waitFor();
    await page.setViewportSize(large);
  });

  test("nor in what opens on top of a page", { timeout: 300_000 }, async () => {
    const { page } = suite;
    const faults: Record<string, readonly string[]> = {};
    for (const theme of themes) {
      const look = async (name: string) => {
        const violations = await violationsOn(page, theme === "dark" ? "colours" : "all");
        if (violations.length > 0) faults[`${theme} ${name}`] = violations;
      };
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(`${suite.platform.url}/contexts/tickets`);
      await page.getByRole("grid").getByRole("link").first().waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("tickets");
      await page.waitForTimeout(600);
      await look("palette");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Filter", exact: true }).click();
      await look("filter");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Columns" }).click();
      await look("columns");
      await page.keyboard.press("Escape");
      await page.getByRole("checkbox", { name: "Choose all" }).click();
      await page.getByRole("button", { name: "Change a field" }).click();
      await look("change many");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: /^Account of/ }).click();
      await look("account");
      await page.keyboard.press("Escape");
    }

    expect(faults).toEqual({});
  });

  test("neither the sign-in nor the set-up page has faults", async () => {
    const { page } = suite;
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    const found = [...(await violationsOn(page))];
    await page.goto(`${suite.platform.url}/set-up#secret`);
    await page.getByRole("heading", { name: "Set up the first admin" }).waitFor();
    found.push(...(await violationsOn(page)));

    expect(found).toEqual([]);
  });
});
