import { APICallError, type EmbeddingModel } from "ai";
import { describe, expect, test } from "vitest";
import { remoteEmbedding } from "../../../src/models/remote-embedding.ts";

const passage = { purpose: "passage" } as const;
const query = { purpose: "query" } as const;

type AiModel = Extract<EmbeddingModel, { specificationVersion: "v4" }>;
type Call = Parameters<AiModel["doEmbed"]>[0];

describe("A remote model", () => {
  test("gives vectors of length 1 in the order of the texts, in batches", async () => {
    const { model, calls } = scripted({ maxEmbeddingsPerCall: 3 });
    const remote = remoteEmbedding(model, { dimensions: 2, batchSize: 4 });

    const vectors = await remote.embed(["a", "bb", "ccc", "dddd", "eeeee"], passage);

    expect(vectors.map((vector) => Math.round((vector[0] ?? 0) / (vector[1] ?? 1)))).toEqual([1, 2, 3, 4, 5]);
    expect(vectors.map((vector) => Math.fround(Math.hypot(...vector)))).toEqual(Array(5).fill(1));
    expect(calls.map(({ values }) => values)).toEqual([["a", "bb", "ccc"], ["dddd"], ["eeeee"]]);
  });

  test("is named by its provider, model and size", () => {
    const { model } = scripted({});

    const { id, dimensions } = remoteEmbedding(model, { dimensions: 2 });

    expect({ id, dimensions }).toEqual({ id: "test/lengths/2", dimensions: 2 });
    expect(remoteEmbedding("openai/text-embedding-3-small", { dimensions: 1536 }).id).toBe(
      "openai/text-embedding-3-small/1536",
    );
  });

  test("is asked again when it failed for a passing reason", async () => {
    const { model, calls } = scripted({ failures: [tooManyRequests(), tooManyRequests()] });

    const vectors = await remoteEmbedding(model, { dimensions: 2 }).embed(["a"], passage);

    expect(vectors).toHaveLength(1);
    expect(calls).toHaveLength(3);
  });

  test("fails with the reason when it goes on failing, or failed for good", async () => {
    const goesOn = scripted({ failures: [tooManyRequests(), tooManyRequests()] });
    const forGood = scripted({ failures: [new Error("no such model")] });

    const outcomes = await Promise.allSettled([
      remoteEmbedding(goesOn.model, { dimensions: 2, retries: 1 }).embed(["a"], passage),
      remoteEmbedding(forGood.model, { dimensions: 2 }).embed(["a"], passage),
    ]);

    expect(outcomes).toMatchObject([
      { reason: { name: "ModelUnavailableError", reason: expect.stringContaining("too many requests") } },
      { reason: { name: "ModelUnavailableError", reason: "test/lengths: no such model" } },
    ]);
    expect([goesOn.calls.length, forGood.calls.length]).toEqual([2, 1]);
  });

  test("fails when its vectors are not of the declared size, or no vectors", async () => {
    const { model } = scripted({});
    const zeros = scripted({ answer: () => [0, 0] });
    const lost = scripted({ answer: (text) => (text === "b" ? undefined : [1, 1]) });

    await expect(remoteEmbedding(model, { dimensions: 3 }).embed(["a"], passage)).rejects.toMatchObject({
      reason: "test/lengths gave vectors of 2 numbers where 3 were declared",
    });
    await expect(remoteEmbedding(zeros.model, { dimensions: 2 }).embed(["a"], passage)).rejects.toMatchObject({
      reason: "test/lengths gave a vector without a direction",
    });
    await expect(remoteEmbedding(lost.model, { dimensions: 2 }).embed(["a", "b"], passage)).rejects.toMatchObject({
      name: "ModelUnavailableError",
    });
  });

  test("is told the purpose in its provider's words", async () => {
    const { model, calls } = scripted({});
    const remote = remoteEmbedding(model, {
      dimensions: 2,
      providerOptions: { test: { kind: "document" } },
      queryProviderOptions: { test: { kind: "query" } },
    });

    await remote.embed(["a"], passage);
    await remote.embed(["a"], query);

    expect(calls.map(({ providerOptions }) => providerOptions?.test?.kind)).toEqual(["document", "query"]);
  });

  test("is asked once for the same query", async () => {
    const { model, calls } = scripted({});
    const remote = remoteEmbedding(model, { dimensions: 2 });

    const first = await remote.embed(["a", "b"], query);
    const second = await remote.embed(["b", "c", "b"], query);

    expect(calls.map(({ values }) => values)).toEqual([["a", "b"], ["c"]]);
    expect([second[0], second[2]]).toEqual([first[1], first[1]]);
  });

  test("gets texts that it can take", async () => {
    const { model, calls } = scripted({});

    await remoteEmbedding(model, { dimensions: 2, maxCharacters: 4 }).embed(["abc🙂", "half \ud800"], passage);

    expect(calls[0]?.values).toEqual(["abc\ufffd", "half"].map((text) => text.padEnd(4)));
  });

  test("stops for a caller who gave up", async () => {
    const { model, calls } = scripted({ failures: Array(5).fill(tooManyRequests("10000")) });
    const giveUp = new AbortController();
    const embedding = remoteEmbedding(model, { dimensions: 2 }).embed(["a"], { ...passage, signal: giveUp.signal });
    setTimeout(() => giveUp.abort(new Error("enough")), 50);

    await expect(embedding).rejects.toThrow("enough");
    expect(calls).toHaveLength(1);
  });

  test("is refused with every option that is wrong", () => {
    expect(() => remoteEmbedding(scripted({}).model, { dimensions: 0, batchSize: 1.5 })).toThrow(
      [
        "remoteEmbedding can't use test/lengths:",
        "  - dimensions is 0; it must be a whole number from 1 on",
        "  - batchSize is 1.5; it must be a whole number from 1 on",
      ].join("\n"),
    );
  });
});

interface Script {
  readonly maxEmbeddingsPerCall?: number;
  /** Thrown by the first calls, one each. */
  readonly failures?: readonly Error[];
  /** Default: the text's length, and 1. */
  answer?(text: string): number[] | undefined;
}

function scripted({ maxEmbeddingsPerCall, failures = [], answer = (text) => [text.length, 1] }: Script) {
  const calls: Call[] = [];
  const model: AiModel = {
    specificationVersion: "v4",
    provider: "test",
    modelId: "lengths",
    maxEmbeddingsPerCall,
    supportsParallelCalls: true,
    async doEmbed(call) {
      calls.push(call);
      const failure = failures[calls.length - 1];
      if (failure) throw failure;
      return {
        embeddings: call.values.flatMap((text) => [answer(text) ?? []].filter(({ length }) => length > 0)),
        warnings: [],
      };
    },
  };
  return { model, calls };
}

function tooManyRequests(pauseInMs = "1"): APICallError {
  return new APICallError({
    message: "too many requests",
    url: "https://models.test",
    requestBodyValues: {},
    statusCode: 429,
    responseHeaders: { "retry-after-ms": pauseInMs },
  });
}
