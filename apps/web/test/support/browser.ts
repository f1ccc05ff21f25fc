import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { admin } from "./start-platform.ts";

/** For a machine without a screen, and without a way out to the world. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface TestBrowser {
  readonly context: BrowserContext;
  newPage(): Promise<Page>;
  /** What pages complained about since the last time: errors, and breaches of the content-security policy. */
  takeComplaints(): readonly string[];
  close(): Promise<void>;
}

export interface BrowserOptions {
  readonly executablePath: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: "light" | "dark";
}

/** A real browser with an empty profile of its own. */
export async function openBrowser({ executablePath, ...options }: BrowserOptions): Promise<TestBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "platform-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: flags,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    viewport: options.viewport ?? { width: 1280, height: 800 },
    ...(options.colorScheme && { colorScheme: options.colorScheme }),
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error" || /Content.Security.Policy/i.test(message.text())) complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  return {
    context,
    newPage: () => context.newPage(),
    takeComplaints: () => complaints.splice(0),
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Signs in as the admin, as a person would, and waits for the page that was wanted. */
export async function signIn(page: Page, url: string, credentials = admin): Promise<void> {
  await page.goto(url);
  await page.getByLabel("E-mail").fill(credentials.email);
  await page.getByLabel("Password").fill(credentials.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
}
