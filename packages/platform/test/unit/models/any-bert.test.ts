import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EmbeddingModel } from "../../../src/definitions/embedder.ts";
import { type LocalEmbeddingOptions, localEmbedding } from "../../../src/models/local-embedding.ts";
import { plainVector } from "./plain-bert.ts";
import { safetensorsFile, tinyConfig, tinyTensors, writeTinyModel } from "./tiny-bert.ts";

// [CLS] the cat sleeps under the dog . [SEP]
const text = "The cat sleeps under the dog.";
const tokens = [2, 9, 5, 8, 10, 9, 6, 11, 3];

describe("A sentence model of the deployer's", () => {
  let folder: string;
  let opened: EmbeddingModel[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "any-bert-"));
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((model) => model.close?.()));
    await rm(folder, { recursive: true, force: true });
  });

  test.each(["mean", "cls"] as const)(
    "gives the vectors that its weights give in floats, with %s pooling",
    async (pooling) => {
      const model = await open({ pooling });

      const [vector] = await model.embed([text], { purpose: "passage" });

      const expected = plainVector(tinyTensors(), tokens, pooling);
      expect(largestDifference(vector, expected)).toBeLessThan(0.02);
    },
  );

  test("is pooled as its folder says", async () => {
    const directory = await writeTinyModel(join(folder, "declared"));
    await writeTinyModel(join(directory, "1_Pooling"), { pooling_mode_cls_token: true });

    const model = await open({ directory });

    const [vector] = await model.embed([text], { purpose: "passage" });
    expect(largestDifference(vector, plainVector(tinyTensors(), tokens, "cls"))).toBeLessThan(0.02);
    expect(model.id).toContain("/cls/");
  });

  test("sees the prefix of its purpose", async () => {
    const model = await open({ queryPrefix: "the dog ", passagePrefix: "a cat " });
    const plain = await open({});

    const [query] = await model.embed(["eats"], { purpose: "query" });
    const [passage] = await model.embed(["sleeps"], { purpose: "passage" });

    expect([query, passage]).toEqual(await plain.embed(["the dog eats", "a cat sleeps"], { purpose: "passage" }));
  });

  test("has another id when it gives other vectors, and only then", async () => {
    const ids = [
      await open({}),
      await open({ threads: 2 }),
      await open({ queryPrefix: "a " }),
      await open({ passagePrefix: "a " }),
      await open({ pooling: "cls" }),
      await open({ maxTokens: 8 }),
    ].map(({ id }) => id);

    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(4);
  });

  test("reads no more than its most tokens, of which the last marks the end", async () => {
    const model = await open({ maxTokens: 8 });

    const [long] = await model.embed(["the cat eats the dog under the cat eats."], { purpose: "passage" });

    const expected = plainVector(tinyTensors(), [2, 9, 5, 7, 9, 6, 10, 3], "mean");
    expect(largestDifference(long, expected)).toBeLessThan(0.02);
  });

  test("is built once, and again when the built file is damaged", async () => {
    const cacheDirectory = join(folder, "cache");
    const first = await (await open({ cacheDirectory })).embed([text], { purpose: "passage" });
    const [name = ""] = await readdir(cacheDirectory);
    const built = await readFile(join(cacheDirectory, name));
    const damages = [built.subarray(0, 1000), Buffer.alloc(0), flipped(built, 500), flipped(built, built.length - 1)];

    for (const [index, damaged] of damages.entries()) {
      await writeFile(join(cacheDirectory, name), damaged);
      const model = await open({ cacheDirectory, threads: index + 2 });

      expect(await model.embed([text], { purpose: "passage" })).toEqual(first);
      expect(built.equals(await readFile(join(cacheDirectory, name)))).toBe(true);
    }
    expect(await readdir(cacheDirectory)).toEqual([name]);
  });

  test("works where the built file cannot be kept", async () => {
    const cacheDirectory = join(folder, "no-folder");
    await writeFile(cacheDirectory, "");

    const model = await open({ cacheDirectory });

    expect(await model.embed([text], { purpose: "passage" })).toHaveLength(1);
  });

  test("is refused with everything that its folder lacks", () => {
    const directory = join(folder, "nothing");

    expect(() => localEmbedding({ directory })).toThrow(
      [
        "localEmbedding can't use the model:",
        `  - ${join(directory, "config.json")} is missing`,
        `  - ${join(directory, "tokenizer.json")} is missing`,
        `  - ${join(directory, "model.safetensors")} is missing`,
      ].join("\n"),
    );
  });

  test("is refused when it is no BERT, with every reason", async () => {
    const config = { ...tinyConfig, model_type: "roberta", hidden_act: "relu", vocab_size: 0 };
    const directory = await writeTinyModel(join(folder, "roberta"), config);

    expect(() => localEmbedding({ directory })).toThrow(
      [
        "localEmbedding can't use the model:",
        '  - config.json: model_type is "roberta", only "bert" can be read',
        '  - config.json: hidden_act is "relu", only "gelu" can be read',
        "  - config.json: vocab_size must be a whole number above 0",
      ].join("\n"),
    );
  });

  test("is refused when more tokens are wanted than it has places for", async () => {
    await expect(open({ maxTokens: 25 })).rejects.toThrow("maxTokens is 25; it must be a whole number from 8 to 24");
    await expect(open({ threads: 0 })).rejects.toThrow("threads is 0; it must be a whole number from 1 on");
  });

  test("fails with the reason when its weights are not of the sizes that it declares", async () => {
    const directory = await writeTinyModel(join(folder, "wrong"), { ...tinyConfig, hidden_size: 20 });
    const model = await open({ directory });

    await expect(model.embed([text], { purpose: "passage" })).rejects.toMatchObject({
      name: "ModelUnavailableError",
      reason: "the tensor embeddings.word_embeddings.weight has 12 × 16 numbers; by config.json it should have 12 × 20",
    });
  });

  test("fails with the reason when its weights are cut off", async () => {
    const directory = await writeTinyModel(join(folder, "cut"));
    const weights = safetensorsFile(tinyTensors());
    await writeFile(join(directory, "model.safetensors"), weights.subarray(0, -4));
    const model = await open({ directory });

    await expect(model.embed([text], { purpose: "passage" })).rejects.toMatchObject({
      reason: expect.stringMatching(/^the tensor .+ is cut off: the weights are damaged$/),
    });
  });

  async function open(options: LocalEmbeddingOptions): Promise<EmbeddingModel> {
    const directory = options.directory ?? (await writeTinyModel(join(folder, "tiny")));
    const model = localEmbedding({ threads: 1, cacheDirectory: join(folder, "cache"), ...options, directory });
    opened.push(model);
    return model;
  }
});

function largestDifference(vector: Float32Array | undefined, expected: readonly number[]): number {
  return Math.max(...expected.map((number, index) => Math.abs(number - (vector?.[index] ?? Number.NaN))));
}

function flipped(file: Buffer, place: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt8(copy.readUInt8(place) ^ 1, place);
  return copy;
}
