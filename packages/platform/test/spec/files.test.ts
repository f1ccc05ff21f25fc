import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { PlatformApp } from "../../src/definitions/app.ts";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { PlatformTool } from "../../src/definitions/tool.ts";
import { removeUnusedFiles } from "../../src/operations/files/remove-unused-files.ts";
import { discardUnusedFiles, markFileUsed } from "../../src/storage/files/file-records.ts";
import { sql } from "../../src/storage/sql.ts";
import { type Caller, createCaller } from "../support/callers.ts";
import { checksum } from "../support/checksum.ts";
import { download, upload } from "../support/file-client.ts";
import { describeStores, openTestStore, type TestFileStore } from "../support/file-stores.ts";
import { developmentKey, startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const papers = new PlatformContext({
  id: "papers",
  rbac: true,
  fields: [
    { name: "title", type: "text", required: true },
    { name: "scan", type: "file" },
    { name: "contract", type: "file", allowedFileTypes: ["pdf", "jpg"] },
    { name: "summary", type: "file", calculated: true },
  ],
});
const readScan = new PlatformTool({
  ...{ id: "read_scan", name: "read_scan", description: "Reads a file.", type: "function", config: [] },
  inputSchema: z.object({ file: z.string() }),
  execute: async ({ inputs, file }) => ({ result: (await file(inputs.file))?.name ?? "none" }),
});
const app = () => new PlatformApp({ contexts: [papers], tools: [readScan] });

const pdf = "%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";
const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(64, 7)]);
const missing = "00000000-0000-7000-8000-0000000000ff.pdf";
const mebibyte = 1024 * 1024;

