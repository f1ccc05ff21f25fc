import { readFile } from "node:fs/promises";
import { deflateRawSync, deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import readDocument from "../../src/files/read-document.ts";
import { runInThread } from "../../src/queues/threads.ts";
import { zipOf } from "../support/zip-of.ts";

const mebibyte = 1024 * 1024;
const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const pdf = "application/pdf";
const module = new URL("../../src/files/read-document.ts", import.meta.url);

const fixture = (name: string) => readFile(new URL(`../support/documents/${name}`, import.meta.url));
/** As the processor does it, with the same caps. */
const inThread = (type: string, bytes: Uint8Array, seconds = 20) =>
  runInThread<string | null>(module, { type, bytes }, AbortSignal.timeout(seconds * 1000), { memoryInMegabytes: 512 });
const wordDocument = (body: string) =>
  zipOf([{ name: "word/document.xml", bytes: Buffer.from(`<w:document><w:body>${body}</w:body></w:document>`) }]);

describe("The words of a document", { timeout: 60_000 }, () => {
  test.each([
    ["handbook-chromium.pdf", pdf],
    ["handbook-libreoffice.pdf", pdf],
    ["handbook-libreoffice.docx", docx],
    ["handbook-pandoc.docx", docx],
    ["handbook.html", "text/html"],
  ])("are found in %s, in their order", async (name, type) => {
    const text = (await inThread(type, await fixture(name))) ?? "";

    const sentences = [
      "Hub handbook",
      "The hub blinks blue while it pairs. Größe: 12 cm — naïve façade,",
      "Error E104",
      "Move the hub closer to the router, then restart it.",
      "green",
      "connected",
      "First step: unplug.",
      "Second step: wait ten seconds.",
      "The second page mentions warranty for two years.",
    ];
    const flat = text.replace(/\s+/g, " ");
    const places = sentences.map((sentence) => flat.indexOf(sentence));
    expect(places.filter((place) => place < 0)).toEqual([]);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(text).not.toContain("script words");
    expect(text).not.toContain("font-family");
    // The machine that has printed the PDFs had no letters for it.
    if (type !== pdf) expect(text).toContain("温度");
  });

  test("of a DOCX are lines, with tabs and breaks, and without what was deleted or is told twice", async () => {
    const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const bytes = wordDocument(
      `<w:p>${run("One &amp; ")}<w:r><w:tab/></w:r>${run("two")}</w:p>` +
        `<w:p>${run("kept")}<w:del><w:r><w:delText>deleted</w:delText></w:r></w:del><w:r><w:br/></w:r>${run("after")}</w:p>` +
        `<w:p><mc:AlternateContent><mc:Choice>${run("drawn")}</mc:Choice><mc:Fallback>${run("drawn")}</mc:Fallback></mc:AlternateContent></w:p>` +
        `<w:tbl><w:tr><w:tc><w:p>${run("light")}</w:p></w:tc><w:tc><w:p>${run("red")}</w:p></w:tc></w:tr></w:tbl>`,
    );

    expect(await readDocument({ type: docx, bytes })).toBe("One & \ttwo\nkept\nafter\ndrawn\nlight \tred");
  });

  test.each(["text/plain", "text/markdown", "text/csv", "application/json"])(
    "of %s are the text itself",
    async (type) => {
      expect(await readDocument({ type, bytes: Buffer.from("Größe\r\n\0 12\n\n\n\n13  ") })).toBe("Größe\n 12\n\n13");
    },
  );

  test("of a page in another encoding are read as it says", async () => {
    const bytes = Buffer.from('<meta charset="windows-1252"><p>Gr\xf6\xdfe</p>', "latin1");

    expect(await readDocument({ type: "text/html", bytes })).toBe("Größe");
  });

  test.each(["image/png", "application/zip", "application/octet-stream"])("of %s there are none", async (type) => {
    expect(await readDocument({ type, bytes: Buffer.from("anything") })).toBeNull();
  });
});

describe("A document that is broken or means harm (threat 27)", { timeout: 90_000 }, () => {
  test.each([
    ["a PDF without an end", pdf, () => Buffer.from("%PDF-1.7\n1 0 obj\n"), /The PDF can't be read/],
    [
      "a PDF of noise",
      pdf,
      () => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(50_000, 0xa7)]),
      /The PDF can't be read/,
    ],
    ["a DOCX that is no zip", docx, () => Buffer.from("PK\x03\x04 and nothing more"), /The document can't be read/],
    [
      "a DOCX that is cut off",
      docx,
      async () => (await fixture("handbook-pandoc.docx")).subarray(0, 5000),
      /can't be read/,
    ],
    [
      "a zip with no words in it",
      docx,
      () => zipOf([{ name: "other.xml", bytes: Buffer.from("<x/>") }]),
      /holds no text of Word/,
    ],
  ])("%s fails, and says why", async (_what, type, bytes, reason) => {
    await expect(inThread(type, await bytes())).rejects.toThrow(reason);
  });

  test("a zip bomb is not unpacked to its end", async () => {
    // 200 MB of spaces in less than one.
    const bytes = zipOf([
      {
        name: "word/document.xml",
        packed: deflateRawSync(Buffer.alloc(200 * mebibyte, " "), { level: 1 }),
        size: 200 * mebibyte,
      },
    ]);
    expect(bytes.length).toBeLessThan(4_000_000);

    await expect(inThread(docx, bytes)).rejects.toThrow(/unpacks to more than any document has|more than 512 MB/);
  });

  test("a zip bomb that lies about its size is not unpacked either", async () => {
    const bytes = zipOf([
      {
        name: "word/document.xml",
        packed: deflateRawSync(Buffer.alloc(100 * mebibyte, " "), { level: 1 }),
        size: 1000,
      },
    ]);

    await expect(inThread(docx, bytes)).rejects.toThrow(/too many bytes|unpacks to more|can't be read/);
  });

  test("entities that multiply stay as they are", async () => {
    const laughs = Array.from({ length: 20 }, (_, level) => `<!ENTITY l${level + 1} "&l${level};&l${level};">`).join(
      "",
    );
    const xml = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY l0 "ha">${laughs}]><w:p><w:t>&l20;</w:t></w:p>`;

    const text = await inThread(docx, zipOf([{ name: "word/document.xml", bytes: Buffer.from(xml) }]));

    expect(text?.length ?? 0).toBeLessThan(100);
  });

  test("an entity that names a file of ours is not followed", async () => {
    const xml = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY file SYSTEM "file:///etc/passwd">]><w:p><w:t>a&file;b</w:t></w:p>`;

    expect(await inThread(docx, zipOf([{ name: "word/document.xml", bytes: Buffer.from(xml) }]))).not.toContain(
      "root:",
    );
  });

  test("nesting without an end fails", async () => {
    await expect(inThread(docx, wordDocument("<w:p>".repeat(200_000)))).rejects.toThrow("nested deeper");
    await expect(inThread("text/html", Buffer.from("<div>".repeat(200_000)))).rejects.toThrow("nested deeper");
  });

  test("a PDF whose pages go round in a circle comes to an end", async () => {
    const bytes = Buffer.from(
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000000>>endobj\n" +
        "trailer<</Root 1 0 R/Size 3>>\n%%EOF",
    );

    const text = await inThread(pdf, bytes).catch((error: unknown) => String(error));
    expect(text === null || text.startsWith("Error: ")).toBe(true);
  });

  test("a PDF with a bomb in it takes no more memory than it may", async () => {
    const stream = deflateSync(Buffer.alloc(700 * mebibyte, "(a) Tj "), { level: 1 });
    const head = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R>>endobj\n4 0 obj<</Length ${stream.length}/Filter/FlateDecode>>stream\n`;
    const bytes = Buffer.concat([
      Buffer.from(head),
      stream,
      Buffer.from("\nendstream endobj\ntrailer<</Root 1 0 R/Size 5>>\n%%EOF"),
    ]);

    await expect(inThread(pdf, bytes, 30)).rejects.toThrow();
    expect(process.memoryUsage().rss).toBeLessThan(2 * 1024 ** 3);
  });

  test("work that does not end is ended when its time is up", async () => {
    const startedAt = performance.now();

    await expect(inThread("text/html", Buffer.alloc(200_000_000, "<p>&amp;"), 1)).rejects.toThrow(
      /timeout|aborted|MB of memory/,
    );

    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });
});
