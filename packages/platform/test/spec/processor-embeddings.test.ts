import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { PlatformEmbedder } from "../../src/definitions/embedder.ts";
import type { ProcessorConfig } from "../../src/definitions/processor.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { wordModel } from "../support/word-model.ts";

interface Note {
  readonly id: string;
  readonly title: string;
  readonly text: string | null;
  readonly chunks: readonly { readonly chunk_content: string }[];
}

describe.skipIf(isMissing)("A processor with generateEmbeddings", () => {
  const model = wordModel();
  let platform: TestPlatform;
  let behave: (title: string, signal: AbortSignal) => Promise<{ text: string } | undefined> | { text: string };

  beforeAll(async () => {
    const queues = new QueueRegistry();
    const work = queues.register("work", { worker: 2, queue: 2 }, 1000, 30);
    const embeddings = queues.register("embeddings", { worker: 2, queue: 2 }, 1000, 30);
    const context = (
      id: string,
      config: ProcessorConfig,
      { calculateVectors, isQueued = false }: { calculateVectors: "manual" | "always"; isQueued?: boolean },
    ) =>
      new PlatformContext({
        id,
        fields: [
          { name: "title", type: "text", required: true },
          { name: "text", type: "longtext", calculated: true },
        ],
        embedder: new PlatformEmbedder({
          id: "texts",
          name: "Texts",
          model,
          chunk: (item) => [String(item.text ?? `only ${item.title}`)],
          ...(isQueued && { queue: embeddings }),
        }),
        configuration: { calculateVectors },
        processors: [
          { id: "read", config, execute: ({ item, signal }) => behave(String(item.title), signal) as never },
        ],
      });
    const later = { queue: work, retries: 1, backoff: { type: "linear", delay: 20 }, timeoutInSeconds: 0.5 } as const;
    const app = new PlatformApp({
      contexts: [
        context("at_once", { trigger: "always", generateEmbeddings: true }, { calculateVectors: "manual" }),
        context("later", { ...later, trigger: "always", generateEmbeddings: true }, { calculateVectors: "always" }),
        context(
          "both_later",
          { ...later, trigger: "always", generateEmbeddings: true },
          { calculateVectors: "always", isQueued: true },
        ),
        context("by_hand", { generateEmbeddings: true }, { calculateVectors: "manual" }),
        context("by_hand_later", { ...later, generateEmbeddings: true }, { calculateVectors: "manual" }),
        context("without", { ...later }, { calculateVectors: "manual" }),
        context("changes_only", { ...later, trigger: "onInsert" }, { calculateVectors: "always", isQueued: true }),
      ],
    });
    platform = await startTestPlatform(app, { queues, workers: "all", graceInSeconds: 0 });
  });
  afterAll(() => platform.close());
  beforeEach(() => {
    model.embedded.length = 0;
    behave = (title) => ({ text: `read ${title}` });
  });

  const create = async (context: string, title: string): Promise<string> => {
    const query = `mutation ($title: String!) { made: ${context}CreateOne(input: { title: $title }) { item { id } } }`;
    return (await platform.data<{ made: { item: { id: string } } }>(query, { title })).made.item.id;
  };
  const find = async (context: string, id: string): Promise<Note> => {
    const query = `query ($id: ID!) { note: ${context}ById(id: $id) { id title text chunks { chunk_content } } }`;
    return (await platform.data<{ note: Note }>(query, { id })).note;
  };
  const chunksOf = async (context: string, id: string) =>
    (await find(context, id)).chunks.map((chunk) => chunk.chunk_content);
  const untilSearchable = (context: string, id: string, text: string) =>
    vi.waitFor(async () => expect(await chunksOf(context, id)).toEqual([text]), { timeout: 15_000, interval: 30 });

  /** Without the title, which goes before the text; each once, for attempts may follow each other closely. */
  const embeddedTexts = () => [...new Set(model.embedded.map((text) => text.split("\n").at(-1)))];

  test("without a queue has run before the item is embedded, whatever calculateVectors says", async () => {
    const id = await create("at_once", "first");

    expect(await chunksOf("at_once", id)).toEqual(["read first"]);
    expect(embeddedTexts()).toEqual(["read first"]);
  });

  test.each(["later", "both_later"])("with a queue runs before the item is embedded: %s", async (context) => {
    const id = await create(context, "second");
    await untilSearchable(context, id, "read second");
    const query = `mutation ($id: ID!) { ${context}UpdateOneById(id: $id, input: { title: "third" }) { item { id } } }`;
    await platform.data(query, { id });

    await untilSearchable(context, id, "read third");

    // What the item was before it was processed has never been embedded.
    expect(embeddedTexts()).toEqual(["read second", "read third"]);
  });

  test.each(["later", "both_later"])("that fails leaves the item searchable as it is: %s", async (context) => {
    behave = () => Promise.reject(new Error("unreadable"));

    const id = await create(context, "broken");

    await untilSearchable(context, id, "only broken");
    expect(embeddedTexts()).toEqual(["only broken"]);
  });

  test.each(["later", "both_later"])("that hangs leaves the item searchable as it is: %s", async (context) => {
    behave = () => new Promise(() => undefined);

    const id = await create(context, "stuck");

    await untilSearchable(context, id, "only stuck");
    expect((await find(context, id)).text).toBeNull();
  });

  test("that changes nothing leaves the item searchable as it is", async () => {
    behave = async () => undefined;

    const id = await create("later", "plain");

    await untilSearchable("later", id, "only plain");
  });

  test.each(["by_hand", "by_hand_later"])("makes an item searchable when it is run by hand: %s", async (context) => {
    const id = await create(context, "waiting");
    expect(await chunksOf(context, id)).toEqual([]);

    await platform.data(`mutation ($id: ID!) { ${context}ProcessItem(item: $id) { message } }`, { id });

    await untilSearchable(context, id, "read waiting");
  });

  test("is what makes the difference: without it calculateVectors decides alone", async () => {
    const manual = await create("without", "fourth");
    await platform.data(`mutation ($id: ID!) { withoutProcessItem(item: $id) { message } }`, { id: manual });
    await vi.waitFor(async () => expect((await find("without", manual)).text).toBe("read fourth"), { timeout: 15_000 });
    const always = await create("changes_only", "fifth");

    // Both: what it was, and what the processor has made of it.
    await untilSearchable("changes_only", always, "read fifth");
    expect(await chunksOf("without", manual)).toEqual([]);
  });
});