describeStores("Uploads and downloads (threat 37)", (place) => {
  const admin = { "x-api-key": developmentKey };
  let kept: TestFileStore;
  let platform: TestPlatform;
  let owner: Caller;
  let other: Caller;

  beforeAll(async () => {
    kept = await openTestStore(place);
    platform = await startTestPlatform(app(), { files: kept.store, largestFile: mebibyte });
    const permissions = { contexts: "WRITE" } as const;
    owner = await createCaller(platform, { email: "owner@example.com", permissions });
    other = await createCaller(platform, { email: "other@example.com", permissions });
  });
  afterAll(async () => {
    await platform.close();
    await kept.discard();
  });

  const uploadFor = async (headers: Readonly<Record<string, string>>, name: string, bytes: Uint8Array | string) => {
    const { status, body } = await upload(platform, headers, "papers.scan", { name, bytes });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.file;
  };
  const createPaper = async (by: Caller, input: Record<string, unknown>): Promise<string> => {
    const query = `mutation ($input: papersInput!) { made: papersCreateOne(input: $input) { item { id } } }`;
    return (await by.data<{ made: { item: { id: string } } }>(query, { input })).made.item.id;
  };
  const refusalOf = async (response: Response) => ({
    status: response.status,
    message: ((await response.json()) as { errors: { message: string }[] }).errors[0]?.message,
  });
  /** What was tried is refused, and leaves nothing: no record, no bytes. */
  const leavesNothing = async (work: () => Promise<void>) => {
    const [before, files] = [await checksum(platform.database), await kept.list()];
    await work();
    expect(await checksum(platform.database)).toEqual(before);
    expect(await kept.list()).toEqual(files);
  };

  test("a tool reads a file only where whoever it is called for may", async () => {
    const deployment = app();
    const on = { database: platform.database, url: platform.databaseUrl, discard: async () => undefined };
    const beside = await startTestPlatform(deployment, { on, files: kept.store });
    const file = await uploadFor(owner.headers, "secret.txt", "words");
    await createPaper(owner, { title: "Secret", scan: file });
    const { made } = await platform.data<{ made: { item: { id: string } } }>(
      `mutation { made: agentsCreateOne(input: { name: "Reader" }) { item { id } } }`,
    );
    const run = (user: string) => readScan.execute({ agent: made.item.id, config: deployment, user, inputs: { file } });
    const results = [await run(owner.userId), await run(other.userId)];
    await beside.platform.http.close();

    expect(results).toEqual([{ result: "secret.txt" }, { result: "none" }]);
  });

  test("a file goes up, is held by an item, and comes down as it was", async () => {
    const bytes = Buffer.concat([Buffer.from(pdf), randomBytes(300_000)]);

    const { status, body } = await upload(platform, owner.headers, "papers.contract", {
      name: "Übereinkunft “1”.pdf",
      bytes,
      type: "text/html",
    });
    await createPaper(owner, { title: "Held", contract: body.file });

    expect({ status, ...body }).toEqual({
      status: 201,
      file: expect.stringMatching(/^[0-9a-f-]{36}\.pdf$/),
      name: "Übereinkunft “1”.pdf",
      type: "application/pdf",
      size: bytes.length,
    });
    const answer = await download(platform, owner.headers, body.file);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    expect(answer.headers.get("content-disposition")).toBe(
      "attachment; filename=\"_bereinkunft _1_.pdf\"; filename*=UTF-8''%C3%9Cbereinkunft%20%E2%80%9C1%E2%80%9D.pdf",
    );
    const found = await owner.data(
      `{ papersPagination(filters: [{ contract: { eq: "${body.file}" } }]) { items { contract } } }`,
    );
    expect(found).toEqual({ papersPagination: { items: [{ contract: body.file }] } });
  });

  test("an empty file, and one that is exactly as large as may be, are kept", async () => {
    const largest = Buffer.alloc(mebibyte, "x");

    const files = [
      await uploadFor(owner.headers, "empty.txt", ""),
      await uploadFor(owner.headers, "full.txt", largest),
    ];

    const lengths = files.map(
      async (file) => (await (await download(platform, owner.headers, file)).arrayBuffer()).byteLength,
    );
    expect(await Promise.all(lengths)).toEqual([0, mebibyte]);
  });

  test("a part of it can be asked for, and whether it has changed", async () => {
    const file = await uploadFor(owner.headers, "digits.txt", "0123456789");
    const parts = ["bytes=2-4", "bytes=7-", "bytes=-3", "bytes=20-30"].map(async (range) => {
      const answer = await download(platform, { ...owner.headers, range }, file);
      return [answer.status, answer.headers.get("content-range"), await answer.text()];
    });
    const etag = (await download(platform, owner.headers, file)).headers.get("etag") ?? "";

    expect(await Promise.all(parts)).toEqual([
      [206, "bytes 2-4/10", "234"],
      [206, "bytes 7-9/10", "789"],
      [206, "bytes 7-9/10", "789"],
      [416, "bytes */10", ""],
    ]);
    expect((await download(platform, { ...owner.headers, "if-none-match": etag }, file)).status).toBe(304);
  });

  test("nothing goes up or down without a valid token", async () => {
    const file = await uploadFor(owner.headers, "mine.txt", "mine");

    await leavesNothing(async () => {
      for (const headers of [{}, { authorization: "Bearer nothing" }] as Record<string, string>[]) {
        expect(await refusalOf(await download(platform, headers, file))).toEqual({
          status: 401,
          message: "Invalid token",
        });
        expect((await upload(platform, headers, "papers.scan", { name: "a.txt", bytes: "a" })).status).toBe(401);
      }
    });
  });

  test("a file that is held is read by those who may read the item, and nobody else", async () => {
    const file = await uploadFor(owner.headers, "secret.txt", "secret");
    const paper = await createPaper(owner, { title: "Secret", scan: file });
    const asked = async (by: Caller, reference: string) => refusalOf(await download(platform, by.headers, reference));

    const hidden = await asked(other, file);
    const share = `mutation ($id: ID!, $input: papersInput!) { papersUpdateOneById(id: $id, input: $input) { item { id } } }`;
    const RBAC = { users: [{ id: other.userId, rights: "read" }] };
    await owner.data(share, { id: paper, input: { title: "Secret", RBAC } });

    expect(hidden).toEqual({ status: 404, message: "Record not found" });
    expect(hidden).toEqual(await asked(other, missing));
    expect(await (await download(platform, other.headers, file)).text()).toBe("secret");
    expect((await download(platform, admin, file)).status).toBe(200);
  });

  test("a file that no item holds is read by whoever has uploaded it; one that is held as its item is", async () => {
    const file = await uploadFor(other.headers, "draft.txt", "draft");

    expect((await download(platform, other.headers, file)).status).toBe(200);
    expect((await download(platform, owner.headers, file)).status).toBe(404);
    // A service puts it into an item that the one who has uploaded it can't read.
    const query = `mutation ($file: String!) { papersCreateOne(input: { title: "Taken", scan: $file }) { item { id } } }`;
    await platform.data(query, { file });
    expect((await download(platform, other.headers, file)).status).toBe(404);
  });

  test("another's file can't be put into an item of one's own, and a hidden one is like a missing one", async () => {
    const file = await uploadFor(owner.headers, "theirs.pdf", pdf);
    const mine = await createPaper(other, { title: "Mine" });
    const create = `mutation ($file: String!) { papersCreateOne(input: { title: "Stolen", scan: $file }) { item { id } } }`;
    const update = `mutation ($id: ID!, $file: String!) {
      papersUpdateOneById(id: $id, input: { title: "Stolen", scan: $file }) { item { id } } }`;

    await leavesNothing(async () => {
      for (const reference of [file, missing, file.toUpperCase(), file.replace(".pdf", ".txt")]) {
        const messages = [
          (await other.error(create, { file: reference })).message,
          (await other.error(update, { id: mine, file: reference })).message,
        ];
        expect(new Set(messages)).toEqual(new Set([`"scan": there is no file ${reference} for this field.`]));
      }
    });
  });

  test("a file is for the field that it was uploaded for, and any other text is a file elsewhere", async () => {
    const file = await uploadFor(owner.headers, "scan.pdf", pdf);
    const wrong = `mutation ($file: String!) { papersCreateOne(input: { title: "T", contract: $file }) { item { id } } }`;

    expect((await owner.error(wrong, { file })).message).toBe(`"contract": there is no file ${file} for this field.`);
    await createPaper(owner, { title: "Elsewhere", scan: "https://files.example.com/a.pdf", contract: "b.pdf" });
  });

  test("whoever may not write contexts can't upload, and whoever may not read them can't download", async () => {
    const file = await uploadFor(owner.headers, "a.txt", "a");
    const reader = await createCaller(platform, {
      email: `reader@${place.length}.example.com`,
      permissions: { contexts: "READ" },
    });
    const stranger = await createCaller(platform, { email: `stranger@${place.length}.example.com` });

    await leavesNothing(async () => {
      for (const caller of [reader, stranger]) {
        const { status, body } = await upload(platform, caller.headers, "papers.scan", { name: "a.txt", bytes: "a" });
        expect([status, body.errors?.[0]?.message]).toEqual([403, "Access control error"]);
      }
      for (const reference of [file, missing]) {
        expect(await refusalOf(await download(platform, stranger.headers, reference))).toEqual({
          status: 403,
          message: "Access control error",
        });
      }
    });
  });

  test.each([
    ["papers.title", 'papers has no file field "title"; it has scan, contract.'],
    ["papers.summary", 'papers has no file field "summary"; it has scan, contract.'],
    ["nothing.scan", 'There is no context "nothing".'],
    ["users.password", 'There is no context "users".'],
  ])("there is nothing to upload for %s", async (field, message) => {
    await leavesNothing(async () => {
      const { status, body } = await upload(platform, owner.headers, field, { name: "a.txt", bytes: "a" });
      expect([status, body.errors?.[0]?.message]).toEqual([400, message]);
    });
  });

  test.each([
    "../../etc/passwd",
    "..\\..\\boot.ini",
    "/etc/passwd",
    "..",
    "a/b.txt",
    "a\u202etxt.exe",
    `${"x".repeat(300)}.txt`,
  ])("the name %j is refused", async (name) => {
    await leavesNothing(async () => {
      const { status } = await upload(platform, owner.headers, "papers.scan", { name, bytes: "a" });
      expect(status).toBe(400);
    });
  });

  test.each([
    ["letter.pdf", "<html><script>alert(1)</script>", "it is text/html, not application/pdf."],
    ["picture.png", pdf, "it is application/pdf, not image/png."],
    ["notes.txt", "<!DOCTYPE html><p>hello", "it is text/html, not text/plain."],
    ["notes.csv", '<?xml version="1.0"?><svg onload="alert(1)"/>', "it is image/svg+xml, not text/csv."],
    ["page.html", png, "it is image/png, not text/html."],
    [
      "report.docx",
      "just words",
      "it is text/plain, not application/vnd.openxmlformats-officedocument.wordprocessingml.document.",
    ],
    [
      "program.txt",
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0xff]),
      "it is application/octet-stream, not text/plain.",
    ],
  ])("%s is refused when its content is something else", async (name, bytes, reason) => {
    await leavesNothing(async () => {
      const { status, body } = await upload(platform, owner.headers, "papers.scan", { name, bytes, type: "image/png" });
      expect([status, body.errors?.[0]?.message]).toEqual([
        415,
        `The content of the file is not what its name says: ${reason}`,
      ]);
    });
  });

  test("a field takes the types it names, whatever the file is called", async () => {
    const contract = (name: string, bytes: Uint8Array | string) =>
      upload(platform, owner.headers, "papers.contract", { name, bytes });
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(32)]);

    expect((await contract("photo.jpeg", jpeg)).body.file).toMatch(/\.jpg$/);
    expect((await contract("contract", pdf)).body.file).toMatch(/\.pdf$/);
    const { status, body } = await contract("picture.png", png);
    expect([status, body.errors?.[0]?.message]).toEqual([415, "The file must be of type pdf, jpg, and is image/png."]);
  });

  test("a file that is too large is refused before it is kept, however it is sent", async () => {
    await leavesNothing(async () => {
      for (const size of [mebibyte + 1, 30 * mebibyte]) {
        const answer = await upload(platform, owner.headers, "papers.scan", {
          name: "large.txt",
          bytes: Buffer.alloc(size, "x"),
        }).catch(() => undefined);
        // A client that goes on sending may lose the connection before it reads the answer.
        if (answer)
          expect([answer.status, answer.body.errors?.[0]?.message]).toEqual([413, "The file is larger than 1 MB."]);
      }
    });
  });

  test("an upload that is cut off leaves nothing", async () => {
    const unfinished = () => platform.database.query(sql`select id from platform_files where size is null`);
    await leavesNothing(async () => {
      const { hostname, port } = new URL(platform.url);
      const sent = request({
        hostname,
        port,
        method: "POST",
        path: "/files?context=papers&field=scan",
        headers: { ...owner.headers, "content-type": "multipart/form-data; boundary=b", "content-length": "500000" },
      });
      sent.on("error", () => undefined);
      sent.write('--b\r\ncontent-disposition: form-data; name="file"; filename="cut.txt"\r\n\r\n');
      sent.write("x".repeat(200_000));
      await vi.waitFor(async () => expect(await unfinished()).toHaveLength(1), { timeout: 10_000 });
      sent.destroy();
      await vi.waitFor(async () => expect(await unfinished()).toEqual([]), { timeout: 10_000 });
    });
  });

  test("a file is never overwritten or removed by its id", async () => {
    const file = await uploadFor(owner.headers, "first.txt", "first");

    await leavesNothing(async () => {
      for (const method of ["PUT", "POST", "PATCH", "DELETE"]) {
        const answer = await fetch(`${platform.url}/files/${file}`, { method, headers: owner.headers });
        expect([method, answer.status]).toEqual([method, 405]);
      }
      const form = new FormData();
      form.append("id", file);
      form.append("file", new Blob(["second"]), "second.txt");
      const path = `${platform.url}/files?context=papers&field=scan&id=${file}`;
      expect((await fetch(path, { method: "POST", headers: owner.headers, body: form })).status).toBeGreaterThan(399);
    });
    expect(await (await download(platform, owner.headers, file)).text()).toBe("first");
  });

  test.each([
    ["page.html", "<!doctype html><script>alert(1)</script>", "text/html; charset=utf-8", "attachment"],
    ["drawing.svg", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', "image/svg+xml", "attachment"],
    ["notes.md", "# <script>alert(1)</script>", "text/markdown; charset=utf-8", "attachment"],
    ["data.xml", "<?xml version='1.0'?><x/>", "application/xml", "attachment"],
    ["letter.pdf", pdf, "application/pdf", "attachment"],
    ["picture.png", png, "image/png", "inline"],
    ["both.gif", "GIF89a/*<script>alert(1)</script>*/", "image/gif", "inline"],
    ["unknown", Buffer.from([1, 0, 2]), "application/octet-stream", "attachment"],
  ])("%s comes down so that nothing in it runs", async (name, bytes, type, kind) => {
    const answer = await download(platform, owner.headers, await uploadFor(owner.headers, name, bytes));

    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("content-disposition")?.split(";")[0]).toBe(kind);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
  });

  test.each(["..%2f..%2fetc%2fpasswd", "%2e%2e", "a.pdf", "%00", `${missing}%2f..`])(
    "there is no file %s",
    async (path) => {
      const answer = await fetch(`${platform.url}/files/${path}`, { headers: admin });
      expect(answer.status).toBeGreaterThan(399);
      expect(answer.status).toBeLessThan(500);
    },
  );

  const tidy = (olderThanInSeconds: number) =>
    removeUnusedFiles({
      ...{ database: platform.database, files: kept.store, olderThanInSeconds },
      resources: checkDefinitions(app()).resources,
    });
  const statusOf = async (file: string) => (await download(platform, owner.headers, file)).status;

  test("files that no item holds are removed after a while, and the others stay", async () => {
    const held = await uploadFor(owner.headers, "held.txt", "held");
    await createPaper(owner, { title: "Keeps", scan: held });
    const loose = await uploadFor(owner.headers, "loose.txt", "loose");
    const removed = await uploadFor(owner.headers, "removed.txt", "removed");
    const paper = await createPaper(owner, { title: "Goes", scan: removed });
    await owner.data(`mutation ($id: ID!) { papersRemoveOneById(id: $id) { id } }`, { id: paper });

    expect(await tidy(3600)).toBe(0);
    expect(await tidy(0)).toBeGreaterThan(1);

    expect(await Promise.all([held, loose, removed].map(statusOf))).toEqual([200, 404, 404]);
    const ids = (await kept.list()).map((name) => name.slice(0, 36));
    expect(ids.includes(held.slice(0, 36))).toBe(true);
    expect(ids.filter((id) => [loose, removed].some((file) => file.startsWith(id)))).toEqual([]);
  });

  test("an old file that an item is about to hold stays; one that is being removed can't be held any more", async () => {
    const database = platform.database;
    const used = await uploadFor(owner.headers, "used.txt", "used");
    const unused = await uploadFor(owner.headers, "unused.txt", "unused");
    await database.query(sql`update platform_files set "createdAt" = now() - interval '2 days'`);
    // As between the check of a write and the write itself.
    await markFileUsed(database, used.slice(0, 36));
    const field = { context: "papers", field: "scan" };
    const discarded = await discardUnusedFiles(database, field, { olderThanInSeconds: 3600, limit: 100 });

    expect(discarded).toContain(unused.slice(0, 36));
    expect(discarded).not.toContain(used.slice(0, 36));
    await expect(createPaper(owner, { title: "Late", scan: unused })).rejects.toThrow(`there is no file ${unused}`);
    await createPaper(owner, { title: "In time", scan: used });
    await tidy(3600);
    expect(await Promise.all([used, unused].map(statusOf))).toEqual([200, 404]);
    expect((await kept.list()).filter((file) => file.startsWith(unused.slice(0, 36)))).toEqual([]);
  });
});
