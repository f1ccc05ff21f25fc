import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { PlatformEmbedder } from "../../src/definitions/embedder.ts";
import { extractText } from "../../src/files/extract-text.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import { checksum, told } from "../support/checksum.ts";
import { upload } from "../support/file-client.ts";
import { isMissing } from "../support/test-database.ts";
import { developmentKey, startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { wordModel } from "../support/word-model.ts";
import { zipOf } from "../support/zip-of.ts";

describe.skipIf(isMissing)("The processor extractText", () => {
  const model = wordModel();
  const admin = { "x-api-key": developmentKey };
  const queues = new QueueRegistry();
  let platform: TestPlatform;

  beforeAll(async () => {
    const reading = queues.register("reading", { worker: 1, queue: 1 }, 1000, 60);
    const fields = [
      { name: "title", type: "text", required: true },
      { name: "file", type: "file" },
      { name: "text", type: "longtext", calculated: true },
    ] as const;
    const contexts = [
      new PlatformContext({ id: "manuals", fields, processors: [extractText({ from: "file", to: "text" })] }),
      new PlatformContext({
        id: "letters",
        fields,
        embedder: new PlatformEmbedder({ id: "words", name: "Words", model }),
        processors: [
          extractText({ from: "file", to: "text", config: { queue: reading, retries: 0, generateEmbeddings: true } }),
        ],
      }),
    ];
    platform = await startTestPlatform(new PlatformApp({ contexts }), { queues, workers: "all", graceInSeconds: 0 });
  });
  afterAll(() => platform.close());

  const uploaded = async (context: string, name: string, bytes?: Uint8Array) => {
    const content = bytes ?? (await readFile(new URL(`../support/documents/${name}`, import.meta.url)));
    const { status, body } = await upload(platform, admin, `${context}.file`, { name, bytes: content });
    expect(status).toBe(201);
    return body.file;
  };
  const create = (context: string) =>
    `mutation ($file: String) { made: ${context}CreateOne(input: { title: "T", file: $file }) { item { id text } job } }`;
  type Made = { made: { item: { id: string; text: string | null }; job: string | null } };

  test.each(["handbook-chromium.pdf", "handbook-pandoc.docx", "handbook.html"])(
    "without a queue puts the words of %s into the item before it is written",
    async (name) => {
      const { made } = await platform.data<Made>(create("manuals"), { file: await uploaded("manuals", name) });

      expect(made.item.text).toContain("Move the hub closer to the router");
    },
  );

  test("empties the text with the file, and leaves a file elsewhere alone", async () => {
    const { made } = await platform.data<Made>(create("manuals"), { file: await uploaded("manuals", "handbook.html") });
    const update = `mutation ($id: ID!, $file: String) {
      made: manualsUpdateOneById(id: $id, input: { title: "T", file: $file }) { item { id text } job } }`;

    const elsewhere = await platform.data<Made>(update, { id: made.item.id, file: "https://example.com/a.pdf" });
    const none = await platform.data<Made>(update, { id: made.item.id, file: null });

    expect(elsewhere.made.item.text).toBe(made.item.text);
    expect(none.made.item.text).toBeNull();
  });

  test("without a queue refuses an item whose file can't be read, and says why", async () => {
    const file = await uploaded("manuals", "broken.pdf", Buffer.from("%PDF-1.7\nbroken"));
    const before = await checksum(platform.database);

    expect(told(await platform.error(create("manuals"), { file }))).toEqual({
      message: expect.stringMatching(/^The processor "extract_text" failed: The PDF can't be read/),
      code: "BAD_USER_INPUT",
    });
    expect(await checksum(platform.database)).toEqual(before);
  });

  test("with a queue makes the words searchable, and nothing before them", async () => {
    const { made } = await platform.data<Made>(create("letters"), {
      file: await uploaded("letters", "handbook-libreoffice.pdf"),
    });
    const search = `{ lettersVectorSearch(query: "warranty", method: tsvector) { chunks { item_id chunk_content } } }`;

    type Found = { lettersVectorSearch: { chunks: readonly { item_id: string; chunk_content: string }[] } };
    const chunks = await vi.waitFor(
      async () => {
        const found = (await platform.data<Found>(search)).lettersVectorSearch.chunks;
        expect(found).not.toEqual([]);
        return found;
      },
      { timeout: 30_000, interval: 100 },
    );

    expect(chunks[0]?.item_id).toBe(made.item.id);
    expect(chunks[0]?.chunk_content).toContain("warranty for two years");
  });

  test("with a queue fails with the reason on a bomb, and leaves the item as it is", { timeout: 120_000 }, async () => {
    const size = 110 * 1024 * 1024;
    const packed = deflateRawSync(Buffer.alloc(size, " "), { level: 1 });
    const bomb = zipOf([{ name: "word/document.xml", packed, size }]);
    const { made } = await platform.data<Made>(create("letters"), {
      file: await uploaded("letters", "bomb.docx", bomb),
    });

    const job = await vi.waitFor(
      async () => {
        const found = await queues.queue("reading")?.queue.getJob(made.job ?? "");
        expect(found?.state).toBe("failed");
        return found;
      },
      { timeout: 60_000, interval: 100 },
    );

    expect(job?.failedReason).toBe("The document unpacks to more than any document has.");
    const { item } = await platform.data<{ item: { text: string | null } }>(
      `query ($id: ID!) { item: lettersById(id: $id) { text } }`,
      { id: made.item.id },
    );
    expect(item.text).toBeNull();
  });
});
