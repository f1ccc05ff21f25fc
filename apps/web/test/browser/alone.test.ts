import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openBrowser, signIn, type TestBrowser } from "../support/browser.ts";
import { type RunningPlatform, startPlatform, withAdmin } from "../support/start-platform.ts";

const dist = resolve(import.meta.dirname, "../../dist");
const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Any server of static files: what there is no file for is the page, which names the platform. */
async function serveAlone(backendUrl: () => string): Promise<{ readonly server: Server; readonly origin: string }> {
  const server = createServer((request, response) => {
    const path = join(dist, new URL(request.url ?? "/", "http://frontend").pathname);
    if (extname(path) !== "" && path.startsWith(dist) && existsSync(path)) {
      response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream");
      createReadStream(path).pipe(response);
      return;
    }
    const page = readFileSync(join(dist, "index.html"), "utf8");
    response.setHeader("content-type", "text/html");
    response.end(
      page.replace('name="platform-backend" content=""', `name="platform-backend" content="${backendUrl()}"`),
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const executablePath = inject("chromiumPath");

describe.skipIf(executablePath === undefined)("The frontend on a server of its own", () => {
  let frontend: Awaited<ReturnType<typeof serveAlone>>;
  let platform: RunningPlatform;
  let browser: TestBrowser;

  beforeAll(async () => {
    frontend = await serveAlone(() => platform.url);
    platform = await startPlatform({
      environment: { ...withAdmin, CORS_ORIGINS: frontend.origin, WEB_FOLDER: "off" },
    });
    browser = await openBrowser({ executablePath: executablePath ?? "" });
  });
  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
    frontend?.server.close();
  });

  test("asks the platform that its page names, from sign-in to a deep link", async () => {
    const page = await browser.newPage();
    await signIn(page, frontend.origin);
    await page.goto(`${frontend.origin}/contexts/tickets`);

    await page.getByRole("grid").getByRole("link").first().waitFor();
    expect(browser.takeComplaints()).toEqual([]);
  });

  test("files go up to it and come down from it, with their names", async () => {
    const page = await browser.newPage();
    await page.goto(`${frontend.origin}/contexts/tickets/new`);
    const letter = { name: "Größe.txt", mimeType: "text/plain", buffer: Buffer.from("From elsewhere.") };
    await page.locator('input[type="file"]').setInputFiles(letter);
    await page.getByRole("link", { name: "Download Größe.txt" }).waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill("From elsewhere");
    await page.getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "Open" }).click();
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 1, name: "From elsewhere" }).waitFor();
    await page.reload();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download Größe.txt" }).click(),
    ]);

    expect(download.suggestedFilename()).toBe("Größe.txt");
    expect(readFileSync(await download.path(), "utf8")).toBe("From elsewhere.");
    expect(browser.takeComplaints()).toEqual([]);
  });

  test("and the platform itself then serves no pages", async () => {
    const response = await fetch(platform.url, { headers: { accept: "text/html" } });

    expect(response.status).toBe(404);
  });
});
