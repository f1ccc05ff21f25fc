import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { localEmbedding } from "../../../src/models/local-embedding.ts";

/** The first numbers of the vectors of texts of several lengths and scripts, made on arm64. */
const golden: readonly { readonly text: string; readonly start: readonly number[] }[] = [
  {
    text: "How do I reset my password?",
    start: [0.00522, -0.06111, -0.07135, -0.03407, -0.04278, 0.06809, 0.00774, 0.01631],
  },
  {
    text: "The boundary layer separates when the pressure gradient is adverse.",
    start: [-0.08707, 0.01223, 0.05517, 0.01365, 0.05488, -0.03091, 0.01002, -0.00557],
  },
  { text: "", start: [-0.12875, 0.0407, -0.00176, -0.01679, 0.05322, 0.00824, 0.11671, 0.00533] },
  {
    text: "東京タワーはどこにありますか。 مرحبا — naïve café 🙂",
    start: [0.065, 0.10572, 0.04795, -0.03335, -0.04555, 0.05595, 0.12369, -0.08111],
  },
  {
    text: "Search results are ranked by relevance; rights are obeyed inside the ranking. ".repeat(40),
    start: [-0.02291, -0.00895, -0.05733, -0.01757, -0.07123, 0.05915, -0.01048, 0.00396],
  },
];

const passage = { purpose: "passage" } as const;
const query = { purpose: "query" } as const;

describe("The local model", () => {
  const model = localEmbedding();
  afterAll(() => model.close?.());

  test("gives the same vectors on every processor", { timeout: 60_000 }, async () => {
    const vectors = await model.embed(
      golden.map(({ text }) => text),
      passage,
    );

    golden.forEach(({ start }, index) => {
      const difference = start.map((number, place) => Math.abs(number - (vectors[index]?.[place] ?? Number.NaN)));
      expect(Math.max(...difference)).toBeLessThan(1e-3);
    });
  });

  test("gives vectors of length 1 with the numbers that it declares", async () => {
    const vectors = await model.embed(["one", "a longer text about something else"], passage);

    expect(model.dimensions).toBe(384);
    for (const vector of vectors) {
      expect(vector).toHaveLength(384);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    }
  });

  test("gives a text the same vector alone, among others, and again", async () => {
    const texts = golden.map(({ text }) => text);

    const together = await model.embed([...texts, ...texts.toReversed()], passage);
    const [alone] = await model.embed([texts[1] ?? ""], passage);

    expect(together[1]).toEqual(alone);
    expect(together.slice(5).toReversed()).toEqual(together.slice(0, 5));
  });

  test("finds the passage that answers", async () => {
    const [asked] = await model.embed(["how can I change my password"], query);
    const [right, wrong] = await model.embed(
      ["Open the settings and choose «new password».", "The invoice is sent at the end of the month."],
      passage,
    );

    expect(cosine(asked, right)).toBeGreaterThan(cosine(asked, wrong) + 0.2);
  });

  test("leaves the event loop free while it embeds 200 texts", { timeout: 120_000 }, async () => {
    const texts = Array.from(
      { length: 200 },
      (_, index) => `Ticket ${index}: the printer on floor ${index % 7} is on fire.`,
    );
    let isDone = false;
    const embedding = model.embed(texts, passage).finally(() => {
      isDone = true;
    });

    const lags: number[] = [];
    while (!isDone) {
      const before = performance.now();
      await pause(5);
      lags.push(performance.now() - before - 5);
    }

    expect(await embedding).toHaveLength(200);
    expect(Math.max(...lags)).toBeLessThan(100);
  });

  test("remembers what was searched for", async () => {
    const first = await model.embed(["a rare question", "another", "a rare question"], query);

    const again = await model.embed(["another", "a rare question"], query);

    expect(again[0]).toBe(first[1]);
    expect(again[1]).toBe(first[0]);
    expect(first[2]).toBe(first[0]);
  });

  test("stops for a caller who gave up", async () => {
    const giveUp = AbortSignal.timeout(20);

    const embedding = model.embed(Array(500).fill("a text that is embedded for nobody any more"), {
      ...passage,
      signal: giveUp,
    });

    await expect(embedding).rejects.toThrow(expect.objectContaining({ name: "TimeoutError" }));
    expect(await model.embed(["and goes on"], passage)).toHaveLength(1);
  });

  test("reads only the start of a text without end, and is not held up by it", async () => {
    const start = "The wind tunnel was calibrated. ".repeat(300);

    const [cut, whole] = await model.embed([start, start + "x".repeat(5_000_000)], passage);

    expect(whole).toEqual(cut);
  });

  test("embeds half characters and control characters", async () => {
    const vectors = await model.embed(["\ud800 half", "null \u0000 \u0007 \ufffe", "\n\t  "], passage);

    expect(vectors.every((vector) => Number.isFinite(vector[0]))).toBe(true);
  });

  test("opens again after it was closed", async () => {
    const [before] = await model.embed(["open"], passage);

    await model.close?.();

    expect(await model.embed(["open"], passage)).toEqual([before]);
  });

  test("is one model for all who ask for the same", () => {
    expect(localEmbedding({})).toBe(model);
    expect(localEmbedding({ queryPrefix: "query: " })).not.toBe(model);
  });
});

function cosine(one: Float32Array | undefined, other: Float32Array | undefined): number {
  return one?.reduce((sum, number, index) => sum + number * (other?.[index] ?? 0), 0) ?? Number.NaN;
}
