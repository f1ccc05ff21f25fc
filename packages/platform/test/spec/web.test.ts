import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as send } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const page = "<!doctype html><title>Platform</title>";
const script = "export const answer = 42;".repeat(100);
const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describe.skipIf(isMissing)("The web frontend", () => {
  let folder: string;
  let platform: TestPlatform;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "platform-web-"));
    await mkdir(join(folder, "dist/assets"), { recursive: true });
    await writeFile(join(folder, "secret.js"), "outside");
    await writeFile(join(folder, "dist/index.html"), page);
    await writeFile(join(folder, "dist/notes.md"), "of no type that is served");
    await writeFile(join(folder, "dist/assets/index-abc.js"), script);
    await writeFile(join(folder, "dist/assets/index-abc.js.gz"), gzipSync(script));
    await writeFile(join(folder, "dist/assets/index-abc.js.br"), brotliCompressSync(script));
    platform = await startTestPlatform(library(), { webFolder: join(folder, "dist") });
  });
  afterAll(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (path: string, headers: Readonly<Record<string, string>> = browser) =>
    fetch(`${platform.url}${path}`, { headers });
  /** Without the tidying that fetch does to a path. */
  const getRaw = async (path: string): Promise<number | undefined> => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const { hostname, port } = new URL(platform.url);
    send({ hostname, port, path, headers: browser }, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
    return promise;
  };

  test.for(["/", "/contexts/books", "/sign-in?next=%2Fusers", "/explorer"])("shows its page at %s", async (path) => {
    const response = await get(path);

    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(await response.text()).toBe(page);
  });

  test("forbids inline script, evaluation, frames and foreign addresses", async () => {
    const { headers } = await get("/");
    const directives = Object.fromEntries(
      (headers.get("content-security-policy") ?? "").split("; ").map((each) => [each.split(" ", 1)[0], each]),
    );

    expect(directives).toMatchObject({
      "default-src": "default-src 'none'",
      "script-src": "script-src 'self'",
      "connect-src": "connect-src 'self'",
      "worker-src": "worker-src 'self'",
      "base-uri": "base-uri 'none'",
      "frame-ancestors": "frame-ancestors 'none'",
    });
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("serves files whose names change with their content for good, compressed as asked", async () => {
    const path = "/assets/index-abc.js";

    for (const [accepted, encoding] of [
      ["gzip, deflate, br", "br"],
      ["gzip", "gzip"],
      ["identity", null],
    ] as const) {
      const response = await get(path, { "accept-encoding": accepted });

      expect(response.headers.get("content-encoding")).toBe(encoding);
      expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(await response.text()).toBe(script);
    }
  });

  test("is not sent again when the browser has it", async () => {
    const etag = (await get("/")).headers.get("etag") ?? "";

    const response = await get("/users", { ...browser, "if-none-match": etag });

    expect([response.status, await response.text()]).toEqual([304, ""]);
  });

  test("answers HEAD like GET, without the body", async () => {
    const response = await fetch(`${platform.url}/users`, { method: "HEAD", headers: browser });

    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  test.for([
    "/graphql/else",
    "/auth/openid",
    "/auth/nothing",
    "/FILES/a",
    "/v1/nothing",
    "/assets/gone-abc.js",
    "/notes.md",
    "/index.html.gz",
  ])("never stands in for something else: %s", async (path) => {
    const response = await get(path);

    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toContain("json");
  });

  test("leaves the API as it is", async () => {
    const health = await get("/health");
    const unauthenticated = await get("/graphql?query={__typename}");
    const metrics = await get("/metrics");
    const file = await get("/files/a");
    const elsewhere = await fetch(`${platform.url}/users`, { method: "POST", headers: browser });
    const program = await get("/users", { accept: "application/json" });

    expect(await health.json()).toEqual({ status: "ok" });
    expect(metrics.headers.get("content-type")).toContain("text/plain");
    expect(file.status).toBe(401);
    expect([unauthenticated.status, elsewhere.status, program.status]).toEqual([401, 404, 404]);
  });

  test.for([
    "/../secret.js",
    "/assets/../../secret.js",
    "/%2e%2e/secret.js",
    "/assets/..%2f..%2fsecret.js",
    "//etc/passwd.js",
    "/assets\\..\\..\\secret.js",
  ])("serves nothing from outside its folder: %s", async (path) => {
    expect(await getRaw(path)).not.toBe(200);
  });
});

describe.skipIf(isMissing)("Without a web frontend", () => {
  test("there is only the API", async () => {
    const platform = await startTestPlatform(library(), { webFolder: "/nowhere" });

    const response = await fetch(platform.url, { headers: browser });
    await platform.close();

    expect(response.status).toBe(404);
    expect(platform.platform.hasWeb).toBe(false);
  });
});
