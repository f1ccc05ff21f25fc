import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, inject } from "vitest";
import { openBrowser, signIn, type TestBrowser } from "./browser.ts";
import { type PlatformOptions, type RunningPlatform, startPlatform, withAdmin } from "./start-platform.ts";

const failures = fileURLToPath(new URL("../../../../screenshots/failed", import.meta.url));

export interface Suite {
  readonly platform: RunningPlatform;
  readonly browser: TestBrowser;
  /** A page on which the admin is signed in. */
  readonly page: Page;
}

interface SuiteOptions extends PlatformOptions {
  /** Whether somebody signs in first. Default true. */
  readonly isSignedIn?: boolean;
}

/**
 * A chapter that a person walks through in a real browser, against a platform of its own. Where there is no Chromium it
 * is skipped, by name.
 */
export function describeInBrowser(name: string, tests: (suite: Suite) => void, options: SuiteOptions = {}): void {
  const executablePath = inject("chromiumPath");
  describe.skipIf(executablePath === undefined)(name, () => {
    const suite = {} as { -readonly [Part in keyof Suite]: Suite[Part] };

    beforeAll(async () => {
      [suite.platform, suite.browser] = await Promise.all([
        startPlatform({ environment: withAdmin, ...options }),
        openBrowser({ executablePath: executablePath ?? "" }),
      ]);
      suite.page = await suite.browser.newPage();
      if (options.isSignedIn ?? true) await signIn(suite.page, suite.platform.url);
    });
    afterAll(async () => {
      await suite.browser?.close();
      await suite.platform?.stop();
    });

    // To see what a person would have seen.
    afterEach(async ({ task }) => {
      if (task.result?.state !== "fail") return;
      const name = task.name.replace(/\W+/g, "-").slice(0, 60);
      await suite.page?.screenshot({ path: join(failures, `${name}.png`) }).catch(() => undefined);
    });

    tests(suite);
  });
}
